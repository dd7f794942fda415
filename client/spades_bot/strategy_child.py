"""The process in which a user's strategy runs: it is sent what a seat sees, and nothing else lies in its memory.

What the strategy prints, raises or answers wrongly is told to the parent as a sentence; it never breaks the talk.
"""

import contextlib
import io
import os
import signal
import sys
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from spades_ai import Seed, choose
from spades_ai.chance import chance
from spades_bot.strategy import METHODS, Strategy, StrategyInvalid
from spades_engine import Action, Decision, Option, View, decision, format_card

__all__ = ["Answered", "Ask", "Forget", "serve"]

_OTHERWISE = "rules"
"""The level that decides what a strategy has no method for."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What does the player *key* pick in *view*?"""

    key: str
    view: View
    seed: Seed


@dataclass(frozen=True, slots=True)
class Forget:
    """The tables are over: the next player of any key starts anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of a question."""

    picks: tuple[int, ...] = ()
    """Indices of options, ascending; empty where there is a fault."""
    fault: str = ""
    """What the strategy did wrong, as a word."""
    sentence: str = ""
    printed: str = ""
    """The first line that it printed."""


Request: TypeAlias = Ask | Forget


def serve(connection: Connection, strategy: Strategy) -> None:
    """Load *strategy*, say whether it can be played, and answer until the connection ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The parent hears the interrupt and ends this process.
    _silence()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            host = _Host(_load(strategy))
        except StrategyInvalid as error:
            connection.send(Answered(fault="load", sentence=str(error)))
            return
        connection.send(Answered(printed=_first_line(printed)))
        with contextlib.suppress(EOFError, OSError):
            while True:
                request: Request = connection.recv()
                if isinstance(request, Forget):
                    host.players.clear()
                else:
                    connection.send(host.answer(request, printed))


def _silence() -> None:
    """Let nothing that is written past Python reach the output of the program."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)


def _first_line(printed: io.StringIO) -> str:
    """Return what was printed since the last time, cut to its first line."""
    text = printed.getvalue()
    printed.seek(0)
    printed.truncate()
    return next(iter(text.splitlines()), "")[:200]


def _load(strategy: Strategy) -> type:
    """Return the class.

    Raises:
        StrategyInvalid: the file does not run, or holds no such class with a method that decides something.
    """
    folder = str(Path(strategy.file).parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)  # A strategy may import what lies beside it.
    module = ModuleType(Path(strategy.file).stem)
    module.__file__ = strategy.file
    sys.modules[module.__name__] = module
    try:
        exec(compile(strategy.source, strategy.file, "exec"), module.__dict__)
    except BaseException as error:  # Whatever a stranger's file does, SystemExit too, is its own fault.
        raise StrategyInvalid(f"{strategy.name}: {_said(error, strategy)}") from error
    found = getattr(module, strategy.class_name, None)
    if not isinstance(found, type):
        raise StrategyInvalid(f"{strategy.name}: the file holds no class {strategy.class_name}")
    if not any(callable(getattr(found, method, None)) for method in METHODS):
        raise StrategyInvalid(f"{strategy.name}: the class has none of the methods {', '.join(METHODS)}")
    return found


def _said(error: BaseException, strategy: Strategy) -> str:
    """Return the error in one line, with the line of the file where it arose."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == strategy.file:
            line = frame.lineno
    text = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    return f"{type(error).__name__}: {text[:200]}" + (f" (line {line})" if line else "")


@dataclass(slots=True)
class _Host:
    """The players of one class, by key; mutable: a player lives as long as its table."""

    made: type
    players: dict[str, Any] = field(default_factory=dict)
    """Any: a class of which nothing is known."""

    def answer(self, ask: Ask, printed: io.StringIO) -> Answered:
        """Return what the player picks, or what it did wrong."""
        due = decision(ask.view.game, ask.view.seat)
        assert due is not None, "a decision is owed"
        try:
            answered = _judged(due, self._decide(ask, due))
        except BaseException as error:  # SystemExit too: whatever it raises is its own fault.
            answered = Answered(fault="raises", sentence=_raised(error))
        return replace(answered, printed=_first_line(printed))

    def _decide(self, ask: Ask, due: Decision) -> object:
        if ask.key not in self.players:
            self.players[ask.key] = self.made()
        method = getattr(self.players[ask.key], due.kind.name.lower(), None)
        if method is None:
            return [due.options[index] for index in choose(_OTHERWISE, ask.view, ask.seed).picks]
        return method(ask.view, due, chance(ask.view, ask.seed))


def _raised(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" (line {frames[-1].lineno} of {Path(frames[-1].filename).name})" if frames else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}{where}"


def _judged(due: Decision, answer: object) -> Answered:
    """Return the picks that *answer* means, or why it means none."""
    options = _options_in(answer)
    if options is None or any(option not in due.options for option in options):
        allowed = ", ".join(map(_written, due.options[:20]))
        return Answered(fault="illegal", sentence=f"answers {_shown(answer)}; the options are {allowed}")
    picks = tuple(sorted({due.options.index(option) for option in options}))
    if len(picks) != len(options) or not (len(picks) == due.picks or (due.may_pass and not picks)):
        return Answered(fault="illegal", sentence=f"answers {len(picks)} options where {due.picks} are due")
    return Answered(picks=picks)


def _written(option: Option) -> str:
    if isinstance(option, Action):
        return f"Action.{option.name}"
    return f"{option} ({format_card(option)})" if isinstance(option, int) else repr(option)


def _options_in(answer: object) -> list[Option] | None:
    """Return the options that *answer* lists, one alone or several; None if these are none."""
    if isinstance(answer, Iterable) and not isinstance(answer, str | bytes | dict):
        many = list(answer)
    else:
        many = [answer]
    # A True is no card, though Python takes it for a 1.
    return None if any(isinstance(one, bool | float) for one in many) else many


def _shown(answer: object) -> str:
    try:
        return repr(answer)[:80]
    except Exception:
        return f"a {type(answer).__name__}"
