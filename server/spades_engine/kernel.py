"""A hand in trick play that changes in place: for playing out thousands of worlds, where a state for each card is dear.

It knows no rule of its own: what may be played, who wins and what that scores is asked of the same functions as in
``decide``. A test plays the same cards through both.
"""

from collections.abc import Sequence

from spades_engine.bids import Bid
from spades_engine.cards import Card, CardSet, count
from spades_engine.hand import Game, Phase
from spades_engine.leading import first_leader
from spades_engine.pack import pack_of
from spades_engine.play import Plays, breaks_spades, called_for, legal_plays, revokes, trick_winner
from spades_engine.rules import Rules
from spades_engine.scoring import Score, SideResult, score_hand

__all__ = ["Kernel", "NotInPlay"]


class NotInPlay(ValueError):
    """The cards cannot be played on from here: it is not the time, or not all of them are known."""


class Kernel:
    """One hand from its first lead, or from the middle of its play, to its score.

    Mutable, unlike every other state of the engine, and trusting: ``play`` takes what ``legal`` gave without checking
    it again. Claims are not played; a claim that was refused changes nothing here. Tuples and lists are by seat unless
    they say otherwise.
    """

    __slots__ = (
        "_breaker",
        "_called",
        "_next",
        "_start",
        "bids",
        "broken",
        "holdings",
        "pack",
        "rules",
        "scores",
        "trick",
        "tricks",
        "tricks_won",
        "turn",
        "winners",
    )

    def __init__(
        self,
        rules: Rules,
        holdings: Sequence[CardSet],
        bids: Sequence[Bid | None],
        *,
        leader: int,
        scores: Sequence[Score] | None = None,
    ) -> None:
        """Begin the play of *holdings*, equally many cards each, as they are after the exchange.

        *scores* are by side and stand before the hand; None where the score of this hand alone is wanted.
        """
        seats = rules.players
        self.rules = rules
        self.pack = pack_of(rules)
        self.bids = tuple(bids)
        self.scores = (Score(),) * len(rules.sides) if scores is None else tuple(scores)
        self.holdings: list[CardSet] = list(holdings)
        self.turn = leader
        self.trick: list[tuple[int, Card]] = []
        """(seat, card) on the table, in the order played."""
        self.tricks: list[Plays] = []
        """The finished tricks, in order."""
        self.winners: list[int] = []
        """Who won each of them."""
        self.tricks_won = [0] * seats
        self.broken = False
        self._next = (*range(1, seats), 0)
        self._start = 0
        self._breaker: tuple[int, Card] | None = None
        self._called = self._call()

    @classmethod
    def dealt(
        cls,
        rules: Rules,
        holdings: Sequence[CardSet],
        bids: Sequence[Bid | None],
        *,
        dealer: int,
        leader_draw: int = 0,
        scores: Sequence[Score] | None = None,
    ) -> "Kernel":
        """Return the play of a hand that *dealer* dealt; the rules say who leads, *leader_draw* where chance does."""
        leader = first_leader(rules, dealer, leader_draw, tuple(holdings), tuple(bids))
        return cls(rules, holdings, bids, leader=leader, scores=scores)

    @classmethod
    def of(cls, game: Game, holdings: Sequence[CardSet] | None = None) -> "Kernel":
        """Return the hand of *game* from where its play stands; *holdings* stand for those that a view hides.

        Raises:
            NotInPlay: no trick is being played, a claim waits for its answers, or a seat's cards are not as many as
                it holds.
        """
        hand = game.hand
        if hand is None or hand.phase is not Phase.PLAY or hand.turn is None:
            raise NotInPlay("no hand is being played, so that no card is due")
        if hand.claim is not None:
            raise NotInPlay(f"the claim of seat {hand.claim.seat} waits for its answers")
        held = hand.holdings if holdings is None else tuple(holdings)
        for seat, (known, number) in enumerate(zip(map(count, held), hand.counts, strict=True)):
            if known != number:
                raise NotInPlay(f"seat {seat} holds {number} cards, of which {known} are given")
        kernel = cls(game.rules, held, hand.bids, leader=hand.turn, scores=game.scores)
        kernel.trick = list(hand.trick)
        kernel.tricks = [trick.plays for trick in hand.tricks]
        kernel.winners = [trick.winner for trick in hand.tricks]
        kernel.tricks_won = list(hand.tricks_won)
        kernel.broken = hand.broken
        kernel._start = kernel._plays()
        kernel._called = kernel._call()
        return kernel

    def copy(self) -> "Kernel":
        """Return another hand that stands where this one does."""
        twin = Kernel.__new__(Kernel)
        twin.rules, twin.pack, twin.bids, twin.scores = self.rules, self.pack, self.bids, self.scores
        twin.holdings, twin.tricks_won = self.holdings.copy(), self.tricks_won.copy()
        twin.trick, twin.tricks, twin.winners = self.trick.copy(), self.tricks.copy(), self.winners.copy()
        twin.turn, twin.broken = self.turn, self.broken
        twin._next, twin._start, twin._breaker, twin._called = self._next, self._start, self._breaker, self._called
        return twin

    @property
    def finished(self) -> bool:
        """Whether the last trick is won."""
        return not self.holdings[self.turn]

    def legal(self) -> CardSet:
        """Return the cards that the seat in turn may play; empty only at the end."""
        holding, called = self.holdings[self.turn], self._called
        if called is not None:
            return holding & called or holding
        trick = self.trick
        led = self.pack.plays_as[trick[0][1]] if trick else None
        return legal_plays(
            self.rules, self.pack, holding, led, broken=self.broken, first_trick=not self.tricks, trick=trick
        )

    def play(self, card: Card) -> None:
        """Play *card*, one of ``legal``, for the seat in turn."""
        seat, trick = self.turn, self.trick
        if not self.broken:
            led = self.pack.plays_as[trick[0][1]] if trick else None
            if breaks_spades(self.rules, self.pack, self.holdings[seat], led, card):
                self.broken, self._breaker = True, (seat, card)
        self.holdings[seat] ^= 1 << card
        trick.append((seat, card))
        if len(trick) == len(self._next):
            self._end_trick()
            return
        self.turn = self._next[seat]
        if len(trick) == 1:
            self._called = self._call()

    def _end_trick(self) -> None:
        winner = trick_winner(self.pack, self.trick)
        self.tricks.append(self.trick)
        self.winners.append(winner)
        self.tricks_won[winner] += 1
        self.trick, self.turn = [], winner
        self._called = self._call()

    def _call(self) -> CardSet | None:
        """Return what this trick asks of everybody who is still to play; it changes with the first card only."""
        led = self.pack.plays_as[self.trick[0][1]] if self.trick else None
        return called_for(self.rules, self.pack, led, broken=self.broken, first_trick=not self.tricks)

    def undo(self) -> Card:
        """Take the last card back, and return it.

        Raises:
            IndexError: none was played here; what was played before this hand was taken over stays.
        """
        if self._plays() == self._start:
            raise IndexError("no card was played here that could be taken back")
        if not self.trick:
            self.trick = list(self.tricks.pop())
            self.tricks_won[self.winners.pop()] -= 1
        play = self.trick.pop()
        self.turn, card = play
        self.holdings[self.turn] |= 1 << card
        if play == self._breaker:
            self.broken, self._breaker = False, None
        self._called = self._call()
        return card

    def _plays(self) -> int:
        return len(self.tricks) * len(self._next) + len(self.trick)

    def results(self) -> tuple[SideResult, ...]:
        """Return the lines of every side, once the hand is finished."""
        assert self.finished, "the hand goes on"
        found = revokes(self.rules, self.pack, self.holdings, self.tricks) if self.rules.revoke == "allowed" else ()
        return score_hand(
            self.rules,
            self.scores,
            self.bids,
            self.tricks_won,
            winners=self.winners,
            last_card=dict(self.tricks[-1])[self.winners[-1]],
            revokers={seat for seat, _, _ in found},
        )
