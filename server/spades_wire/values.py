"""Cards, bids and sides: engine values and their messages.

Seats and sides count from 0 in the engine and from 1 on the wire; this package is the only place that adds 1.
"""

from collections.abc import Iterable
from functools import lru_cache

from spades.v1 import cards_pb2, snapshot_pb2
from spades_engine import (
    BLIND_NIL,
    NIL,
    Bid,
    BidKind,
    Card,
    CardSet,
    Game,
    Rules,
    Talk,
    TalkKind,
    needed_tricks,
    pack_of,
)
from spades_engine.bidding import contract_of
from spades_engine.bids import blind, hint, of
from spades_engine.cards import COPY_SIZE, copy_of, each, rank_of, suit_of

__all__ = [
    "FieldInvalid",
    "bid_from_message",
    "bid_message",
    "card_from_message",
    "card_message",
    "card_messages",
    "pack_message",
    "side_messages",
    "talk_from_message",
    "talk_message",
]


class FieldInvalid(ValueError):
    """A field of a message is missing or out of its range."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field = field
        """The path of the field, as in ``card.rank``."""
        self.sentence = sentence


def _message_of(one: Card) -> cards_pb2.Card:
    return cards_pb2.Card(suit=cards_pb2.Suit.ValueType(suit_of(one) + 1), rank=rank_of(one), copy=copy_of(one) + 1)


_CARDS = tuple(_message_of(one) for one in range(2 * COPY_SIZE))
_NUMBERS = {(message.suit, message.rank, message.copy): one for one, message in enumerate(_CARDS)}


def card_message(one: Card) -> cards_pb2.Card:
    """Return the message of a card; shared, so never to be changed."""
    return _CARDS[one]


def card_messages(many: CardSet) -> list[cards_pb2.Card]:
    """Return the messages of a set of cards, lowest number first."""
    return [_CARDS[one] for one in each(many)]


def card_from_message(message: cards_pb2.Card, field: str = "card") -> Card:
    """Return the card of *message*; ``FieldInvalid`` names the part of *field* that is missing or wrong."""
    one = _NUMBERS.get((message.suit, message.rank, message.copy))
    if one is None:
        raise _no_card(message, field)
    return one


def _no_card(message: cards_pb2.Card, field: str) -> FieldInvalid:
    if message.suit not in cards_pb2.Suit.values() or not message.suit:
        return FieldInvalid(f"{field}.suit", "missing; 1 clubs, 2 diamonds, 3 hearts, 4 spades or 5 joker is allowed")
    least, most = (15, 16) if message.suit == cards_pb2.SUIT_JOKER else (2, 14)
    if not least <= message.rank <= most:
        return FieldInvalid(f"{field}.rank", f"{message.rank or 'missing'}; {least} to {most} is allowed")
    return FieldInvalid(f"{field}.copy", f"{message.copy or 'missing'}; 1 is allowed, or 2 where two packs are used")


def bid_message(bid: Bid) -> cards_pb2.Bid:
    """Return the message of a bid."""
    match bid.kind:
        case BidKind.TRICKS:
            return cards_pb2.Bid(tricks=bid.tricks)
        case BidKind.NIL:
            return cards_pb2.Bid(nil=cards_pb2.Nil())
        case BidKind.BLIND_NIL:
            return cards_pb2.Bid(blind_nil=cards_pb2.BlindNil())
        case BidKind.BLIND_TRICKS:
            return cards_pb2.Bid(blind_tricks=bid.tricks)
        case BidKind.HINT:
            return cards_pb2.Bid(hint_tricks=bid.tricks)


def talk_message(talk: Talk) -> cards_pb2.Talk:
    """Return the message of what a seat told its partner."""
    return cards_pb2.Talk(kind=cards_pb2.TalkKind.ValueType(talk.kind), tricks=talk.tricks)


def talk_from_message(message: cards_pb2.Talk, field: str = "talk") -> Talk:
    """Return the talk of *message*; ``FieldInvalid`` if its sentence is missing or unknown."""
    if message.kind not in [kind.value for kind in TalkKind]:
        raise FieldInvalid(f"{field}.kind", "missing; 1 pass, 2 about, 3 maybe one more or 4 thinking of nil")
    return Talk(TalkKind(message.kind), message.tricks)


def bid_from_message(message: cards_pb2.Bid, field: str = "bid") -> Bid:
    """Return the bid of *message*; ``FieldInvalid`` if no kind of bid is set."""
    match message.WhichOneof("kind"):
        case "tricks":
            return of(message.tricks)
        case "nil":
            return NIL
        case "blind_nil":
            return BLIND_NIL
        case "blind_tricks":
            return blind(message.blind_tricks)
        case "hint_tricks":
            return hint(message.hint_tricks)
        case _:
            raise FieldInvalid(
                field, "missing; one of tricks, nil, blind_nil, blind_tricks and hint_tricks is to be set"
            )


@lru_cache(maxsize=64)
def pack_message(rules: Rules) -> cards_pb2.Pack:
    """Return the pack of *rules* with what each card counts as; shared, so never to be changed."""
    pack = pack_of(rules)
    return cards_pb2.Pack(
        cards=[
            cards_pb2.PackCard(
                card=_CARDS[one],
                plays_as=cards_pb2.Suit.ValueType(pack.plays_as[one] + 1),
                strength=pack.strength(one),
            )
            for one in each(pack.cards)
        ]
    )


def side_messages(game: Game, only: Iterable[int] | None = None) -> list[snapshot_pb2.Side]:
    """Return the sides of *game* as they stand, or *only* those."""
    return [_side(game, side) for side in (range(len(game.scores)) if only is None else only)]


def _side(game: Game, side: int) -> snapshot_pb2.Side:
    seats, score, hand = game.rules.sides[side], game.scores[side], game.hand
    message = snapshot_pb2.Side(
        side=side + 1,
        seats=[seat + 1 for seat in seats],
        score=score.points,
        bags=score.bags,
        sets=score.sets,
        score_gap=score.points - max(other.points for at, other in enumerate(game.scores) if at != side),
    )
    if hand is not None:
        message.contract = contract_of(hand.bids, seats)
        message.bid_complete = all(hand.bids[seat] is not None for seat in seats)
        message.tricks = sum(hand.tricks_won[seat] for seat in seats)
        message.need = needed_tricks(game.rules, hand.bids, hand.tricks_won, seats)
    return message
