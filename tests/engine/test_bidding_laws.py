"""A bid is legal only if every later seat keeps a legal bid. docs/rules.md, decision 8."""

import itertools
import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from builders import drawn_rules, rules_with, seeds, tricks
from spades_engine import NIL, Bid, Rules, RulesError
from spades_engine.bidding import bid_refusal, legal_bids
from spades_engine.options import Value

Made = tuple[Bid | None, ...]

LIMITS: dict[str, st.SearchStrategy[Value]] = {
    "partners": st.booleans(),
    "nil": st.booleans(),
    "zero_is_nil": st.booleans(),
    "double_nil": st.sampled_from(["sum", "forbidden"]),
    "variation": st.sampled_from(["normal", "normal", "suicide"]),
    "suicide_min": st.integers(1, 6),
    "min_player_bid": st.integers(0, 4),
    "min_team_bid": st.one_of(st.none(), st.integers(1, 8)),
    "nil_partner_min": st.one_of(st.none(), st.integers(1, 6)),
    "max_team_bid": st.integers(4, 9),
    "no_bid_of_one": st.booleans(),
    "total_not_13": st.booleans(),
}


@st.composite
def narrow_rules(draw: st.DrawFn, /) -> Rules:
    """Draw rules for four that leave few bids, so that all ways to bid can be counted."""
    changes: dict[str, Value] = draw(st.fixed_dictionaries(LIMITS))
    try:
        return rules_with(**changes)
    except RulesError:
        assume(False)
        raise


def imaginable(rules: Rules) -> list[Bid]:
    """Return the bids of a seat that thinks of nobody else."""
    numbers = range(max(rules.min_player_bid, 1 if rules.nil and rules.zero_is_nil else 0), 14)
    return ([NIL] if rules.nil else []) + [tricks(one) for one in numbers if one != 1 or not rules.no_bid_of_one]


def may_be_partners(rules: Rules, one: Bid, other: Bid) -> bool:
    """Return whether two partners may bid *one* and then *other*, told naively."""
    nils = one.is_nil + other.is_nil
    if rules.double_nil == "forbidden" and nils == 2:
        return False
    if rules.variation == "suicide" and (nils != 1 or (one.is_nil and other.tricks < rules.suicide_min)):
        return False
    least = max(rules.min_team_bid or 0, (rules.nil_partner_min or 0) if nils == 1 else 0)
    return least <= one.tricks + other.tricks <= (rules.max_team_bid or 26)


def ways_to_bid(rules: Rules) -> list[tuple[Bid, ...]]:
    """Return all ways in which four may bid, in turn, told naively."""
    bids = imaginable(rules)
    pairs = [pair for pair in itertools.product(bids, repeat=2) if not rules.partners or may_be_partners(rules, *pair)]
    forbidden = 13 if rules.total_not_13 else None
    return [
        (first, second, third, fourth)
        for first, third in pairs
        for second, fourth in pairs
        if first.tricks + second.tricks + third.tricks + fourth.tricks != forbidden
    ]


@given(narrow_rules(), seeds)
@settings(max_examples=60)
def test_a_bid_is_legal_exactly_if_the_others_can_complete_it(rules: Rules, seed: int) -> None:
    """docs/rules.md decision 8, by counting all ways to bid."""
    standing = ways_to_bid(rules)
    assert standing, "rules that the validator accepts can be bid under"
    chance, eldest = random.Random(seed), seed % 4
    made: list[Bid | None] = [None] * 4
    for turn in range(4):
        seat = (eldest + turn) % 4
        legal = legal_bids(rules, made, seat, 0)
        assert set(legal) == {one[turn] for one in standing}
        assert all((bid_refusal(rules, made, seat, bid, 0) is None) is (bid in legal) for bid in imaginable(rules))
        made[seat] = chance.choice(legal)
        standing = [one for one in standing if one[turn] == made[seat]]


@given(drawn_rules(), seeds)
@settings(max_examples=300)
def test_whatever_is_bid_the_next_seat_has_a_legal_bid(rules: Rules, seed: int) -> None:
    """docs/rules.md decision 8, under any rules; every bid offered can be made."""
    chance = random.Random(seed)
    made: list[Bid | None] = [None] * rules.players
    for step in range(rules.players):
        seat = (seed + step) % rules.players
        spades = chance.randrange(rules.hand_size + 1)
        legal = legal_bids(rules, made, seat, spades)
        assert legal
        assert all(bid_refusal(rules, made, seat, bid, spades) is None for bid in legal)
        made[seat] = chance.choice(legal)


@given(
    drawn_rules(
        players=4,
        partners=True,
        min_team_bid=4,
        nil=True,
        max_team_bid=None,
        nil_partner_min=None,
        variation="normal",
        bidding_style="individual",
    )
)
@settings(max_examples=30)
def test_the_partner_of_nil_bids_the_least_contract_or_more(rules: Rules) -> None:
    """docs/rules.md decision 8: min_team 4 with a nil partner is 4..13."""
    quiet = rules.adjusted({"total_not_13": False})
    made: Made = (NIL, tricks(3), None, None)
    assert [bid.tricks for bid in legal_bids(quiet, made, 2, 0)] == list(range(4, 14))
