"""The reader's cards in rows by suit, and which of them may be chosen now and why not the others. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spades.v1.cards_pb2 import Card, Suit
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT
from spades.v1.prompt_pb2 import Barred, Prompt
from spades_client import texts as prose
from spades_client.notation import format_card
from spades_client.reasons import why
from spades_client.screen import texts
from spades_client.screen.asking import Asking, asking
from spades_client.screen.look import Look
from spades_client.screen.table_view import TableView
from spades_client.words import list_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The cards that count as one suit."""

    suit: Suit.ValueType
    cards: tuple[Card, ...]

    @property
    def keys(self) -> list[str]:
        """The cards in notation."""
        return [format_card(card) for card in self.cards]


def rows(view: TableView, look: Look) -> list[Row]:
    """Return a row for each suit, empty ones too, in the reader's order."""
    own = view.own.cards if view.own else ()
    return [
        Row(suit=suit, cards=_of_suit(view, own, suit, high_first=look.sort.high_first)) for suit in look.sort.suits
    ]


def _of_suit(view: TableView, own: Sequence[Card], suit: Suit.ValueType, *, high_first: bool) -> tuple[Card, ...]:
    cards = [card for card in own if view.plays_as(card) == suit]
    return tuple(sorted(cards, key=view.strength, reverse=high_first))


def own_card(view: TableView, key: str) -> Card | None:
    """Return the card written *key*, if the viewer holds it."""
    own = view.own.cards if view.own else ()
    return next((card for card in own if format_card(card) == key), None)


def choosable(view: TableView) -> frozenset[str]:
    """Return the cards that may be played or given now, in notation."""
    prompt = view.asked
    if prompt is None or asking(view) not in (Asking.PLAY, Asking.GIVE):
        return frozenset()
    return frozenset(format_card(choice.card) for choice in prompt.choices)


def why_not(view: TableView, card: Card, look: Look) -> str:
    """Return why *card* cannot be chosen now, with the cards that oblige."""
    prompt = view.asked
    face = look.card(card)
    if prompt is None or asking(view) not in (Asking.PLAY, Asking.GIVE):
        return not_your_turn(view)
    barred = _barred(prompt, card)
    if barred is None:
        return texts.NOT_OFFERED.format(card=face)
    reason = why(barred.reason).rstrip(".")
    cards = sorted(barred.because_cards, key=view.strength, reverse=True)
    because = " ".join(look.card(held) for held in cards)
    if barred.reason == ERROR_REASON_MUST_FOLLOW_SUIT and because:
        led = prose.SUITS.get(view.plays_as(cards[0]), prose.CARD_UNKNOWN)
        return texts.NOT_NOW_FOLLOW.format(card=face, suit=led, cards=because)
    if because:
        return texts.NOT_NOW_BECAUSE.format(card=face, reason=reason, cards=because)
    return texts.NOT_NOW.format(card=face, reason=reason)


def _barred(prompt: Prompt, card: Card) -> Barred | None:
    key = format_card(card)
    return next((barred for barred in prompt.barred if key in map(format_card, barred.cards)), None)


def not_your_turn(view: TableView) -> str:
    """Return for whom the table waits instead."""
    others = [prompt for prompt in view.snapshot.prompts if prompt.seat != view.snapshot.your_seat]
    if not others:
        return prose.NOTHING_ASKED
    return texts.NOT_YOUR_TURN.format(names=list_words(dict.fromkeys(view.name(p.seat) for p in others)))
