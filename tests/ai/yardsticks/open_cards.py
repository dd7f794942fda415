"""Plays as ``search`` with all cards open: how far one could come who knew them. Only a measure, and only in the arena.

A strategy is shown what its seat may see. But the deals of the arena follow from the name of the suite, which all the
world may know: this player deals the boards of the suite ``test`` one after the other until it finds its own cards. At
a table of people that is of no use, since deals follow from a secret there.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from spades_ai import choose
from spades_ai.knowledge import own_seat
from spades_bot.arena import Board, Match
from spades_bot.arena.boards import cards_of, dealer_of
from spades_engine import CardSet, Decision, Option, Rules, View, decide, evolve, new_game
from spades_engine.cards import mask

__all__ = ["OpenCards", "laid_open"]

_SUITE = "test"
_BOARDS = 1000
"""Boards that are looked through; on others it plays as ``search``."""


class OpenCards:
    """The play of ``search`` in the one world that is true; it bids as ``rules``."""

    def play(self, view: View, due: Decision, chance: Random) -> Option:
        """Return the card that ``search`` plays where all cards are laid open."""
        (pick,) = choose("search", laid_open(view), chance.getrandbits(64)).picks
        return due.options[pick]


def laid_open(view: View) -> View:
    """Return *view* with the cards of all seats, if its board is found."""
    hand, own = view.hand, own_seat(view)
    played = [play for trick in (*(trick.plays for trick in hand.tricks), hand.trick) for play in trick]
    held = view.holding | mask(card for seat, card in played if seat == own)
    dealt = next((dealt for dealt in _deals(view.rules) if dealt[own] == held), None)
    if dealt is None:
        return view
    gone = mask(card for _, card in played)
    open_hand = hand._replace(holdings=tuple(cards & ~gone for cards in dealt))
    return View(own, view.game._replace(hand=open_hand))


@lru_cache(maxsize=4)
def _deals(rules: Rules) -> tuple[tuple[CardSet, ...], ...]:
    """Return what every seat is dealt on each board."""
    return tuple(_dealt(rules))


def _dealt(rules: Rules) -> Iterator[tuple[CardSet, ...]]:
    match = Match(contestants=("search", "rules"), rules=rules, suite=_SUITE, boards=_BOARDS, limit=0)
    for number in range(1, _BOARDS + 1):
        board = Board(number, whole_game=False)
        game = new_game(rules)._replace(dealer=dealer_of(rules, board))
        for event in decide(game, cards_of(match, board, hand=1, deal=1)):
            game = evolve(game, event)
        assert game.hand is not None, "it was dealt"
        yield game.hand.holdings
