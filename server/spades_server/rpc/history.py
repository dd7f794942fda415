"""The games that a journal keeps, as they are given out: finished hands to everybody, others to nobody."""

import asyncio

from spades.v1 import history_service_pb2, record_pb2, snapshot_pb2
from spades_server.certificate import certificate_in
from spades_server.journal import GameSummary, Journal, JournalFile, SqliteJournal
from spades_server.rpc.recording import record_of
from spades_server.table import Refused
from spades_server.vault import FileVault
from spades_wire import game_result_message

__all__ = ["History", "history_in"]

_USUAL_PAGE, _LARGEST_PAGE = 50, 100


class History:
    """The games in one journal."""

    def __init__(self, journal: Journal, server_id: str) -> None:
        self._journal = journal
        self._server_id = server_id

    async def games(
        self, page_token: str = "", *, page_size: int = 0, table_id: str = ""
    ) -> history_service_pb2.ListGamesResponse:
        """Return a page of the games, newest first; those of an unlisted table only if it is named.

        A page token is the last game of the page before.
        """
        if page_size > _LARGEST_PAGE:
            raise _invalid("page_size", f"{page_size}; 0 to {_LARGEST_PAGE} is allowed")
        size = page_size or _USUAL_PAGE
        games = await self._journal.games(table_id=table_id, before=page_token, limit=size + 1)
        if games is None:
            raise _invalid("page_token", "not a token of an earlier page, or that game is gone; start anew")
        page = games[:size]
        return history_service_pb2.ListGamesResponse(
            games=map(_summary, page), next_page_token=page[-1].game_id if len(games) > size else ""
        )

    async def record(self, game_id: str) -> record_pb2.GameRecord:
        """Return the record of a game, all cards of its finished hands open; refuses one that is not kept."""
        story = await self._journal.game(game_id) if game_id else None
        if story is None:
            raise Refused("GAME_NOT_FOUND", f"no game {game_id[:20]!r} is kept here")
        # In a thread: a long game takes a tenth of a second, and the tables must not wait for it.
        record = await asyncio.to_thread(
            record_of, story.opened, story.batches, game_id=game_id, server_id=self._server_id
        )
        assert record is not None, "the story is that of the game"
        return record


def history_in(file: JournalFile) -> History:
    """Return the games in *file*, as the server that keeps it would give them out."""
    return History(SqliteJournal(file), certificate_in(FileVault(file)).fingerprint)


def _invalid(field: str, sentence: str) -> Refused:
    return Refused("FIELD_INVALID", f"{field}: {sentence}", field=field, allowed=sentence)


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
