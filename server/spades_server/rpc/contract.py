"""Which version of the contract is served, to which clients, and who is refused for being too old or too new."""

import re
from dataclasses import dataclass

from spades.v1 import CONTRACT_KEY, CONTRACT_VERSION
from spades_server.rpc.handlers import Context
from spades_server.rpc.requests import field_invalid
from spades_server.table import Refused

__all__ = ["Contract"]

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})\.(\d{1,4})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What of the contract a server serves; versions are MAJOR.MINOR.PATCH."""

    version: str = CONTRACT_VERSION
    oldest_client: str = "1.0.0"
    """The oldest version whose clients are served."""

    def admit(self, context: Context) -> None:
        """Let in a client that says that it is of a version that is served, or says nothing.

        Raises:
            Refused: CLIENT_TOO_OLD or SERVER_TOO_OLD, naming both versions; FIELD_INVALID, what it says is no version.
        """
        said = next((value for name, value in context.invocation_metadata() or () if name == CONTRACT_KEY), None)
        if said is None:
            return
        client = said.decode("ascii", "replace") if isinstance(said, bytes) else said
        if _number(client) < _number(self.oldest_client):
            needed = f"this server speaks {self.version} and serves clients from {self.oldest_client} on"
            raise self._refused("CLIENT_TOO_OLD", f"your client speaks {client} of the contract; {needed}", client)
        if _number(client)[0] > _number(self.version)[0]:
            raise self._refused("SERVER_TOO_OLD", f"your client speaks {client}; this server, {self.version}", client)

    def _refused(self, reason: str, sentence: str, client: str) -> Refused:
        return Refused(reason, sentence, client=client, server=self.version, oldest_client=self.oldest_client)


def _number(version: str) -> tuple[int, ...]:
    found = _VERSION.fullmatch(version)
    if found is None:
        raise field_invalid(CONTRACT_KEY, f"{version[:20]!r} in the metadata; MAJOR.MINOR.PATCH is needed, as 1.0.0")
    return tuple(map(int, found.groups()))
