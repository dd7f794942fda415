"""How the reader wants cards written, and the words that the server lent: what prose needs besides the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from spades.v1.cards_pb2 import Card
from spades.v1.snapshot_pb2 import ChatLine, Snapshot
from spades_client import texts
from spades_client.settings import Chat, LineCards, LineSort, Settings
from spades_client.words import card_words, cards_words, holding_words


def sounds(name: str) -> str:
    """Return what a typed name is compared by."""
    return " ".join(name.casefold().split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """The reader's wishes."""

    short: bool = False
    """Cards as KH instead of king of hearts."""

    by_rank: bool = False
    """The holding sorted by rank instead of suit."""

    phrases: Mapping[int, str] = field(default_factory=dict)
    """The server's set phrases by id, cleaned."""

    muted: frozenset[str] = frozenset()
    """Whose chat is not shown, by ``sounds``."""

    chat: Chat = Chat.ON
    """What of what others say is shown."""

    def hears(self, line: ChatLine, name: str) -> bool:
        """Tell whether the reader wants to see *line*, said by *name*."""
        if sounds(name) in self.muted or self.chat is Chat.OFF:
            return False
        return self.chat is Chat.ON or not line.text

    def card(self, card: Card) -> str:
        """Return one card."""
        return card_words(card, short=self.short)

    def cards(self, cards: Iterable[Card]) -> str:
        """Return cards in the order given."""
        return cards_words(cards, short=self.short)

    def own_cards(self, snapshot: Snapshot) -> str:
        """Return the line of the reader's cards: what they are, that they lie face down, or that there are none."""
        part = next((part for part in snapshot.hand.seats if part.seat == snapshot.your_seat), None)
        if part is None or part.card_count == 0:
            return texts.NO_CARDS
        if not part.cards:
            return texts.FACE_DOWN
        words = holding_words(snapshot, part.cards, short=self.short, by_rank=self.by_rank)
        return texts.YOUR_CARDS.format(cards=words)


def style_of(settings: Settings, style: Style) -> Style:
    """Return *style* as line mode has it by *settings*."""
    return replace(
        style,
        short=settings.line_cards is LineCards.SHORT,
        by_rank=settings.line_sort is LineSort.RANK,
        muted=frozenset(settings.muted),
        chat=settings.chat,
    )
