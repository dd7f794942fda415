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
    "min_player_bid": st.integers(0, 4),
    "max_player_bid": st.integers(2, 5),
    "min_team_bid": st.one_of(st.none(), st.integers(1, 8)),
    "max_team_bid": st.one_of(st.none(), st.integers(4, 9)),
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
    most = min(rules.max_player_bid or 13, 13)
    numbers = range(max(rules.min_player_bid, 1 if rules.nil and rules.zero_is_nil else 0), most + 1)
    return ([NIL] if rules.nil else []) + [tricks(one) for one in numbers if one != 1 or not rules.no_bid_of_one]


def may_stand(rules: Rules, made: tuple[Bid, ...]) -> bool:
    """Return whether four bids may stand beside each other, told naively."""
    if rules.total_not_13 and sum(bid.tricks for bid in made) == 13:
        return False
    for one, other in ((made[0], made[2]), (made[1], made[3])) if rules.partners else ():
        if rules.double_nil == "forbidden" and one.is_nil and other.is_nil:
            return False
        if not (rules.min_team_bid or 0) <= one.tricks + other.tricks <= (rules.max_team_bid or 26):
            return False
    return True


@given(narrow_rules(), seeds)
@settings(max_examples=100)
def test_a_bid_is_legal_exactly_if_the_others_can_complete_it(rules: Rules, seed: int) -> None:
    """docs/rules.md decision 8, by counting all ways to bid."""
    standing = [made for made in itertools.product(imaginable(rules), repeat=4) if may_stand(rules, made)]
    assert standing, "rules that the validator accepts can be bid under"
    chance, eldest = random.Random(seed), seed % 4
    made: list[Bid | None] = [None] * 4
    for seat in ((eldest + step) % 4 for step in range(4)):
        legal = legal_bids(rules, made, seat)
        assert set(legal) == {one[seat] for one in standing}
        assert all((bid_refusal(rules, made, seat, bid) is None) is (bid in legal) for bid in imaginable(rules))
        made[seat] = chance.choice(legal)
        standing = [one for one in standing if one[seat] == made[seat]]


@given(drawn_rules(), seeds)
@settings(max_examples=300)
def test_whatever_is_bid_the_next_seat_has_a_legal_bid(rules: Rules, seed: int) -> None:
    """docs/rules.md decision 8, under any rules; every bid offered can be made."""
    chance = random.Random(seed)
    made: list[Bid | None] = [None] * rules.players
    for step in range(rules.players):
        seat = (seed + step) % rules.players
        legal = legal_bids(rules, made, seat)
        assert legal
        assert all(bid_refusal(rules, made, seat, bid) is None for bid in legal)
        made[seat] = chance.choice(legal)


@given(drawn_rules(players=4, partners=True, min_team_bid=4, nil=True, max_player_bid=None, max_team_bid=None))
@settings(max_examples=30)
def test_the_partner_of_nil_bids_the_least_contract_or_more(rules: Rules) -> None:
    """docs/rules.md decision 8: min_team 4 with a nil partner is 4..13."""
    quiet = rules.adjusted({"total_not_13": False})
    made: Made = (NIL, tricks(3), None, None)
    assert [bid.tricks for bid in legal_bids(quiet, made, 2)] == list(range(4, 14))
