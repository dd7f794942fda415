"""The computer players of the server: they see what their seat sees, and nothing else."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from spades_ai import LEVELS, Choice, Reason, Seed, choose
from spades_engine import View, decision, view
from spades_server.table import OpenPrompt, PromptKind, Table
from spades_server.thinking import is_searched

__all__ = [
    "DEFAULT_LEVEL",
    "LEVEL_EXPLANATIONS",
    "LEVEL_NAMES",
    "Ask",
    "answer",
    "default_answer",
    "takes_long",
    "thought_out",
    "tip",
    "waiting_prompt",
]

LEVEL_NAMES = tuple(LEVELS)
"""The levels, weakest first."""
DEFAULT_LEVEL = "rules"
LEVEL_EXPLANATIONS = {
    "random": "bids what its cards are worth and plays any legal card",
    "rules": "bids by counting and plays by rules of thumb, as a good beginner does",
    "search": "plays every choice out in many deals that may be, and takes what does best: the strongest",
}
"""What each level is, for a form: one line of English."""

Ask: TypeAlias = Callable[[str, View, Seed], Awaitable[Choice]]
"""Asks a player of a level for its choice, wherever it thinks."""


def waiting_prompt(table: Table) -> OpenPrompt | None:
    """Return the prompt that a computer player owes an answer to."""
    if table.pause is not None:
        return None
    for prompt in table.prompts:
        if _is_due(table, prompt):
            return prompt
    return None


def _is_due(table: Table, prompt: OpenPrompt) -> bool:
    by_house = table.seats[prompt.seat].is_played_by_house
    return by_house and prompt.kind is not PromptKind.REMATCH and not prompt.suspended


def answer(table: Table, prompt: OpenPrompt) -> tuple[int, ...]:
    """Return the indices of the choices that the computer player on the prompt's seat picks at once.

    Raises:
        ValueError: the player is at fault: it picked what is not offered.
    """
    if prompt.kind is PromptKind.CONTINUE:
        return (0,)
    level, seen, seed = _question(table, prompt)
    return _checked(choose(level, seen, seed).picks, prompt, seen)


def takes_long(table: Table, prompt: OpenPrompt) -> bool:
    """Return whether the computer player on the prompt's seat has to think longer than a table can wait."""
    return is_searched(_level(table, prompt), table.game, prompt.seat)


async def thought_out(table: Table, prompt: OpenPrompt, ask: Ask) -> tuple[int, ...]:
    """Return what ``answer`` would, when *ask* was asked.

    Raises:
        ValueError: as for ``answer``.
    """
    level, seen, seed = _question(table, prompt)
    return _checked((await ask(level, seen, seed)).picks, prompt, seen)


def _question(table: Table, prompt: OpenPrompt) -> tuple[str, View, Seed]:
    return _level(table, prompt), view(table.game, prompt.seat), table.house_seed.hex()


def _level(table: Table, prompt: OpenPrompt) -> str:
    return table.seats[prompt.seat].level or DEFAULT_LEVEL


def _checked(picks: tuple[int, ...], prompt: OpenPrompt, seen: View) -> tuple[int, ...]:
    due = decision(seen.game, prompt.seat)
    allowed = len(set(picks)) == len(picks) and len(picks) in (prompt.least, prompt.most)
    if due is None or not allowed or not set(picks) <= set(range(len(due.options))):
        raise ValueError(f"{picks} were picked of {due and len(due.options)} choices")
    return picks


async def tip(table: Table, prompt: OpenPrompt, ask: Ask) -> Choice:
    """Return what the best level would answer to *prompt*, from what its seat may see."""
    if prompt.kind is PromptKind.CONTINUE:
        return Choice((0,), (Reason(code="nothing_to_decide", text="nothing is to be decided: the game goes on"),))
    # No seed of the house: advice must not tell what its players will draw.
    return await ask(LEVEL_NAMES[-1], view(table.game, prompt.seat), "tip")


def default_answer(table: Table, prompt: OpenPrompt) -> tuple[int, ...]:
    """Return the indices that the deadline would pick for *prompt*."""
    due = decision(table.game, prompt.seat)
    return (0,) if due is None else due.default
