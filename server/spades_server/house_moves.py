"""When the computer players of a table act: after their pace, or as soon as they have thought."""

import asyncio
import logging
from collections.abc import Callable

from spades_server import house
from spades_server.table import OpenPrompt, Table
from spades_server.table.commands import AnswerForHouse, TableCommand
from spades_server.timers import Timers

__all__ = ["HouseMoves"]

log = logging.getLogger(__name__)


class HouseMoves:
    """Has the computer players of one table answer; mutable: it knows which prompt it has turned to.

    *table* gives the table as it is; *post* has a command carried out without waiting for it.
    """

    def __init__(
        self, timers: Timers, ask: house.Ask, table: Callable[[], Table], post: Callable[[TableCommand], None]
    ) -> None:
        self._timers = timers
        self._ask = ask
        self._table = table
        self._post = post
        self._prompt = 0
        """Which prompt is being answered; 0: none."""
        self._thought: asyncio.Task[None] | None = None
        """What a computer player is thinking about."""

    def look(self) -> None:
        """Turn to the prompt that a computer player owes an answer to, unless it is being answered."""
        table = self._table()
        waiting = house.waiting_prompt(table)
        if waiting is None:
            self._prompt = 0
            return
        if waiting.prompt_id == self._prompt:
            return
        self._prompt = waiting.prompt_id
        pace = table.settings.house_pace_ms / 1000 if table.has_people() else 0.0
        self._timers.call_after("house", pace, self._move)

    async def end(self) -> None:
        """Give up what a player is thinking about."""
        if self._thought is not None:
            self._thought.cancel()
            await asyncio.wait((self._thought,))

    def _move(self) -> None:
        table = self._table()
        waiting = house.waiting_prompt(table)
        if waiting is None or waiting.prompt_id != self._prompt:
            return
        try:
            if house.takes_long(table, waiting):
                if self._thought is not None:
                    self._thought.cancel()
                self._thought = asyncio.create_task(self._think(waiting), name=f"house {table.table_id}")
                return
            picks = house.answer(table, waiting)
        except Exception:
            picks = self._default_instead(waiting)
        self._post(AnswerForHouse(waiting.prompt_id, picks))

    async def _think(self, waiting: OpenPrompt) -> None:
        """Answer when the player has thought; the table goes on meanwhile."""
        try:
            picks = await house.thought_out(self._table(), waiting, self._ask)
        except Exception:
            picks = self._default_instead(waiting)
        self._post(AnswerForHouse(waiting.prompt_id, picks))

    def _default_instead(self, waiting: OpenPrompt) -> tuple[int, ...]:
        """Return the default: a computer player at fault must not stop the table, and the log gets the fault."""
        table = self._table()
        log.exception("a computer player failed", extra={"table": table.table_id, "prompt": waiting.prompt_id})
        return house.default_answer(table, waiting)
