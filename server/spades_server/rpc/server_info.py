"""What the server tells of itself to every client, of whatever age."""

from dataclasses import dataclass

from spades.v1 import server_service_pb2
from spades_server.house import LEVEL_NAMES
from spades_server.lobby import TABLE_LIMIT
from spades_server.rpc.handlers import Context
from spades_server.runner import Clock
from spades_server.table import PHRASES
from spades_server.table.names import NAME_CELLS, TEXT_CHARACTERS
from spades_wire import option_messages, preset_messages

__all__ = ["CAPABILITIES", "REQUEST_BYTES", "Identity", "ServerService"]

CAPABILITIES = ("claims", "close", "talk", "tips")
"""The optional groups of calls that are served; a group is listed exactly when none of it is refused as not served."""
REQUEST_BYTES = 64 * 1024
"""Size of the largest request; a legal one is far below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who the server is."""

    server_id: str
    name: str
    version: str
    epoch: str
    """New at every start."""


class ServerService:
    """Serves ``spades.v1.ServerService``."""

    def __init__(self, identity: Identity, clock: Clock) -> None:
        self._identity = identity
        self._clock = clock

    async def get_server_info(
        self, _: server_service_pb2.GetServerInfoRequest, __: Context
    ) -> server_service_pb2.GetServerInfoResponse:
        """Describe the server."""
        identity = self._identity
        response = server_service_pb2.GetServerInfoResponse(
            server_id=identity.server_id,
            name=identity.name,
            version=identity.version,
            epoch=identity.epoch,
            capabilities=CAPABILITIES,
            limits=server_service_pb2.Limits(
                tables=TABLE_LIMIT,
                name_cells=NAME_CELLS,
                chat_characters=TEXT_CHARACTERS,
                request_bytes=REQUEST_BYTES,
            ),
            presets=preset_messages(),
            options=option_messages(),
            phrases=[server_service_pb2.Phrase(phrase_id=number, text=text) for number, text in enumerate(PHRASES, 1)],
            house_levels=LEVEL_NAMES,
        )
        response.time.FromMilliseconds(round(self._clock.time() * 1000))
        return response
