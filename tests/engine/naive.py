"""The rules of Spades once more, told naively: sets of names, loops and strings, written from docs/rules.md.

It shares nothing with the engine but the options that it reads. A card is ``AS``, or ``AS.2`` from a second pack; a bid
``nil``, ``blind nil``, ``4``, ``blind 6`` or ``hint 3``. Where it disagrees with the engine, one of them has misread
docs/rules.md.
"""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from spades_engine import Rules

__all__ = [
    "Lines",
    "Standing",
    "breaks_spades",
    "count_orders",
    "ending",
    "first_leader",
    "legal_bids",
    "legal_blind_bids",
    "legal_cards",
    "score",
    "suit",
    "the_pack",
    "winner",
]

RANKS = "23456789TJQKA"
Trick = Sequence[tuple[int, str]]


# Cards: a1, decisions 20 and 24


def name(card: str) -> str:
    """Return *card* without the number of its pack."""
    return card.removesuffix(".2")


@cache
def trumps(rules: Rules) -> tuple[str, ...]:
    """Return the spades of the game, lowest first."""
    above = {
        "none": [],
        "big_little": ["LJ", "BJ"],
        "one": ["BJ"],
        "jjda": ["2S", "LJ", "BJ"],
        "jjdd": ["2S", "2D", "LJ", "BJ"],
        "high_two": ["2S"],
        "four_twos": ["2C", "2D", "2H", "2S"],
    }[rules.jokers]
    return (*(rank + "S" for rank in RANKS if rank + "S" not in above), *above)


def the_pack(rules: Rules) -> set[str]:
    """Return the cards in use."""
    pack = {rank + letter for letter in "CDHS" for rank in RANKS}
    if rules.players == 6:
        return {card + copy for card in pack - {"2C"} for copy in ("", ".2")}
    if rules.players == 2 and rules.two_player_deal == "short_pack":
        return {card for card in pack if card[0] in "789TJQKA"}
    if rules.jokers in ("big_little", "jjda", "jjdd"):
        pack |= {"LJ", "BJ"}
        out = {"hearts_clubs": "HC", "clubs_diamonds": "CD", "diamonds_hearts": "DH"}[rules.removed_deuces]
        return pack if rules.players == 3 else pack - {"2" + letter for letter in out}
    if rules.jokers == "one":
        return (pack | {"BJ"}) - {"2C"}
    if rules.players == 3 and rules.three_player_card.startswith("remove_"):
        return pack - {rules.three_player_card.removeprefix("remove_").upper()}
    return pack


def suit(rules: Rules, card: str) -> str:
    """Return the suit that *card* plays as."""
    return "S" if name(card) in trumps(rules) else card[1]


def beats(rules: Rules, card: str, other: str) -> bool:
    """Return whether *card*, played later, beats *other*."""
    if suit(rules, card) == "S" and suit(rules, other) == "S":
        return trumps(rules).index(name(card)) > trumps(rules).index(name(other))
    if suit(rules, card) == "S":
        return True
    return suit(rules, card) == suit(rules, other) and RANKS.index(card[0]) > RANKS.index(other[0])


# Tricks: a4, d3, decisions 16, 17 and 19


def winner(rules: Rules, trick: Trick) -> int:
    """Return the seat that wins *trick*."""
    seat, best = trick[0]
    for other, card in trick[1:]:
        if beats(rules, card, best):
            seat, best = other, card
    return seat


def legal_cards(rules: Rules, holding: Collection[str], trick: Trick, *, broken: bool, first: bool) -> set[str]:
    """Return what may be played from *holding* to *trick*, which may have begun; *first* of the hand."""
    held = set(holding)
    spades = {card for card in held if suit(rules, card) == "S"}
    clubs = {card for card in held if suit(rules, card) == "C"}
    led = suit(rules, trick[0][1]) if trick else ""
    same = {card for card in held if suit(rules, card) == led}
    if first and rules.first_trick == "lowest_club" and clubs:
        lowest = min(RANKS.index(card[0]) for card in clubs)
        allowed = {card for card in clubs if RANKS.index(card[0]) == lowest}
    elif not trick:
        return _legal_leads(rules, held, spades, broken=broken, first=first)
    else:
        allowed = _legal_to_follow(rules, held, spades, same, trick, first=first)
    if rules.revoke == "allowed" and same:
        allowed |= held - same
    return allowed


def _legal_leads(rules: Rules, held: set[str], spades: set[str], *, broken: bool, first: bool) -> set[str]:
    barred = (first and rules.first_trick != "normal") or (rules.lead_spades == "broken" and not broken)
    return held - spades if barred and held - spades else held


def _legal_to_follow(
    rules: Rules, held: set[str], spades: set[str], same: set[str], trick: Trick, *, first: bool
) -> set[str]:
    if rules.big_joker_calls_spades and trick[0][1] == "BJ" and spades:
        return {max(spades, key=trumps(rules).index)}
    allowed = same or held
    if not same and first and rules.first_trick in ("no_spades", "lowest_club") and held - spades:
        allowed = held - spades
    if rules.must_trump and not same and allowed & spades:
        allowed = allowed & spades
    if rules.must_overtake:
        best = dict(trick)[winner(rules, trick)]
        allowed = {card for card in allowed if beats(rules, card, best)} or allowed
    return set(allowed)


def breaks_spades(rules: Rules, holding: Collection[str], trick: Trick, card: str) -> bool:
    """Return whether *card*, played to *trick* from *holding*, breaks spades."""
    if suit(rules, card) != "S":
        return False
    if trick:
        return suit(rules, trick[0][1]) != "S"
    forced = all(suit(rules, other) == "S" for other in holding)
    return not forced or rules.forced_lead_breaks


def first_leader(
    rules: Rules, dealer: int, leader_draw: int, holdings: Sequence[Collection[str]], bids: Sequence[str]
) -> int:
    """Return who leads first."""
    seats = [(dealer + 1 + step) % rules.players for step in range(rules.players)]
    if rules.first_leader == "random":
        return leader_draw
    if rules.first_leader == "lowest_club":
        for rank in RANKS:
            for seat in seats:
                if rank + "C" in map(name, holdings[seat]) and suit(rules, rank + "C") == "C":
                    return seat
    if rules.first_leader == "highest_bidder":
        promised = list(map(number, bids))
        for side in teams(rules):
            if any(bids[seat].startswith("hint") for seat in side) and not any(is_nil(bids[seat]) for seat in side):
                # A hint, beside a bid that is for both, promises nothing.
                for seat in side:
                    promised[seat] = 0 if bids[seat].startswith("hint") else promised[seat]
        return next(seat for seat in seats if promised[seat] == max(promised))
    return seats[0]


def count_orders(
    rules: Rules, holdings: Sequence[frozenset[str]], seat: int, trick: tuple[tuple[int, str], ...], *, broken: bool
) -> int:
    """Return in how many orders the cards of *holdings* may be played to the end; *seat* is in turn."""
    if len(trick) == rules.players:
        return count_orders(rules, holdings, winner(rules, trick), (), broken=broken)
    if not holdings[seat]:
        return 1
    orders = 0
    for card in legal_cards(rules, holdings[seat], trick, broken=broken, first=False):
        left = [held - {card} if owner == seat else held for owner, held in enumerate(holdings)]
        now_broken = broken or breaks_spades(rules, holdings[seat], trick, card)
        orders += count_orders(rules, left, (seat + 1) % rules.players, (*trick, (seat, card)), broken=now_broken)
    return orders


# Bids: a2, d3, decisions 2, 8 and 9


def number(bid: str | None) -> int:
    """Return the number in *bid*; nil counts 0."""
    digits = "".join(letter for letter in bid or "" if letter.isdigit())
    return int(digits or "0")


def is_nil(bid: str) -> bool:
    """Return whether *bid* promises no trick."""
    return bid.endswith("nil")


def teams(rules: Rules) -> list[list[int]]:
    """Return the seats of each side."""
    if rules.partners and rules.players == 4:
        return [[0, 2], [1, 3]]
    if rules.partners and rules.players == 6:
        return [[0, 3], [1, 4], [2, 5]] if rules.six_sides == "pairs" else [[0, 2, 4], [1, 3, 5]]
    return [[seat] for seat in range(rules.players)]


def in_pairs(rules: Rules) -> bool:
    """Return whether two partners play together."""
    return len(teams(rules)[0]) == 2


def cards_each(rules: Rules) -> int:
    """Return how many cards a seat holds, which is how many tricks there are."""
    return 13 if rules.players in (2, 4) else len(the_pack(rules)) // rules.players


def contract(bids: Sequence[str]) -> int:
    """Return the tricks that partners promise together; a hint counts only beside a nil."""
    bid_for_both = [bid for bid in bids if bid.split()[0] not in ("hint", "nil") and not is_nil(bid)]
    return sum(number(bid) for bid in bid_for_both or bids)


def imaginable(rules: Rules, *, first: bool) -> Iterator[str]:
    """Yield what a seat, the *first* of its side to bid or not, could bid if it thought of no later seat and no sum."""
    hints = rules.bidding_style == "partnership" and in_pairs(rules) and first
    if rules.nil:
        yield "nil"
    most = min(13, cards_each(rules)) if rules.cap_bid_13 else cards_each(rules)
    for tricks in range(most + 1):
        if tricks < rules.min_player_bid or (tricks == 0 and rules.nil and rules.zero_is_nil):
            continue
        if tricks == 1 and rules.no_bid_of_one and not hints:
            continue
        yield f"hint {tricks}" if hints else str(tricks)


def fits_variation(rules: Rules, bid: str, spades: int) -> bool:
    """Return whether *bid* is one that the variation knows, whatever others bid."""
    match rules.variation:
        case "mirror":
            return bid == (str(spades) if spades else "nil")
        case "whiz":
            return bid == "nil" or (spades > 0 and bid == str(spades))
        case "uno":
            return bid == "1"
        case "thrill":
            return is_nil(bid) or bid == "3"
        case "swamp":
            return is_nil(bid) or bid in ("3", "4")
        case _:
            return True


def fits_partners(rules: Rules, told: Sequence[str]) -> bool:
    """Return whether the partners of a side may bid *told*, all of them, in this order."""
    nils = sum(map(is_nil, told))
    if rules.variation == "suicide":
        if nils != 1:
            return False
        if is_nil(told[0]) and number(told[1]) < rules.suicide_min:
            return False
    if rules.variation == "reflection" and len(set(told)) > 1:
        return False
    if rules.double_nil == "forbidden" and nils == 2:
        return False
    if rules.both_blind == "forbidden" and sum(bid.startswith("blind") for bid in told) > 1:
        return False
    together = contract(told)
    if rules.min_team_bid is not None and together < rules.min_team_bid:
        return False
    if rules.nil_partner_min is not None and 0 < nils < len(told) and together < rules.nil_partner_min:
        return False
    return rules.max_team_bid is None or together <= rules.max_team_bid


@cache
def contracts_after(rules: Rules, told: tuple[str, ...]) -> frozenset[int]:
    """Return every contract that a side may come to whose first bids are *told*; none if they must not be."""
    size = len(teams(rules)[0])
    open_ones = [
        [
            bid
            for bid in imaginable(rules, first=place == 0)
            if rules.variation in ("mirror", "whiz") or fits_variation(rules, bid, 0)
        ]
        for place in range(len(told), size)
    ]
    whole_sides = ((*told, *rest) for rest in itertools.product(*open_ones))
    return frozenset(contract(side) for side in whole_sides if size == 1 or fits_partners(rules, side))


def can_be_completed(rules: Rules, made: Mapping[int, str], order: Sequence[int], *, total: bool) -> bool:
    """Return whether the seats that have not bid can all bid; with *total*, also to a sum that is allowed."""
    told = [tuple(made[seat] for seat in order if seat in made and seat in seats) for seats in teams(rules)]
    contracts = [contracts_after(rules, bids) for bids in told]
    if not total or not rules.total_not_13:
        return all(contracts)
    return any(
        sum(together) != cards_each(rules) for together in itertools.product(*(sorted(c)[:2] for c in contracts))
    )


def legal_bids(rules: Rules, made: Mapping[int, str], order: Sequence[int], spades: int) -> set[str]:
    """Return what the next seat of *order*, with its cards in sight, may bid."""
    seat = next(seat for seat in order if seat not in made)
    first = not any(other in made for seats in teams(rules) if seat in seats for other in seats)
    for total in (True, False):
        found = {
            bid
            for bid in imaginable(rules, first=first)
            if fits_variation(rules, bid, spades) and can_be_completed(rules, {**made, seat: bid}, order, total=total)
        }
        if found:
            return found
    return set()


def legal_blind_bids(
    rules: Rules, made: Mapping[int, str], order: Sequence[int], *, points: Sequence[int], hand: int
) -> set[str]:
    """Return what the next seat of *order*, which has not looked, may bid blind; *points* are by side."""
    seat = next(seat for seat in order if seat not in made)
    if (rules.players == 2 and rules.two_player_deal == "draw_and_choose") or (
        hand == 1 and not rules.blind_in_first_hand
    ):
        return set()
    mine = next(side for side, seats in enumerate(teams(rules)) if seat in seats)
    behind = max([0, *(theirs - points[mine] for theirs in points)])
    bids: list[str] = []
    if rules.nil and rules.blind_nil and behind >= rules.blind_nil_threshold:
        bids.append("blind nil")
    if rules.blind_bids is not None and behind >= rules.blind_bids_threshold:
        most = min(13, cards_each(rules)) if rules.cap_bid_13 else cards_each(rules)
        bids += [f"blind {tricks}" for tricks in range(rules.blind_bids, most + 1)]
    return {bid for bid in bids if can_be_completed(rules, {**made, seat: bid}, order, total=True)}


# Scores: a5, c1 to c22, decisions 14, 15, 17, 26 to 28


class Standing(NamedTuple):
    """Points, bags and sets of a side."""

    points: int
    bags: int
    sets: int


class Lines(NamedTuple):
    """The lines of a side, and where it stands after them."""

    contract: int
    bag_points: int
    nil: int
    penalty: int
    after: Standing
    wins_at_once: bool


def score(
    rules: Rules,
    before: Sequence[Standing],
    bids: Sequence[str | None],
    tricks: Sequence[int],
    winners: Sequence[int],
    last_card: str,
    revokers: Collection[int],
) -> list[Lines]:
    """Return the lines of every side."""
    return [
        _score_side(rules, start, [bids[seat] for seat in seats], seats, tricks, winners, last_card, revokers)
        for start, seats in zip(before, teams(rules), strict=True)
    ]


def _score_side(
    rules: Rules,
    before: Standing,
    bids: Sequence[str | None],
    seats: Sequence[int],
    tricks: Sequence[int],
    winners: Sequence[int],
    last_card: str,
    revokers: Collection[int],
) -> Lines:
    made_bids = [bid for bid in bids if bid is not None]
    nils = {seat: bid for seat, bid in zip(seats, bids, strict=True) if bid is not None and is_nil(bid)}
    by_nils = sum(tricks[seat] for seat in nils)
    by_others = sum(tricks[seat] for seat in seats) - by_nils
    nobody_bid_a_number = len(nils) == len(seats)
    stray = 0
    if rules.failed_nil_tricks == "help" and not nobody_bid_a_number:
        by_others += by_nils
    elif rules.failed_nil_tricks != "ignore":
        stray = by_nils
    promised = contract(made_bids) if made_bids else 0
    over, reached = 0, True
    if not made_bids:
        line = 10 * by_others
    elif nobody_bid_a_number:
        line = 0
    elif by_others >= promised:
        line, over = _price(rules, promised), by_others - promised
    else:
        line, reached = -_cost(rules, promised, by_others), False
    blind = sum(number(bid) for bid in made_bids if bid.startswith("blind") and not is_nil(bid))
    if blind and reached:
        line += 10 * blind
    elif blind and (rules.set_penalty == "bid" or (promised in _tens(rules) and rules.ten_set_points is not None)):
        line -= 10 * blind
    elif blind and rules.set_penalty == "double":
        line -= 20 * blind
    elif blind and rules.set_penalty == "missing":
        line -= 10 * min(blind, promised - by_others)
    elif blind and rules.set_penalty == "taken":
        line -= 10 * min(blind, by_others)
    with_contract = reached and bool(made_bids) and not nobody_bid_a_number
    first = list(winners[: rules.bemo]) if rules.bemo is not None and with_contract else []
    if first and len(first) == rules.bemo and all(seat in seats for seat in first):
        line += rules.bemo_points
    if rules.last_trick_bonus and with_contract and over == 0 and winners and winners[-1] in seats:
        order = trumps(rules)
        if name(last_card) in order and order.index(name(last_card)) >= order.index("9S"):
            line += 10
    bag_points = rules.bag_points * over + rules.bag_points * stray * rules.failed_nil_points
    nil = _nil_line(rules, nils, tricks, reached=reached)
    if any(seat in revokers for seat in seats):
        line, bag_points, nil = min(line, 0), min(bag_points, 0), min(nil, 0)
    bags = before.bags + (over + stray if rules.bags_counted else 0)
    penalty = 0
    while rules.bag_penalty and bags >= rules.bag_limit:
        penalty -= rules.bag_penalty_points
        bags = 0 if rules.bag_carry == "reset" else bags - rules.bag_limit
    if line < 0:
        sets = before.sets + 1
    else:
        sets = 0 if rules.set_limit_in_row else before.sets
    after = Standing(before.points + line + bag_points + nil + penalty, bags, sets)
    at_once = rules.thirteen_wins and promised == 13 and reached and line > 0
    return Lines(line, bag_points, nil, penalty, after, at_once)


def _price(rules: Rules, promised: int) -> int:
    if promised == 13 and rules.thirteen_bonus is not None:
        return rules.thirteen_bonus
    return rules.ten_points if promised in _tens(rules) else 10 * promised


def _tens(rules: Rules) -> list[int]:
    return {"off": [], "ten": [10], "ten_to_thirteen": [10, 11, 12, 13]}[rules.ten_for_200]


def _cost(rules: Rules, promised: int, taken: int) -> int:
    if promised in _tens(rules) and rules.ten_set_points is not None:
        return rules.ten_set_points
    if rules.set_penalty == "bid":
        return 10 * promised
    if rules.set_penalty == "double":
        return 20 * promised
    if rules.set_penalty == "missing":
        return 10 * (promised - taken)
    return 10 * taken if rules.set_penalty == "taken" else 0


def _nil_line(rules: Rules, nils: Mapping[int, str], tricks: Sequence[int], *, reached: bool) -> int:
    failed = [seat for seat in nils if tricks[seat] > 0]
    if len(nils) == 2 and all(bid == "nil" for bid in nils.values()):
        if rules.double_nil == "500":
            return {0: 500, 1: 0, 2: -500}[len(failed)]
        if failed and rules.double_nil == "zero":
            return 0
        if failed and rules.double_nil == "minus200":
            return -200
    line = 0
    for seat, bid in nils.items():
        worth = rules.blind_nil_points if bid == "blind nil" else rules.nil_points
        if seat in failed:
            line -= worth
        elif reached or not rules.nil_needs_contract:
            line += worth
    return line


# The end: d2, decisions 25 and 27


def ending(rules: Rules, lines: Sequence[Lines], hands: int) -> tuple[int | None, str] | None:
    """Return the winner (None: a draw) and why the game is over; None if it goes on."""
    for side, line in enumerate(lines):
        if line.wins_at_once:
            return side, "ALL_TRICKS"
    after = [line.after for line in lines]
    last_hand = rules.max_hands is not None and hands >= rules.max_hands
    lost = [side for side, one in enumerate(after) if rules.set_limit is not None and one.sets >= rules.set_limit]
    still_in = [side for side in range(len(after)) if side not in lost] or list(range(len(after)))
    top = max(after[side].points for side in still_in)
    ahead = [side for side in still_in if after[side].points == top]
    why = ""
    if lost:
        why = "SET_LIMIT"
    elif rules.target_score is not None and any(one.points >= rules.target_score for one in after):
        why = "TARGET"
    elif rules.losing_score is not None and any(one.points <= rules.losing_score for one in after):
        why = "FLOOR"
    if not why and not last_hand:
        return None
    if len(ahead) == 1:
        return ahead[0], why or "HAND_LIMIT"
    if why in ("TARGET", "FLOOR") and rules.tie_break == "draw":
        return None, why
    if why in ("TARGET", "FLOOR") and rules.tie_break == "fewest_bags":
        bags = sorted(after[side].bags for side in ahead)
        if bags[0] < bags[1]:
            return next(side for side in ahead if after[side].bags == bags[0]), why
    return (None, "HAND_LIMIT") if last_hand and rules.tie_at_hand_limit == "draw" else None
