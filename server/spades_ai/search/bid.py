"""What to bid: the bids around that of ``rules`` are played out in the same worlds, and must win by a margin.

The best of several guesses is too good on average, and playouts are not right everywhere: what each kind of bid was
worth when its hand was played says how much better it must look before it is believed. Source: docs/bots.md
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spades_ai.bidding import choose_bid
from spades_ai.chance import chance
from spades_ai.choice import Alternative, Choice, Reason, Seed
from spades_ai.knowledge import own_seat
from spades_ai.nil import nil_odds
from spades_ai.search.figures import alternative_of
from spades_ai.search.hidden import cards_left, dealer_of, expected_tricks
from spades_ai.search.places import places_of
from spades_ai.search.playout import playout
from spades_ai.search.race import Run, Runner, race, value_beside
from spades_ai.search.staging import scene_before_play
from spades_ai.search.stakes import Outcome, Stakes
from spades_ai.search.worlds import Dealer
from spades_ai.worths import worths_of
from spades_engine import NIL, Bid, Decision, Rules, View
from spades_engine.bids import of
from spades_engine.leading import first_leader

__all__ = ["search_bid"]

_NIL_MARGIN = 15.0
_HIGHER_MARGIN = 4.0
_LOWER_MARGIN, _LOWER_MARGIN_OF_PARTNERS = 6.0, 40.0
"""Points by which a bid must be better than that of ``rules``; a number instead of its nil counts as lower.

Fitted on the suite ``tune``. With partners, playouts fear too much for the contract: lower bids lost 12 points where
they were taken to gain some. What is left to them is the end of a game, which ``rules`` does not see.
"""
_WORTH_A_TRY = 0.3
"""Odds of a nil from which it is played out."""
_SURE_NIL = 0.8
"""Odds from which a seat that has not bid yet is taken to bid nil."""


def search_bid(view: View, due: Decision, seed: Seed, worlds: int, *, also: Bid | None = None) -> Choice:
    """Return the bid; that of ``rules`` where other rules than the plain ones say what may be bid.

    *also* is looked at besides those that are worth a try, and not chosen.
    """
    principled = choose_bid(view, due)
    usual = due.options[principled.picks[0]]
    rules = view.rules
    if not isinstance(usual, Bid) or rules.variation != "normal" or rules.bids_for_both:
        return principled
    bids = list(_candidates(view, due, usual))
    tried = len(bids)
    if also is not None and also not in bids:
        bids.append(also)
    if len(bids) == 1:
        return principled
    auction = _Auction(view, dealer_of(view))
    run = auction.run(bids)
    runners = race(len(bids), auction.dealer, chance(view, seed).getrandbits(32) | 1, worlds, run)
    best = _winner(rules, bids[:tried], runners[:tried])
    side = rules.side_of(own_seat(view))
    found = []
    for number, bid in enumerate(bids):
        figures = alternative_of((due.options.index(bid),), auction.outcomes[number], side, has_nil=bid.is_nil)
        made = figures.made if figures.nil is None else figures.nil
        found.append(replace(figures, made=made, value=value_beside(runners[best], runners[number])))
    chosen = found[best]
    ranked = sorted(found, key=lambda one: (one.picks != chosen.picks, -one.value))
    known = {one.picks for one in found}
    untried = (one for one in principled.alternatives if one.picks not in known)
    return Choice(chosen.picks, (*_reasons(bids, found, best), *principled.reasons), (*ranked, *untried))


def _reasons(bids: Sequence[Bid], found: Sequence[Alternative], best: int) -> Iterator[Reason]:
    chosen = found[best]
    text = f"{bids[best]}: made with {chosen.made:.0%}, {chosen.bags:.1f} bags, {chosen.points:+.0f} points on average"
    yield Reason(code="outlook", value=chosen.made, text=text)
    if best:
        gain = chosen.value - found[0].value
        yield Reason(
            code="searched", value=gain, text=f"{bids[best]} is {gain:.1f} points better than {bids[0]} on average"
        )


def _candidates(view: View, due: Decision, usual: Bid) -> Iterator[Bid]:
    """Yield the bids to try, that of ``rules`` first."""
    yield usual
    numbers = [option for option in due.options if isinstance(option, Bid) and not option.is_nil]
    centre = usual.tricks
    if usual.is_nil:
        best = choose_bid(view, replace(due, options=tuple(numbers))) if numbers else None
        if best is None:
            return
        number = numbers[best.picks[0]]
        yield number
        centre = number.tricks
    yield from (bid for bid in numbers if bid != usual and abs(bid.tricks - centre) == 1)
    if not usual.is_nil and NIL in due.options and nil_odds(view)[0] >= _WORTH_A_TRY:
        yield NIL


def _winner(rules: Rules, bids: Sequence[Bid], runners: Sequence[Runner]) -> int:
    """Return the number of the bid that is best by more than its margin; else that of ``rules``, which is the first."""
    best, most = 0, 0.0
    for number, runner in enumerate(runners):
        met = min(len(runner.values), len(runners[0].values))
        gain = (sum(runner.values[:met]) - sum(runners[0].values[:met])) / met - _margin(rules, bids[0], bids[number])
        if number and gain > most:
            best, most = number, gain
    return best


def _margin(rules: Rules, usual: Bid, bid: Bid) -> float:
    if bid.is_nil:
        return _NIL_MARGIN
    if bid.tricks > usual.tricks and not usual.is_nil:
        return _HIGHER_MARGIN
    return _LOWER_MARGIN_OF_PARTNERS if rules.has_partners else _LOWER_MARGIN


class _Auction:
    """Plays hands out from their bids; mutable: it keeps what became of them."""

    def __init__(self, view: View, dealer: Dealer) -> None:
        self.view = view
        self.dealer = dealer
        self.outcomes: dict[int, list[Outcome]] = {}
        self._stakes: dict[tuple[Bid | None, ...], Stakes] = {}
        self._own = own_seat(view)

    def run(self, bids: Sequence[Bid]) -> Run:
        """Return what plays a hand out with each of *bids*."""
        left, side = cards_left(self.view), self.view.rules.side_of(self._own)

        def play_out(index: int, hands: list[int], chance: int) -> tuple[int, float]:
            made = self._bids(bids[index], hands)
            scene = scene_before_play(self.view.rules, made, self._leader(made, hands, chance), left)
            packed = playout(scene, hands, -1, 0, chance, None)
            stakes = self._stakes.get(made)
            if stakes is None:
                stakes = self._stakes[made] = Stakes(self.view.game, made)
            outcome = stakes.outcome(packed)
            self.outcomes.setdefault(index, []).append(outcome)
            return packed, outcome.values[side]

        return play_out

    def _bids(self, own: Bid, hands: Sequence[int]) -> tuple[Bid | None, ...]:
        """Return the bids made, the own one, and for the seats to come what their hands in this world let expect."""
        made = list(self.view.hand.bids)
        for seat, bid in enumerate(made):
            if seat == self._own:
                made[seat] = own
            elif bid is None:
                made[seat] = self._likely(hands, seat)
        return tuple(made)

    def _likely(self, hands: Sequence[int], seat: int) -> Bid:
        rules = self.view.rules
        clubs, diamonds, hearts, spades = hands[seat * 4 : seat * 4 + 4]
        if rules.nil and self.dealer.escape(clubs, diamonds, hearts, spades) >= _SURE_NIL:
            return NIL
        tricks = expected_tricks(self.dealer, hands, seat) - worths_of(rules).unsaid
        return of(max(round(tricks), rules.min_player_bid, 1))

    def _leader(self, made: Sequence[Bid | None], hands: Sequence[int], chance: int) -> int:
        rules, places = self.view.rules, places_of(self.view.rules)
        clubs = tuple(places.set_of(0, hands[seat * 4]) for seat in range(rules.players))
        return first_leader(rules, self.view.hand.dealer, chance % rules.players, clubs, tuple(made))
