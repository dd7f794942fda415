"""Cards in short notation: ``KH``, ``10s``, ``h4``, ``4♥``, jokers ``BJ`` and ``LJ``."""

from __future__ import annotations

from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_DIAMONDS, SUIT_HEARTS, SUIT_JOKER, SUIT_SPADES, Card, Suit

RANKS = {
    **{rank: "0123456789TJQKA"[rank] for rank in range(2, 15)},
    15: "L",
    16: "B",
}
SUITS: dict[Suit.ValueType, str] = {
    SUIT_CLUBS: "C",
    SUIT_DIAMONDS: "D",
    SUIT_HEARTS: "H",
    SUIT_SPADES: "S",
    SUIT_JOKER: "J",
}
_RANK_OF = {letter: rank for rank, letter in RANKS.items()}
_SUIT_OF = {letter: suit for suit, letter in SUITS.items()}
_SIGNS = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS")


class NotationError(ValueError):
    """The text is not the notation of a card."""


def format_card(card: Card) -> str:
    """Return *card* as rank and suit letter, with ``.2`` behind it if it is from the second pack."""
    copy = f".{card.copy}" if card.copy > 1 else ""
    return f"{RANKS.get(card.rank, '?')}{SUITS.get(card.suit, '?')}{copy}"


def parse_card(text: str) -> Card:
    """Return the card written as *text*: rank and suit in any order and case, ``10`` or ``T``, letter or suit sign.

    Raises:
        NotationError: *text* is not a card.
    """
    plain = text.strip().translate(_SIGNS).replace("\ufe0f", "").upper()
    plain, _, copy = plain.partition(".")
    plain = plain.replace("10", "T")
    if len(plain) != 2 or copy not in ("", "1", "2"):
        raise NotationError(f"{text!r} is not a card; write KH or 10s")
    for rank, suit in ((plain[0], plain[1]), (plain[1], plain[0])):
        if rank in _RANK_OF and suit in _SUIT_OF and _belong(rank, suit):
            return Card(rank=_RANK_OF[rank], suit=_SUIT_OF[suit], copy=int(copy or 1))
    raise NotationError(f"{text!r} is not a card; write KH or 10s")


def _belong(rank: str, suit: str) -> bool:
    return (rank in "LB") == (suit == "J")
