"""What a good player would have bid and played, decision by decision, beside the replay of a record."""

from collections import defaultdict
from functools import cache

from spades.v1.prompt_pb2 import Choice
from spades.v1.record_pb2 import GameRecord
from spades_ai import choose
from spades_client.screen import Tip, Tips
from spades_engine import Bid, Game, MakeBid, PlayCard, decision, view
from spades_engine.commands import Command
from spades_wire.record_faults import RecordError
from spades_wire.record_verify import verify
from spades_wire.values import bid_message, card_message

__all__ = ["tips_of"]

LEVEL = "rules"
"""The player that is asked: a decision takes it less than a millisecond, so that nobody waits for a picture."""

_SEED = "hindsight"


def tips_of(record: GameRecord) -> Tips:
    """Return what gives the tip for each bid and card of *record*; there are none if it is not sound."""
    decisions: dict[int, list[tuple[Game, MakeBid | PlayCard]]] = defaultdict(list)

    def told(game: Game, command: Command) -> None:
        if isinstance(command, MakeBid | PlayCard):
            decisions[game.hands_played].append((game, command))

    try:
        verify(record, told=told)
    except RecordError:
        decisions.clear()

    @cache
    def tip(hand: int, number: int) -> Tip | None:
        made = decisions[hand]
        return _tip(*made[number]) if number < len(made) else None

    return tip


def _tip(game: Game, command: MakeBid | PlayCard) -> Tip | None:
    due = decision(game, command.seat)
    assert due is not None, "the seat chose"
    if len(due.options) < 2:
        return None
    best = due.options[choose(LEVEL, view(game, command.seat), _SEED).picks[0]]
    chosen = command.bid if isinstance(command, MakeBid) else command.card
    if isinstance(best, Bid):
        return Tip(choice=Choice(bid=bid_message(best)), taken=best == chosen)
    if isinstance(command, PlayCard) and isinstance(best, int):
        return Tip(choice=Choice(card=card_message(best)), taken=best == chosen)
    return None  # an answer of another kind, such as to deal again
