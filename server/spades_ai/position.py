"""The position at a seat's turn to play: what lies on the table, what is still to come, what beats what."""

from dataclasses import dataclass

from spades_ai.knowledge import Knowledge, Ranking, knowledge_of, opponents_of, own_seat, ranking_of
from spades_ai.odds import none_holds
from spades_engine import (
    Card,
    CardSet,
    Decision,
    Hand,
    Option,
    Pack,
    Rules,
    Suit,
    View,
    needed_tricks,
    pack_of,
    trick_winner,
)
from spades_engine.cards import count
from spades_engine.play import honest_plays

__all__ = ["Position", "honest_options", "position_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """What a seat knows when it must play a card."""

    rules: Rules
    pack: Pack
    ranking: Ranking
    hand: Hand
    known: Knowledge
    seat: int
    partners: tuple[int, ...]
    """The other seats of the own side, clockwise."""
    opponents: tuple[int, ...]
    holding: CardSet
    legal: tuple[Card, ...]
    """The cards that may be played, by suit and strength."""
    led: Suit | None
    """The suit led to the trick; None on lead."""
    winner: int | None
    """The seat that is winning the trick; None on lead."""
    best: Card | None
    """Its card."""
    after: tuple[int, ...]
    """The seats that play to this trick after this one, in order."""

    @property
    def remaining(self) -> int:
        """Tricks still to be won, this one included."""
        return self.hand.counts[self.seat]

    @property
    def need(self) -> int:
        """Tricks that the own side still needs for its contract."""
        return self.need_of(self.seat)

    @property
    def partner_wins(self) -> bool:
        """Whether a partner is winning the trick."""
        return self.winner in self.partners

    @property
    def nil_partners(self) -> tuple[int, ...]:
        """The partners who have bid nil and taken no trick."""
        return tuple(partner for partner in self.partners if self.nil_alive(partner))

    @property
    def follows(self) -> bool:
        """Whether the seat follows suit to this trick."""
        return self.led is not None and self.suit(self.legal[0]) is self.led

    @property
    def winners(self) -> tuple[Card, ...]:
        """The cards that would win the trick as it lies, weakest first, plain cards before spades."""
        return tuple(card for card in self.legal if self.beats(card))

    @property
    def losers(self) -> tuple[Card, ...]:
        """The cards that would not win the trick."""
        return tuple(card for card in self.legal if not self.beats(card))

    def need_of(self, seat: int) -> int:
        """Return the tricks that the side of *seat* still needs."""
        rules, hand = self.rules, self.hand
        return needed_tricks(rules, hand.bids, hand.tricks_won, rules.sides[rules.side_of(seat)])

    def nil_alive(self, seat: int) -> bool:
        """Return whether *seat* has bid nil and taken no trick."""
        bid = self.hand.bids[seat]
        return bid is not None and bid.is_nil and not self.hand.tricks_won[seat]

    def suit(self, card: Card) -> Suit:
        """Return the suit *card* plays as."""
        return self.pack.plays_as[card]

    def height(self, card: Card) -> int:
        """Return how strong *card* is within its suit."""
        return self.pack.strength(card)

    def length(self, suit: Suit) -> int:
        """Return how many cards of *suit* the seat holds."""
        return count(self.holding & self.pack.suits[suit])

    def above(self, card: Card) -> int:
        """Return how many unseen cards of its suit are stronger than *card*."""
        return count(self.ranking.stronger[card] & self.known.unseen)

    def below(self, card: Card) -> int:
        """Return how many unseen cards of its suit are weaker than *card*."""
        return count(self.ranking.weaker[card] & self.known.unseen)

    def outstanding(self, suit: Suit) -> int:
        """Return how many cards of *suit* are unseen."""
        return count(self.pack.suits[suit] & self.known.unseen)

    def beats(self, card: Card) -> bool:
        """Return whether *card* would win the trick as it lies; True on lead."""
        if self.best is None:
            return True
        stronger = self.pack.power[card] > self.pack.power[self.best]
        return stronger and self.suit(card) in (self.led, Suit.SPADES)

    def holds(self, card: Card) -> float:
        """Return the probability that no opponent still to play beats *card*, if it is winning.

        Hidden cards are taken to lie at random, apart from voids that were shown, and opponents to win if they can.
        """
        chance = 1.0
        for seat in self.after:
            if seat in self.opponents and not self.nil_alive(seat):
                chance *= self._survives(card, seat)
        return chance

    def _survives(self, card: Card, seat: int) -> float:
        suit = self.suit(card)
        led = suit if self.led is None else self.led
        lower = self._lacks(seat, suit, self.above(card))
        if suit is Suit.SPADES and led is Suit.SPADES:
            return lower
        void = self._lacks(seat, led, self.outstanding(led))
        if suit is Suit.SPADES:
            return 1 - void * (1 - lower)
        no_spade = self._lacks(seat, Suit.SPADES, self.outstanding(Suit.SPADES))
        return lower - void * (1 - no_spade)

    def _lacks(self, seat: int, suit: Suit, cards: int) -> float:
        """Return the probability that *seat* holds none of *cards* unseen cards of *suit*."""
        if not cards or suit in self.known.voids[seat]:
            return 1.0
        counts, voids = self.hand.counts, self.known.voids
        elsewhere = sum(counts[other] for other in range(len(counts)) if other != self.seat and suit in voids[other])
        return none_holds(cards, count(self.known.unseen) - elsewhere, counts[seat])


def position_of(view: View, due: Decision) -> Position:
    """Return the position in which the view's seat owes a play."""
    rules, hand, seat = view.rules, view.hand, own_seat(view)
    pack = pack_of(rules)
    plays = hand.trick
    winner = trick_winner(pack, plays) if plays else None
    return Position(
        rules=rules,
        pack=pack,
        ranking=ranking_of(rules),
        hand=hand,
        known=knowledge_of(view),
        seat=seat,
        partners=rules.partners_of(seat),
        opponents=opponents_of(rules, seat),
        holding=view.holding,
        legal=tuple(option for option in due.options if isinstance(option, int)),
        led=pack.plays_as[plays[0][1]] if plays else None,
        winner=winner,
        best=next((card for player, card in plays if player == winner), None),
        after=tuple((seat + step) % rules.players for step in range(1, rules.players - len(plays))),
    )


def honest_options(view: View, due: Decision) -> tuple[Option, ...]:
    """Return the cards of *due* that follow suit where the seat can: no computer player revokes."""
    trick, pack = view.hand.trick, pack_of(view.rules)
    if view.rules.revoke == "refused" or not trick:
        return due.options
    hand = view.hand
    honest = honest_plays(
        view.rules,
        pack,
        view.holding,
        pack.plays_as[trick[0][1]],
        broken=hand.broken,
        first_trick=not hand.tricks,
        trick=trick,
    )
    return tuple(option for option in due.options if isinstance(option, int) and honest >> option & 1)
