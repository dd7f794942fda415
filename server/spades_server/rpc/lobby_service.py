"""Finding, opening and joining tables."""

from spades.v1 import lobby_service_pb2
from spades_server.lobby import Lobby
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.guard import Guard, caller_of
from spades_server.rpc.handlers import Context
from spades_server.rpc.lobby_feed import LobbyFeed, summary
from spades_server.rpc.requests import field_invalid, fingerprint, join_asked, long_request_id, new_table
from spades_server.table import Refused

__all__ = ["LobbyService"]

_USUAL_PAGE, _LARGEST_PAGE = 50, 100


class LobbyService:
    """Serves ``spades.v1.LobbyService``."""

    service = lobby_service_pb2.DESCRIPTOR.services_by_name["LobbyService"]

    def __init__(self, lobby: Lobby[Broadcast], guard: Guard, feed: LobbyFeed) -> None:
        self._lobby = lobby
        self._guard = guard
        self._feed = feed

    async def list_tables(
        self, request: lobby_service_pb2.ListTablesRequest, _: Context
    ) -> lobby_service_pb2.ListTablesResponse:
        """List the tables that may be seen, newest first."""
        if request.page_size > _LARGEST_PAGE:
            raise field_invalid("page_size", f"{request.page_size}; 0 to {_LARGEST_PAGE} is allowed")
        before = _number(request.page_token) if request.page_token else None
        tables, after = self._lobby.page(before, request.page_size or _USUAL_PAGE)
        return lobby_service_pb2.ListTablesResponse(
            tables=map(summary, tables), next_page_token="" if after is None else str(after)
        )

    async def watch_lobby(self, _: lobby_service_pb2.WatchLobbyRequest, context: Context) -> None:
        """Send the list and then every change of it."""
        with self._guard.lobby_stream(context):
            watcher = self._feed.watch()
            try:
                async for item in watcher.items():
                    await context.write(item)
            finally:
                self._feed.unwatch(watcher)
        raise Refused("STOPPING", "the server is stopping")

    async def create_table(
        self, request: lobby_service_pb2.CreateTableRequest, context: Context
    ) -> lobby_service_pb2.CreateTableResponse:
        """Open a table."""
        request_id = long_request_id(request.request_id)
        self._guard.admit_opening(context)
        table_id = await self._lobby.create(
            request_id,
            fingerprint(request),
            new_table(request),
            owner=caller_of(context).address,
            of_owner=self._guard.limits(context).tables_per_address,
        )
        return lobby_service_pb2.CreateTableResponse(table_id=table_id)

    async def join_table(
        self, request: lobby_service_pb2.JoinTableRequest, context: Context
    ) -> lobby_service_pb2.JoinTableResponse:
        """Give a place at a table."""
        self._guard.admit_joining(context)
        asked = join_asked(request)
        try:
            if asked.as_spectator:
                present = self._lobby.publisher(request.table_id).spectators
                self._guard.check_spectators(context, present)
            place = await self._lobby.join(request.table_id, asked)
        except Refused as refusal:
            if refusal.reason in ("TABLE_NOT_FOUND", "WRONG_PASSCODE"):
                self._guard.note_guess(context)
            raise
        return lobby_service_pb2.JoinTableResponse(
            seat=0 if place.seat is None else place.seat + 1,
            token=place.token,
            sequence=place.sequence,
            from_next_hand=place.waits,
        )


def _number(page_token: str) -> int:
    """Return the number of the last table of the page before."""
    if not (page_token.isascii() and page_token.isdigit() and len(page_token) <= 12):
        raise field_invalid("page_token", "not a token of an earlier page; start anew")
    return int(page_token)
