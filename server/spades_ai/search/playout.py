"""One hand played out by rough principles and some chance, thousands of times for one decision of ``search``.

Cards as in ``scene``. mypyc compiles this file as it is; a test compares both. Every chance is drawn here, from 32
bits, so that they play the same hands.
"""

from typing import Final

from spades_ai.search.rough import CHEAP, DUCK, HIGH, LOW, TAKE, discard, follow, lead
from spades_ai.search.scene import FIRST_COPIES, SPADES, Scene

__all__ = ["BONUS_BITS", "PACKED_BITS", "bonuses", "next_chance", "playout", "random_bit"]

PACKED_BITS: Final = 5
"""Bits of each seat's tricks in the result of a playout."""
BONUS_BITS: Final = 3
"""Bits, above those, of each side that a trick may have earned a bonus, counted from 1; 0: none."""
_MASK: Final = 0xFFFFFFFF


def next_chance(state: int) -> int:
    """Return the 32 bits of chance after *state*, which is not 0: a xorshift that fits every machine's numbers."""
    state ^= state << 13 & _MASK
    state ^= state >> 17
    return state ^ state << 5 & _MASK


def random_bit(many: int, number: int) -> int:
    """Return the bit of *many* that has *number* lower ones in it."""
    for _ in range(number):
        many &= many - 1
    return many & -many


def playout(scene: Scene, hands: list[int], suit: int, card: int, chance: int, trace: list[int] | None) -> int:
    """Return the tricks of every seat at the end, packed, after *card* of *suit* (none: suit -1) is played first.

    Above the tricks stand the side that won all of the first ones, and the one whose high spade won the last, as far as
    the scene asks for them.

    *chance* is 32 bits and not 0. *trace* is given seat, suit, card and the four sets of legal cards of each play.
    """
    seats, sides, noise, double = scene.seats, scene.sides, scene.noise, scene.double
    hands, left, won = hands[:], scene.left[:], scene.won[:]
    remaining, first, broken, called = scene.remaining, scene.first, scene.broken, scene.called
    seat, led, played = scene.turn, scene.led, scene.played
    best_suit, best, winner = scene.best_suit, scene.best, scene.winner
    early, streak = scene.early, scene.streak
    over = scene.over(best) if played else 0
    odd = scene.must_trump or scene.must_overtake
    free = broken or scene.anytime
    wants, nils = _wants(scene, won, remaining)
    bits = 0
    while True:
        base = seat * 4
        # What may be played: sets by suit.
        special = odd or called or (first and scene.first_rule)
        if special:
            state = [led, best_suit, best, int(first), int(broken), int(called)]
            legal = scene.legal(hands, seat, state)
            clubs, diamonds, hearts, spades = legal[0], legal[1], legal[2], legal[3]
            held = legal[led] if led >= 0 else 0
            if held and clubs + diamonds + hearts + spades != held:
                held = 0
        else:
            held = hands[base + led] if led >= 0 else 0
            if not held:
                clubs, diamonds, hearts, spades = hands[base], hands[base + 1], hands[base + 2], hands[base + 3]
                if led < 0 and not free and clubs | diamonds | hearts:
                    spades = 0
        # Which of them is played.
        if bits < 256:
            chance ^= chance << 13 & _MASK
            chance ^= chance >> 17
            chance ^= chance << 5 & _MASK
            bits = chance
        draw = bits & 255
        bits >>= 8
        if suit >= 0:
            if trace is not None:
                _note(trace, seat, suit, card, led, held, [clubs, diamonds, hearts, spades] if not held else [])
        else:
            if held:
                suit = led
                if held & held - 1 == 0:
                    card = held
                elif draw < noise:
                    card = random_bit(held, draw * held.bit_count() // noise)
                else:
                    act = wants[seat] if not nils else _act(scene, wants, won, seat, winner, played)
                    reach = over if best_suit == led else 0
                    last = played == seats - 1
                    friend = winner % sides == seat % sides
                    card = follow(act, held, reach, left[led], last, friend, played >= sides)
            elif draw < noise:
                number = clubs.bit_count() + diamonds.bit_count() + hearts.bit_count() + spades.bit_count()
                number = draw * number // noise
                suit = 0
                card = clubs
                while number >= card.bit_count():
                    number -= card.bit_count()
                    suit += 1
                    card = diamonds if suit == 1 else hearts if suit == 2 else spades
                card = random_bit(card, number)
            else:
                act = wants[seat] if not nils else _act(scene, wants, won, seat, winner, played)
                if led < 0:
                    move = lead(act, clubs, diamonds, hearts, spades, left, seats)
                else:
                    reach = over if best_suit == SPADES else -1
                    friend = winner % sides == seat % sides
                    move = discard(act, clubs, diamonds, hearts, spades, reach, played == seats - 1, friend)
                suit = move & 3
                card = move >> 2
            if trace is not None:
                _note(trace, seat, suit, card, led, held, [clubs, diamonds, hearts, spades] if not held else [])
        # It is on the table.
        if suit == SPADES and led != SPADES and not broken:
            forced = led < 0 and not hands[base] | hands[base + 1] | hands[base + 2]
            if not forced or scene.forced_lead_breaks:
                broken = free = True
        # Written out: mypyc takes "^=" on an item of a list for any object's.
        hands[base + suit] = hands[base + suit] ^ card
        left[suit] = left[suit] ^ card
        if led < 0:
            led, winner, best_suit, best = suit, seat, suit, card
            over = -(card << 2) if double and card & FIRST_COPIES else -(card << 1)
            called = suit == SPADES and card == scene.caller
        elif (suit == best_suit and card & over) or (suit == SPADES and best_suit != SPADES):
            winner, best_suit, best = seat, suit, card
            over = -(card << 2) if double and card & FIRST_COPIES else -(card << 1)
        played += 1
        suit = -1
        if played < seats:
            seat = seat + 1 if seat + 1 < seats else 0
            continue
        won[winner] = won[winner] + 1
        remaining -= 1
        if early:
            taker = winner % sides
            if streak < 0 or streak == taker:
                streak, early = taker, early - 1
            else:
                streak, early = -1, 0
        if not remaining:
            break
        seat, led, played, first, called = winner, -1, 0, False, False
        wants, nils = _wants(scene, won, remaining)
    packed = bonuses(scene, streak if not early else -1, winner, best_suit, best)
    for number in range(seats - 1, -1, -1):
        packed = packed << PACKED_BITS | won[number]
    return packed


def bonuses(scene: Scene, streak: int, winner: int, suit: int, card: int) -> int:
    """Return what stands above the tricks when *winner* has won the last one with *card* of *suit*."""
    last = winner % scene.sides if scene.late and suit == SPADES and card >= scene.late else -1
    return (last + 1) << BONUS_BITS | streak + 1


def _wants(scene: Scene, won: list[int], remaining: int) -> tuple[list[int], bool]:
    """Return what each seat plays for, nils aside, and whether a nil is alive."""
    needs = scene.contracts[:]
    nils = False
    for seat in range(scene.seats):
        if not scene.nil[seat] or scene.nil_helps:
            side = seat % scene.sides
            needs[side] = needs[side] - won[seat]
        if scene.nil[seat] and not won[seat]:
            nils = True
    wants = []
    for seat in range(scene.seats):
        side = seat % scene.sides
        counts = scene.nil_helps or not scene.nil[seat]
        want = DUCK if scene.bags_cost else TAKE
        if counts and 0 < needs[side] <= remaining:
            want = TAKE
        else:
            for other in range(scene.sides):
                if other != side and 0 < needs[other] <= remaining <= needs[other] + 1:
                    want = TAKE
        wants.append(want)
    return wants, nils


def _act(scene: Scene, wants: list[int], won: list[int], seat: int, winner: int, played: int) -> int:
    """Return how *seat* plays while a nil is alive: its own, its partner's, or an opponent's."""
    if scene.nil[seat] and not won[seat]:
        return DUCK
    sides, seats = scene.sides, scene.seats
    for step in range(1, seats):
        other = (seat + step) % seats
        if scene.nil[other] and not won[other]:
            to_come = played + step < seats
            if other % sides == seat % sides:
                if not played:
                    return HIGH
                if winner == other:
                    return CHEAP
                if to_come:
                    return HIGH
            elif wants[seat] != TAKE:
                if not played or to_come:
                    return LOW
                if winner == other:
                    return DUCK
    return wants[seat]


def _note(trace: list[int], seat: int, suit: int, card: int, led: int, held: int, legal: list[int]) -> None:
    if held:
        legal = [held if number == led else 0 for number in range(4)]
    trace += [seat, suit, card, *legal]
