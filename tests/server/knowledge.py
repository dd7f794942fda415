"""What every viewer may know, by a deliberately naive reading of all that really happened at a table."""

import re
from collections.abc import Iterator

from google.protobuf.message import Message

from spades.v1 import cards_pb2
from spades_engine import Card, CardSet, Rules, parse_card
from spades_engine import events as game
from spades_server.table.events import HandDealt, TableEvent

__all__ = ["Knowledge", "cards_in"]

_WRITTEN = re.compile(r"\b(?:[2-9TJQKA][CDHS]|LJ|BJ)\b(?:\.2)?")
_EVERY = range(108)
"""The cards of two packs."""
_PUBLIC = ("pack", "dealer_drawn")
"""Fields whose cards say nothing about who holds what."""


class Knowledge:
    """The cards whose place each viewer knows; mutable: it follows what happens. Seat -1 is a spectator."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.viewers = [*range(rules.players), -1]
        self.known: dict[int, set[Card]] = {viewer: set() for viewer in self.viewers}

    def happened(self, event: TableEvent) -> None:
        """Learn what *event*, with nothing hidden, teaches each viewer."""
        rules = self.rules
        match event:
            case HandDealt(started=started):
                self.known = {viewer: set() for viewer in self.viewers}
                self._tell(self.viewers, _split(started.shown))
            case game.ClaimProposed(cards=cards):
                self._tell(self.viewers, _split(cards))
            case game.CardsDealt(seat=seat, seen=True, cards=cards) | game.CardsSeen(seat=seat, cards=cards):
                assert cards is not None
                self._tell([seat], _split(cards))
            case game.CardOffered(seat=seat, card=card):
                assert card is not None
                self._tell(self.viewers if rules.draw_first_card == "public" else [seat], [card])
            case game.CardDrawn(seat=seat, kept_offered=kept_offered, kept=kept, thrown=thrown):
                assert kept is not None
                assert thrown is not None
                self._tell([seat], [kept])
                # The thrown card is the second one if the first was kept; then it may go unseen, even by its owner.
                if not kept_offered or rules.draw_second_card == "seen":
                    self._tell([seat], [thrown])
                if rules.draw_discards == "public":
                    self._tell(self.viewers, [thrown])
            case game.CardsExchanged(giver=giver, receiver=receiver, cards=cards, unseen=unseen):
                assert cards is not None
                # Cards given unseen are taken up later, which is told as a sight of all the receiver's cards.
                self._tell([giver] if unseen else [giver, receiver], _split(cards))
            case game.CardPlayed(card=card):
                self._tell(self.viewers, [card])
            case game.HandEnded():
                self._tell(self.viewers, _EVERY)
            case _:
                pass

    def _tell(self, viewers: "list[int]", cards: "list[Card] | range") -> None:
        for viewer in viewers:
            self.known[viewer].update(cards)

    def may_see(self, viewer: int | None, card: Card) -> bool:
        """Return whether *viewer* (None: a spectator) may know *card*."""
        return card in self.known[-1 if viewer is None else viewer]


def _split(many: CardSet) -> list[Card]:
    return [card for card in _EVERY if many >> card & 1]


def cards_in(message: Message, *, inside: str = "") -> Iterator[tuple[str, Card]]:
    """Yield (path, card) for every card anywhere in *message*, also those written in texts."""
    for descriptor, value in message.ListFields():
        path = f"{inside}.{descriptor.name}"
        if descriptor.name in _PUBLIC:
            continue
        for one in value if descriptor.is_repeated else (value,):
            if isinstance(one, cards_pb2.Card):
                index = one.rank + 37 if one.suit == cards_pb2.SUIT_JOKER else (one.suit - 1) * 13 + one.rank - 2
                yield path, 54 * (one.copy - 1) + index
            elif isinstance(one, Message):
                yield from cards_in(one, inside=path)
            elif isinstance(one, str):
                yield from ((path, parse_card(word)) for word in _WRITTEN.findall(one))
