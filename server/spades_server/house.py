"""The computer players of the server: they see what their seat sees, and nothing else."""

from spades_ai import LEVELS, Choice, Reason, choose
from spades_engine import View, decision, view
from spades_server.table import OpenPrompt, PromptKind, Table

__all__ = ["DEFAULT_LEVEL", "LEVEL_EXPLANATIONS", "LEVEL_NAMES", "answer", "default_answer", "tip", "waiting_prompt"]

LEVEL_NAMES = tuple(LEVELS)
"""The levels, weakest first."""
DEFAULT_LEVEL = LEVEL_NAMES[-1]
LEVEL_EXPLANATIONS = {
    "random": "bids what its cards are worth and plays any legal card",
    "rules": "bids by counting and plays by rules of thumb, as a good beginner does",
}
"""What each level is, for a form: one line of English."""


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
    """Return the indices of the choices that the computer player on the prompt's seat picks.

    Raises:
        ValueError: the player is at fault: it picked what is not offered.
    """
    if prompt.kind is PromptKind.CONTINUE:
        return (0,)
    seen: View = view(table.game, prompt.seat)
    picks = choose(table.seats[prompt.seat].level or DEFAULT_LEVEL, seen, table.house_seed.hex()).picks
    due = decision(seen.game, prompt.seat)
    allowed = len(set(picks)) == len(picks) and len(picks) in (prompt.least, prompt.most)
    if due is None or not allowed or not set(picks) <= set(range(len(due.options))):
        raise ValueError(f"{picks} were picked of {due and len(due.options)} choices")
    return picks


def tip(table: Table, prompt: OpenPrompt) -> Choice:
    """Return what the best level would answer to *prompt*, from what its seat may see."""
    if prompt.kind is PromptKind.CONTINUE:
        return Choice((0,), (Reason(code="nothing_to_decide", text="nothing is to be decided: the game goes on"),))
    # No seed of the house: advice must not tell what its players will draw.
    return choose(DEFAULT_LEVEL, view(table.game, prompt.seat), "tip")


def default_answer(table: Table, prompt: OpenPrompt) -> tuple[int, ...]:
    """Return the indices that the deadline would pick for *prompt*."""
    due = decision(table.game, prompt.seat)
    return (0,) if due is None else due.default
