"""Finding, opening and joining tables."""

from spades.v1 import lobby_service_pb2, snapshot_pb2
from spades_engine import Phase
from spades_server.lobby import Lobby
from spades_server.rpc.broadcast import Broadcast
from spades_server.rpc.convert import seat_message
from spades_server.rpc.guard import Guard, caller_of
from spades_server.rpc.handlers import Context
from spades_server.rpc.requests import field_invalid, fingerprint, join_asked, long_request_id, new_table
from spades_server.table import Refused, Stage, Table

__all__ = ["LobbyService"]

_USUAL_PAGE, _LARGEST_PAGE = 50, 100


class LobbyService:
    """Serves ``spades.v1.LobbyService``; WatchLobby is not served yet."""

    def __init__(self, lobby: Lobby[Broadcast], guard: Guard) -> None:
        self._lobby = lobby
        self._guard = guard

    async def list_tables(
        self, request: lobby_service_pb2.ListTablesRequest, _: Context
    ) -> lobby_service_pb2.ListTablesResponse:
        """List the tables that may be seen, newest first; a page token is the last table of the page before."""
        if request.page_size > _LARGEST_PAGE:
            raise field_invalid("page_size", f"{request.page_size}; 0 to {_LARGEST_PAGE} is allowed")
        listed = [table for table in self._lobby.tables() if not table.settings.unlisted]
        if request.page_token:
            ids = [table.table_id for table in listed]
            if request.page_token not in ids:
                raise field_invalid("page_token", "not a token of an earlier page, or that table is gone; start anew")
            listed = listed[ids.index(request.page_token) + 1 :]
        size = request.page_size or _USUAL_PAGE
        page = listed[:size]
        return lobby_service_pb2.ListTablesResponse(
            tables=map(_summary, page), next_page_token=page[-1].table_id if len(listed) > size else ""
        )

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
            seat=0 if place.seat is None else place.seat + 1, token=place.token, sequence=place.sequence
        )


def _summary(table: Table) -> lobby_service_pb2.TableSummary:
    hand = table.game.hand
    playing = table.stage is Stage.PLAYING and hand is not None and hand.phase is not Phase.SCORED
    return lobby_service_pb2.TableSummary(
        table_id=table.table_id,
        name=table.name,
        preset=table.preset,
        players=table.rules.players,
        target_score=table.rules.target_score or 0,
        seats=[seat_message(table, seat) for seat in range(len(table.seats))],
        stage=snapshot_pb2.TableStage.ValueType(table.stage),
        has_passcode=bool(table.passcode_hash),
        no_spectators=table.settings.no_spectators,
        seeded=table.is_seeded,
        hand_number=hand.number if playing and hand is not None else 0,
    )
