"""From a prompt to the choice ids that a computer player picks."""

from spades.v1 import prompt_pb2, snapshot_pb2
from spades_ai import choose
from spades_wire import view_from_snapshot

__all__ = ["answer"]

_OF_THE_GAME = frozenset(
    {
        prompt_pb2.PROMPT_KIND_DRAW,
        prompt_pb2.PROMPT_KIND_BLIND,
        prompt_pb2.PROMPT_KIND_BID,
        prompt_pb2.PROMPT_KIND_EXCHANGE,
        prompt_pb2.PROMPT_KIND_PLAY,
    }
)


def answer(snapshot: snapshot_pb2.Snapshot, prompt: prompt_pb2.Prompt, level: str, seed: str) -> list[int]:
    """Return the choice ids for *prompt*, which *snapshot* holds; what is no decision of the game gets its default."""
    if prompt.kind not in _OF_THE_GAME:
        return list(prompt.default_choice_ids)
    # The options of the engine stand in the order of the choices, whose ids count from 1.
    return [index + 1 for index in choose(level, view_from_snapshot(snapshot), seed).picks]
