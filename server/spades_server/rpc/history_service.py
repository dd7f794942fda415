"""The games that were played here."""

import asyncio

from spades.v1 import history_service_pb2, snapshot_pb2
from spades_server.journal import GameSummary, Journal
from spades_server.recording import record_of
from spades_server.rpc.handlers import Context
from spades_server.rpc.requests import field_invalid
from spades_server.table import Refused
from spades_wire import game_result_message

__all__ = ["HistoryService"]

_USUAL_PAGE, _LARGEST_PAGE = 50, 100


class HistoryService:
    """Serves ``spades.v1.HistoryService``: finished hands are open to everybody, the hand that is played to nobody."""

    def __init__(self, journal: Journal, server_id: str) -> None:
        self._journal = journal
        self._server_id = server_id

    async def list_games(
        self, request: history_service_pb2.ListGamesRequest, _: Context
    ) -> history_service_pb2.ListGamesResponse:
        """List games, newest first; those of an unlisted table only to who names it.

        A page token is the last game of the page before.
        """
        if request.page_size > _LARGEST_PAGE:
            raise field_invalid("page_size", f"{request.page_size}; 0 to {_LARGEST_PAGE} is allowed")
        size = request.page_size or _USUAL_PAGE
        games = await self._journal.games(table_id=request.table_id, before=request.page_token, limit=size + 1)
        if games is None:
            raise field_invalid("page_token", "not a token of an earlier page, or that game is gone; start anew")
        page = games[:size]
        return history_service_pb2.ListGamesResponse(
            games=map(_summary, page), next_page_token=page[-1].game_id if len(games) > size else ""
        )

    async def export_game(
        self, request: history_service_pb2.ExportGameRequest, _: Context
    ) -> history_service_pb2.ExportGameResponse:
        """Return the record of a game, all cards of its finished hands open."""
        story = await self._journal.game(request.game_id) if request.game_id else None
        if story is None:
            raise Refused("GAME_NOT_FOUND", f"no game {request.game_id[:20]!r} is kept here")
        # In a thread: a long game takes a tenth of a second, and the tables must not wait for it.
        record = await asyncio.to_thread(
            record_of, story.opened, story.batches, game_id=request.game_id, server_id=self._server_id
        )
        return history_service_pb2.ExportGameResponse(record=record)


def _summary(game: GameSummary) -> history_service_pb2.GameSummary:
    message = history_service_pb2.GameSummary(
        game_id=game.game_id, table_id=game.table_id, preset=game.preset, names=game.names, hands=game.hands
    )
    if game.ended is not None:
        message.ended.FromMilliseconds(round(game.ended * 1000))
        if game.result is None:
            message.result.reason = snapshot_pb2.GAME_END_REASON_ABANDONED
        else:
            message.result.CopyFrom(game_result_message(game.result, game.seed))
    return message
