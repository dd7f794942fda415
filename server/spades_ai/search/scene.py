"""Where a hand stands before it is played out, and what may be played: the rules as numbers.

Cards are bits of one small number for each suit, the weakest lowest, so that "beats" is an order of numbers and no
list of cards is ever made. The rules of play stand here a second time for speed; a test plays drawn rules through the
engine's ``Kernel`` as well, card by card. mypyc compiles this file and those that work on it (``make compiled``):
whoever changes them keeps every number a plain ``int``.
"""

from typing import Final

__all__ = ["FIRST_COPIES", "SPADES", "Scene"]

SPADES: Final = 3
FIRST_COPIES: Final = 0x15555555
"""The first of each pair of equal cards, where two packs are in use."""


class Scene:
    """Where a hand stands before it is played out, with the rules of play as numbers; mutable while it is set up.

    Lists are by seat, or by suit where they are of cards. Hands are lists of four sets for each seat, one after the
    other.
    """

    def __init__(self, seats: int, sides: int) -> None:
        """Begin with an empty table, plain rules, and seats that promise nothing."""
        self.seats = seats
        self.sides = sides
        self.double = False
        """Two packs: bits stand in pairs of equal cards."""
        self.anytime = False
        """Spades may be led at any time."""
        self.first_rule = 0
        """What holds for the first trick: 0 nothing, 1 no spade led, 2 no spade, 3 the lowest club."""
        self.forced_lead_breaks = True
        self.must_trump = False
        self.must_overtake = False
        self.caller = 0
        """The spade that calls for the highest ones when it is led; 0: none does."""
        self.noise = 77
        """Plays out of 256 that are made by chance."""
        self.bags_cost = True
        self.nil_helps = False
        """Tricks of a failed nil count for the contract."""
        self.early = 0
        """Tricks that are still to come of the first ones that one side must win all of for a bonus; 0: none are."""
        self.streak = -1
        """The side that has won all of those so far; -1: nobody yet, or nobody any more."""
        self.late = 0
        """The lowest spade that earns the last trick a bonus; 0: none does."""
        self.contracts = [0] * sides
        self.nil = [0] * seats
        """1 for a seat that has bid nil."""
        self.won = [0] * seats
        """Tricks won so far."""
        self.left = [0] * 4
        """The cards that are not known to be gone."""
        self.remaining = 0
        """Tricks to be won, the one on the table included."""
        self.first = True
        """The trick on the table is the first."""
        self.broken = False
        self.turn = 0
        self.led = -1
        """The suit led to the trick; -1: nothing is."""
        self.best_suit = 0
        self.best = 0
        """The card that wins the trick so far."""
        self.winner = 0
        self.played = 0
        """Cards on the table."""
        self.called = False
        """The caller was led to this trick."""

    def over(self, card: int) -> int:
        """Return the set of all cards of its suit that beat *card*."""
        return -(card << 2) if self.double and card & FIRST_COPIES else -(card << 1)

    def legal(self, hands: list[int], seat: int, state: list[int]) -> list[int]:
        """Return what *seat* may play, by suit, without a revoke; *state* is led, best suit, best, first, broken,
        called.
        """
        base, led, first = seat * 4, state[0], state[3]
        held = hands[base : base + 4]
        if first and self.first_rule == 3 and held[0]:
            lowest = held[0] & -held[0]
            if self.double and lowest & FIRST_COPIES:
                lowest |= held[0] & lowest << 1
            return [lowest, 0, 0, 0]
        plain = held[0] | held[1] | held[2]
        if led < 0:
            free = not (first and self.first_rule) and (state[4] or self.anytime)
            return held if free or not plain else [held[0], held[1], held[2], 0]
        void = not held[led]
        if not void:
            allowed = [held[suit] if suit == led else 0 for suit in range(4)]
        elif first and self.first_rule >= 2 and plain:
            allowed = [held[0], held[1], held[2], 0]
        else:
            allowed = held
        if state[5] and held[SPADES]:
            return [0, 0, 0, 1 << held[SPADES].bit_length() - 1]
        if self.must_trump and void and allowed[SPADES]:
            allowed = [0, 0, 0, allowed[SPADES]]
        if self.must_overtake:
            beating = [0, 0, 0, allowed[SPADES]]
            beating[state[1]] = allowed[state[1]] & self.over(state[2])
            if beating[0] | beating[1] | beating[2] | beating[SPADES]:
                return beating
        return allowed
