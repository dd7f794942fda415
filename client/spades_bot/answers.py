"""From a prompt to the choice ids that a computer player picks."""

from spades.v1 import prompt_pb2, snapshot_pb2
from spades_bot.contestant import Players
from spades_engine import DecisionKind, decision
from spades_wire import view_from_snapshot
from spades_wire.prompts import prompt_kind

__all__ = ["answer"]

_OF_THE_GAME = frozenset(map(prompt_kind, DecisionKind))


def answer(snapshot: snapshot_pb2.Snapshot, prompt: prompt_pb2.Prompt, players: Players, seed: str) -> list[int]:
    """Return the choice ids of the first of *players* for *prompt*, which *snapshot* holds.

    What is no decision of the game gets its default.
    """
    if prompt.kind not in _OF_THE_GAME:
        return list(prompt.default_choice_ids)
    seen = view_from_snapshot(snapshot)
    due = decision(seen.game, seen.seat)
    assert due is not None, "a prompt of the game is a decision that is owed"
    # The options of the engine stand in the order of the choices, whose ids count from 1.
    return [index + 1 for index in players.picks(0, "seat", seen, due, seed)]
