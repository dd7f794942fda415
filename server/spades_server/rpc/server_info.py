"""What the server tells of itself to every client, of whatever age."""

import logging
from dataclasses import dataclass

from spades.v1 import server_service_pb2
from spades_server.clock import Clock
from spades_server.house import DEFAULT_LEVEL, LEVEL_EXPLANATIONS, LEVEL_NAMES
from spades_server.limits import LIMIT_MEANINGS
from spades_server.rpc.contract import Contract
from spades_server.rpc.guard import Guard
from spades_server.rpc.handlers import Context
from spades_server.rpc.snapshots import settings_message
from spades_server.table import PHRASES, Settings
from spades_server.table.names import NAME_CELLS, TEXT_CHARACTERS
from spades_wire import option_messages, preset_messages

__all__ = ["CAPABILITIES", "REQUEST_BYTES", "Identity", "ServerService"]

log = logging.getLogger(__name__)

CAPABILITIES = ("claims", "close", "history", "lobby-watch", "pause", "rematch", "seats", "set-rules", "talk", "tips")
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
    contract: Contract


class ServerService:
    """Serves ``spades.v1.ServerService``."""

    service = server_service_pb2.DESCRIPTOR.services_by_name["ServerService"]

    def __init__(self, identity: Identity, clock: Clock, guard: Guard) -> None:
        self._identity = identity
        self._clock = clock
        self._guard = guard

    async def get_server_info(
        self, request: server_service_pb2.GetServerInfoRequest, context: Context
    ) -> server_service_pb2.GetServerInfoResponse:
        """Describe the server."""
        log.debug("server described", extra={"client": request.client_name, "version": request.client_version})
        identity = self._identity
        response = server_service_pb2.GetServerInfoResponse(
            server_id=identity.server_id,
            name=identity.name,
            version=identity.version,
            epoch=identity.epoch,
            contract_version=identity.contract.version,
            oldest_client_version=identity.contract.oldest_client,
            capabilities=CAPABILITIES,
            limits=self._limits(context),
            presets=preset_messages(),
            options=option_messages(),
            phrases=[server_service_pb2.Phrase(phrase_id=number, text=text) for number, text in enumerate(PHRASES, 1)],
            default_settings=settings_message(Settings()),
            house_levels=[
                server_service_pb2.HouseLevel(
                    name=name, explanation=LEVEL_EXPLANATIONS[name], is_default=name == DEFAULT_LEVEL
                )
                for name in LEVEL_NAMES
            ],
        )
        response.time.FromMilliseconds(round(self._clock.time() * 1000))
        return response

    def _limits(self, context: Context) -> server_service_pb2.Limits:
        """Return what holds for the caller."""
        limits = self._guard.limits(context)
        published = {name: getattr(limits, name) for name in LIMIT_MEANINGS if name != "loopback_factor"}
        return server_service_pb2.Limits(
            name_cells=NAME_CELLS, chat_characters=TEXT_CHARACTERS, request_bytes=REQUEST_BYTES, **published
        )
