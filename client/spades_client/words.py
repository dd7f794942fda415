"""Cards, bids, seats and choices as words of ``texts``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby

from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_JOKER, SUIT_SPADES, Bid, Card, Talk
from spades.v1.prompt_pb2 import Choice
from spades.v1.rules_pb2 import OptionValue
from spades.v1.snapshot_pb2 import Side, Snapshot
from spades_client import texts
from spades_client.clean import clean
from spades_client.forms import Plural, Voice
from spades_client.notation import format_card

_SUIT_ORDER = (SUIT_SPADES, SUIT_HEARTS, SUIT_DIAMONDS, SUIT_CLUBS)


def card_words(card: Card, *, short: bool = False) -> str:
    """Return *card* as "king of hearts", or as "KH" where *short*."""
    if short:
        return format_card(card)
    if card.suit == SUIT_JOKER:
        return texts.JOKERS.get(card.rank, texts.CARD_UNKNOWN)
    if card.rank not in texts.RANKS or card.suit not in texts.SUITS:
        return texts.CARD_UNKNOWN
    form = texts.CARD if card.copy <= 1 else texts.CARD_OF_SECOND_PACK
    return form.format(rank=texts.RANKS[card.rank], suit=texts.SUITS[card.suit])


def list_words(words: Iterable[str]) -> str:
    """Return the words as a list."""
    return texts.LIST_JOIN.join(words)


def cards_words(cards: Iterable[Card], *, short: bool = False) -> str:
    """Return the cards in the order given."""
    return list_words(card_words(card, short=short) for card in cards)


def sorted_cards(snapshot: Snapshot, cards: Iterable[Card], *, by_rank: bool = False) -> list[Card]:
    """Return the cards as a player holds them: by suit as they play, or by rank, the strongest first."""
    plays_as = {format_card(entry.card): entry for entry in snapshot.pack.cards}

    def place(card: Card) -> tuple[int, int]:
        entry = plays_as.get(format_card(card))
        suit = entry.plays_as if entry else card.suit
        order = _SUIT_ORDER.index(suit) if suit in _SUIT_ORDER else len(_SUIT_ORDER)
        strength = -(entry.strength if entry else card.rank)
        return (-card.rank, order) if by_rank else (order, strength)

    return sorted(cards, key=place)


def holding_words(snapshot: Snapshot, cards: Iterable[Card], *, short: bool = False, by_rank: bool = False) -> str:
    """Return a holding as "spades ace 9 4. hearts king.", one row for each suit, or as cards where sorted by rank."""
    ordered = sorted_cards(snapshot, cards, by_rank=by_rank)
    if short or by_rank:
        return cards_words(ordered, short=short)
    rows = []
    for suit, row in groupby(ordered, key=lambda card: card.suit):
        ranks = " ".join(
            texts.RANKS_IN_A_ROW.get(card.rank) or texts.JOKERS.get(card.rank, texts.CARD_UNKNOWN) for card in row
        )
        rows.append(texts.SUIT_ROW.format(suit=texts.SUITS.get(suit, texts.CARD_UNKNOWN), ranks=ranks))
    return " ".join(rows)


def bid_words(bid: Bid) -> str:
    """Return a bid as "4", "nil", "blind nil", "blind 6" or "hint 3"."""
    match bid.WhichOneof("kind"):
        case "nil":
            return texts.NIL
        case "blind_nil":
            return texts.BLIND_NIL
        case "blind_tricks":
            return texts.BLIND_TRICKS.format(tricks=bid.blind_tricks)
        case "hint_tricks":
            return texts.HINT_TRICKS.format(tricks=bid.hint_tricks)
        case _:
            return str(bid.tricks)


def talk_words(talk: Talk) -> str:
    """Return what a seat told its partner."""
    return texts.TALKS.get(talk.kind, str(talk.tricks)).format(tricks=talk.tricks)


def choice_words(choice: Choice, *, short: bool = False) -> str:
    """Return one alternative of a prompt; the server's own words where the choice is newer than this client."""
    match choice.WhichOneof("what"):
        case "card":
            return card_words(choice.card, short=short)
        case "bid":
            return bid_words(choice.bid)
        case "talk":
            return talk_words(choice.talk)
        case "action" if choice.action in texts.ACTIONS:
            return texts.ACTIONS[choice.action]
    return clean(choice.label)


def compass_words(snapshot: Snapshot, number: int) -> str:
    """Return how players call a seat where four play; empty: they have no word for it."""
    if len(snapshot.seats) != len(texts.COMPASS) or not 1 <= number <= len(texts.COMPASS):
        return ""
    return texts.COMPASS[number - 1]


def place_words(snapshot: Snapshot, number: int) -> str:
    """Return a seat's number, with how players call the seat where four play: "2 (East)"."""
    compass = compass_words(snapshot, number)
    return texts.SEAT_OF_FOUR.format(number=number, compass=compass) if compass else str(number)


def seat_words(snapshot: Snapshot, number: int) -> str:
    """Return the name at a seat, cleaned; "seat 3" where nobody has one."""
    for seat in snapshot.seats:
        if seat.seat == number:
            name = clean(seat.name).strip()
            return name or texts.SEAT_NAME.format(seat=place_words(snapshot, number))
    return texts.SEAT_NAME.format(seat=number)


def side_words(snapshot: Snapshot, side: int) -> str:
    """Return the names of a side, the reader's own as "You" or "You and Ana"."""
    seats = side_seats(snapshot, side)
    names = [seat_words(snapshot, seat) for seat in seats if seat != snapshot.your_seat]
    if snapshot.your_seat not in seats:
        return names_words(names)
    if len(names) < 2:
        return texts.YOUR_SIDE.format(partner=names[0]) if names else texts.YOU
    return texts.YOUR_SIDE_OF_MORE.format(partners=list_words(names[:-1]), last=names[-1])


def names_words(names: Sequence[str]) -> str:
    """Return names as "Ana", "Ana and Bob" or "Ana, Bob and Cy"."""
    if len(names) < 2:
        return list_words(names)
    return texts.PAIR.format(one=list_words(names[:-1]), other=names[-1])


def side_seats(snapshot: Snapshot, number: int) -> list[int]:
    """Return the seats of a side."""
    return list(next((side.seats for side in snapshot.sides if side.side == number), ()))


def own_side(snapshot: Snapshot) -> Side | None:
    """Return the reader's side; None for a spectator."""
    return next((side for side in snapshot.sides if snapshot.your_seat in side.seats), None)


def told(voice: Voice, snapshot: Snapshot, seat: int, /, **gaps: object) -> str:
    """Return the sentence of *voice* about *seat*: "You ..." where it is the reader's."""
    if seat == snapshot.your_seat:
        return voice.you.format(**gaps)
    return voice.other.format(name=seat_words(snapshot, seat), **gaps)


def count_words(things: Plural, number: int) -> str:
    """Return so many things, such as "1 trick"."""
    return things.format(number=number)


def seconds_words(left: float | None) -> str:
    """Return the time to a deadline as a sentence; None: there is none."""
    if left is None:
        return texts.NO_LIMIT
    return texts.SECONDS.format(seconds=max(0, math.ceil(left)))


def value_words(value: OptionValue) -> str:
    """Return the value of an option."""
    match value.WhichOneof("kind"):
        case "flag":
            return texts.YES if value.flag else texts.NO
        case "word":
            return clean(value.word)
        case _:
            return str(value.number)
