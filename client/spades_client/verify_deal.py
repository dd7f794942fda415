"""Verifying fair deals: that every hand was dealt as the server promised before anybody saw a card.

Written from docs/verifying.md alone, as a stranger would. ``Evidence`` is what one viewer collects on the way;
``judge`` compares it with what ``HandEnded`` opens.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from spades.v1.cards_pb2 import Card
from spades.v1.event_pb2 import HandEnded
from spades.v1.snapshot_pb2 import Hand, Snapshot
from spades_client.verify_evidence import DealSeen, Evidence, card_number

NONCE_BYTES = 32
"""The longest nonce a seat may contribute."""


class Finding(Enum):
    """What verifying a hand came to."""

    VERIFIED = "verified"
    SEEDED = "seeded"
    """The table follows from a chosen code: it promises nothing."""
    CAME_LATE = "came late"
    """The nonces were told before the viewer came."""
    NO_PROMISE = "no promise"
    NOT_OPENED = "not opened"
    """There are not as many secrets as deals."""
    OTHER_SECRET = "other secret"
    OTHER_CARDS = "other cards"
    OTHER_UNDEALT = "other undealt"
    OTHER_STOCK = "other stock"
    OTHER_LEADER = "other leader"

    @property
    def is_wrong(self) -> bool:
        """Whether the server did not keep its promise."""
        return self not in (Finding.VERIFIED, Finding.SEEDED, Finding.CAME_LATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What verifying a hand came to, and where it went wrong."""

    finding: Finding
    deal: int = 0
    """The deal of the hand, from 1."""
    seat: int = 0
    """The seat that got other cards."""


def judge(evidence: Evidence, after: Snapshot, ended: HandEnded) -> Verdict:
    """Return the verdict on the hand that *ended*; *after* is the table as the viewer then knows it."""
    if after.seeded:
        return Verdict(finding=Finding.SEEDED)
    hand = after.hand
    if len(ended.secrets) != hand.deal:
        return Verdict(finding=Finding.NOT_OPENED, deal=hand.deal)
    for seen in evidence.deals:
        if not 1 <= seen.deal <= hand.deal:
            return Verdict(finding=Finding.NOT_OPENED, deal=seen.deal)
        if not seen.commitment:
            return Verdict(finding=Finding.NO_PROMISE, deal=seen.deal)
        if hashlib.sha256(ended.secrets[seen.deal - 1]).digest() != seen.commitment:
            return Verdict(finding=Finding.OTHER_SECRET, deal=seen.deal)
    if evidence.nonces is None:
        return Verdict(finding=Finding.CAME_LATE)
    if any(len(nonce) > NONCE_BYTES for nonce in evidence.nonces):
        return Verdict(finding=Finding.NO_PROMISE, deal=hand.deal)
    for seen in evidence.deals:
        shuffle = Shuffle(after, ended.secrets[seen.deal - 1], evidence.nonces)
        wrong = _wrong_deal(seen, shuffle.deck, hand, after.your_seat)
        if seen.deal == hand.deal:
            wrong = wrong or _wrong_end(seen, shuffle, after, ended)
        if wrong:
            return wrong
    return Verdict(finding=Finding.VERIFIED)


# The shuffle.


def numbers_of(cards: Iterable[Card]) -> set[int]:
    """Return the numbers of cards."""
    return set(map(card_number, cards))


class Shuffle:
    """What one secret gives at one table."""

    def __init__(self, table: Snapshot, secret: bytes, nonces: Sequence[bytes]) -> None:
        self.deck = shuffled([card_number(entry.card) for entry in table.pack.cards], secret, nonces)
        self.leader = 1 + _below(_stream(secret, "leader", nonces), max(1, len(table.hand.seats)))
        """The seat that leads where chance decides."""


def shuffled(cards: Iterable[int], secret: bytes, nonces: Sequence[bytes]) -> list[int]:
    """Return the deck: the numbers of the pack in the order that *secret* gives under the label "deck"."""
    order = sorted(cards)
    stream = _stream(secret, "deck", nonces)
    for last in range(len(order) - 1, 0, -1):
        other = _below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _stream(secret: bytes, label: str, nonces: Sequence[bytes]) -> Iterator[int]:
    start = label.encode() + b"\0" + b"".join(bytes([len(nonce)]) + nonce for nonce in nonces)
    block = 0
    while True:
        digest = hmac.new(secret, start + struct.pack(">I", block), hashlib.sha256).digest()
        yield from struct.unpack(">8I", digest)
        block += 1


def _below(stream: Iterator[int], limit: int) -> int:
    fair = 2**32 - 2**32 % limit
    return next(number for number in stream if number < fair) % limit


# What the viewer saw of each deal.


def _wrong_deal(seen: DealSeen, deck: Sequence[int], hand: Hand, viewer: int) -> Verdict | None:
    """Return what contradicts *deck* in what the viewer saw of a deal."""
    for place, number in seen.stock:
        if not place < len(deck) or deck[place] != number:
            return Verdict(finding=Finding.OTHER_STOCK, deal=seen.deal)
    if seen.own is not None and seen.own != dealt_to(viewer, deck, hand):
        return Verdict(finding=Finding.OTHER_CARDS, deal=seen.deal, seat=viewer)
    return None


def dealt_to(seat: int, deck: Sequence[int], hand: Hand) -> set[int]:
    """Return what *seat* is dealt: one card at a time, clockwise from the seat after the dealer."""
    seats, size = max(1, len(hand.seats)), hand.hand_size
    return set(deck[: seats * size][(seat - hand.dealer - 1) % seats :: seats])


def _wrong_end(seen: DealSeen, shuffle: Shuffle, after: Snapshot, ended: HandEnded) -> Verdict | None:
    """Return what contradicts the last deal in what ``HandEnded`` opens and in what was played."""
    hand, deck = after.hand, shuffle.deck
    dealt = {holding.seat: numbers_of(holding.cards) for holding in ended.dealt}
    for part in hand.seats:
        mine = dealt.get(part.seat, set())
        if not (_is_holding_of(part.seat, mine, seen, deck, hand) and _played_as_dealt(hand, part.seat) <= mine):
            return Verdict(finding=Finding.OTHER_CARDS, deal=seen.deal, seat=part.seat)
    if hand.HasField("draw"):
        rest_fits, finding = _one_of_each_pair(deck, set().union(*dealt.values())), Finding.OTHER_STOCK
    else:
        rest = set(deck[len(hand.seats) * hand.hand_size :])
        rest_fits, finding = numbers_of(ended.undealt) == rest, Finding.OTHER_UNDEALT
        rest_fits = rest_fits and (not hand.shown or numbers_of(hand.shown) == rest)
    if not rest_fits:
        return Verdict(finding=finding, deal=seen.deal)
    by_chance = any(option.name == "first_leader" and option.value.word == "random" for option in after.rules.options)
    if by_chance and hand.tricks and hand.tricks[0].leader != shuffle.leader:
        return Verdict(finding=Finding.OTHER_LEADER, deal=seen.deal)
    return None


def _is_holding_of(seat: int, cards: set[int], seen: DealSeen, deck: Sequence[int], hand: Hand) -> bool:
    """Return whether *seat* was dealt *cards*, or may have chosen them."""
    if hand.HasField("draw"):
        return len(cards) == hand.hand_size and _chosen(seen, seat, deck) <= cards
    return cards == dealt_to(seat, deck, hand)


def _chosen(seen: DealSeen, seat: int, deck: Sequence[int]) -> set[int]:
    """Return the cards that *seat* was seen to choose, open or not: which of the two is public."""
    return {deck[place] for chooser, place in seen.choices if chooser == seat and place < len(deck)}


def _one_of_each_pair(stock: Sequence[int], kept: set[int]) -> bool:
    """Return whether of each two cards in turn one was kept and one thrown."""
    return all((one in kept) != (other in kept) for one, other in zip(stock[::2], stock[1::2], strict=False))


def _played_as_dealt(hand: Hand, seat: int) -> set[int]:
    """Return the cards that *seat* played and was dealt; none where it got cards that the viewer does not know."""
    got = [made for made in hand.exchanges if made.to_seat == seat]
    if any(len(made.cards) != made.count for made in got):
        return set()
    played = {card_number(play.card) for trick in hand.tricks for play in trick.plays if play.seat == seat}
    return played - {card_number(card) for made in got for card in made.cards}
