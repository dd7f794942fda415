"""Who plays: one of our levels by name, a user's strategy, or a program on the network."""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import TypeAlias

from spades_ai import LEVELS, Seed, choose, player_named
from spades_bot.network_bot import NETWORK, NetworkBot, read_network_bot
from spades_bot.strategy import Strategy, StrategyInvalid, read_strategy
from spades_bot.strategy_host import SECONDS_TO_DECIDE, StrategyHost
from spades_engine import Decision, View

__all__ = ["Contestant", "Players", "contestant_named", "name_of"]

Contestant: TypeAlias = str | Strategy | NetworkBot
"""The name of a level, a strategy, or a bot that decides for itself on the network."""


def contestant_named(text: str) -> Contestant:
    """Return the contestant written as a level, as ``FILE:CLASS`` or as ``net:COMMAND``.

    Raises:
        StrategyInvalid: it is none of them.
    """
    if text.startswith(NETWORK):
        return read_network_bot(text)
    if ":" in text:
        return read_strategy(text)
    try:
        player_named(text)
    except KeyError:
        levels = ", ".join(LEVELS)
        raise StrategyInvalid(f"{text} is no level; write {levels}, search@WORLDS, FILE:CLASS or net:COMMAND") from None
    return text


def name_of(contestant: Contestant) -> str:
    """Return what reports call *contestant*."""
    return contestant if isinstance(contestant, str) else contestant.name


@dataclass(frozen=True, slots=True)
class _Level:
    name: str

    def picks(self, _: str, view: View, __: Decision, seed: Seed) -> tuple[int, ...]:
        return choose(self.name, view, seed).picks


class Players:
    """Answers decisions for several contestants; a context, since strategies run in processes; mutable for that.

    Network bots answer the server, and cannot be asked here.

    Raises:
        StrategyInvalid: on entering, a strategy cannot be loaded.
    """

    def __init__(
        self,
        contestants: tuple[Contestant, ...],
        *,
        limit: float = SECONDS_TO_DECIDE,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self._hosts = {
            number: StrategyHost(contestant, limit=limit, tell=tell)
            for number, contestant in enumerate(contestants)
            if isinstance(contestant, Strategy)
        }
        self._levels = {number: _Level(one) for number, one in enumerate(contestants) if isinstance(one, str)}
        self._stack = ExitStack()

    def __enter__(self) -> "Players":
        with ExitStack() as opened:
            for host in self._hosts.values():
                opened.enter_context(host)
            self._stack = opened.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def new_table(self) -> None:
        """Let every player begin anew."""
        for host in self._hosts.values():
            host.new_table()

    def picks(self, contestant: int, key: str, view: View, due: Decision, seed: Seed) -> tuple[int, ...]:
        """Return what *contestant*, by number, picks for *due* on the seat *key*."""
        player = self._hosts.get(contestant) or self._levels[contestant]
        return player.picks(key, view, due, seed)

    def faults(self, contestant: int) -> Counter[str]:
        """Return how often *contestant* was at fault so far, by kind."""
        host = self._hosts.get(contestant)
        return Counter() if host is None else Counter(host.faults)
