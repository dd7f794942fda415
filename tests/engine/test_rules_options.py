"""The options as data: their values, their limits, what contradicts. docs/rules.md, b2 and decisions 8, 10."""

import pickle
import random
from collections.abc import Mapping

import pytest

from builders import random_rules, rules_with
from spades_engine import OPTIONS, Rules, RulesError
from spades_engine.options import Option, OptionKind, Value
from spades_engine.rules import option_named


def too_far(option: Option) -> list[Value]:
    """Return values that *option* must refuse."""
    match option.kind:
        case OptionKind.FLAG:
            return [None, 1, "true"]
        case OptionKind.WORD:
            return [None, True, "", "perhaps", 3]
        case OptionKind.NUMBER:
            beyond: list[Value] = [option.minimum - 1, option.maximum + 1, True, "5"]
            return beyond if option.can_be_off else [*beyond, None]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_has_a_default_within_its_range_an_explanation_and_a_source(option: Option) -> None:
    """docs/rules.md b2."""
    assert option.accepts(option.default)
    assert option.explanation
    assert option.source


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_out_of_range_is_refused_by_name(option: Option) -> None:
    """docs/rules.md b2."""
    for value in too_far(option):
        with pytest.raises(RulesError) as refusal:
            rules_with(**{option.name: value})
        assert refusal.value.fields == (option.name,)
        assert option.allowed() in str(refusal.value)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_what_is_written_for_an_option_is_read_back(option: Option) -> None:
    wanted: list[tuple[str, Value]] = []
    if option.kind is OptionKind.FLAG:
        wanted = [("true", True), ("no", False), (" ON ", True), ("off", False)]
    elif option.kind is OptionKind.WORD:
        wanted = [(word.upper(), word) for word in option.words]
    else:
        wanted = [(str(number), number) for number in (option.minimum, option.maximum)]
        wanted += [("off", None)] if option.can_be_off else []
    assert [option.parse(text) for text, _ in wanted] == [value for _, value in wanted]


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
@pytest.mark.parametrize("text", ["", "perhaps", "--5", "5-", "²", "1e3", "99999", "9" * 5000, "nobody"])
def test_what_cannot_be_read_is_refused_with_what_is_allowed(option: Option, text: str) -> None:
    with pytest.raises(ValueError) as refusal:
        option.parse(text)
    assert option.allowed() in str(refusal.value)


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match="no option is called kitty") as refusal:
        rules_with(kitty=True)
    assert refusal.value.fields == ("kitty",)
    with pytest.raises(RulesError, match="no option is called kitty"):
        option_named("kitty")
    assert option_named("players") is OPTIONS[0]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"target_score": None}, {"target_score", "max_hands"}),
        ({"min_team_bid": 8, "max_team_bid": 7}, {"min_team_bid", "max_team_bid"}),
        ({"nil": False, "min_player_bid": 3, "max_team_bid": 5}, {"min_player_bid", "max_team_bid"}),
    ],
)
def test_options_that_contradict_each_other_are_refused_and_named(
    changes: Mapping[str, Value], named: set[str]
) -> None:
    """docs/rules.md decision 8: unplayable rules are no rules."""
    with pytest.raises(RulesError) as refusal:
        rules_with(**changes)
    assert set(refusal.value.fields) == named


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("changes", [{"min_team_bid": 8, "max_team_bid": 7}, {"double_nil": "forbidden"}])
def test_what_concerns_partners_means_nothing_without_them(players: int, changes: Mapping[str, Value]) -> None:
    """docs/rules.md decision 10: inert, so that presets serve two and three players."""
    rules = rules_with(players=players, **changes)
    assert not rules.in_pairs
    assert rules.partners_of(0) == ()


@pytest.mark.parametrize(
    ("changes", "sides", "size"),
    [
        ({}, ((0, 2), (1, 3)), 13),
        ({"partners": False}, ((0,), (1,), (2,), (3,)), 13),
        ({"players": 3}, ((0,), (1,), (2,)), 17),
        ({"players": 2}, ((0,), (1,)), 13),
        ({"players": 6}, ((0, 3), (1, 4), (2, 5)), 17),
        ({"players": 6, "six_sides": "threes"}, ((0, 2, 4), (1, 3, 5)), 17),
        ({"players": 6, "partners": False}, ((0,), (1,), (2,), (3,), (4,), (5,)), 17),
    ],
)
def test_partners_sit_opposite_or_on_every_other_seat_and_everybody_else_is_alone(
    changes: Mapping[str, Value], sides: tuple[tuple[int, ...], ...], size: int
) -> None:
    """docs/rules.md A1, A2 and decision 24."""
    rules = rules_with(**changes)
    assert rules.sides == sides
    assert rules.hand_size == size
    for side, seats in enumerate(sides):
        for seat in seats:
            assert rules.side_of(seat) == side
            assert sorted((seat, *rules.partners_of(seat))) == list(seats)


def test_rules_that_travel_to_another_process_carry_no_hash_with_them() -> None:
    rules = rules_with(players=3)
    assert hash(rules) == hash(rules_with(players=3))
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert set(vars(pickle.loads(pickle.dumps(rules)))) == {option.name for option in OPTIONS}


def test_adjusted_rules_differ_by_what_was_changed() -> None:
    standard = Rules()
    changed = standard.adjusted({"target_score": 250, "losing_score": -200})
    assert changed.differences(standard) == {"target_score": 250, "losing_score": -200}
    assert standard.differences(changed) == {"target_score": 500, "losing_score": None}
    assert changed.adjusted({"target_score": 500, "losing_score": None}) == standard


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("players", 4),
        ("partners", True),
        ("target_score", 500),
        ("losing_score", None),
        ("max_hands", None),
        ("tie_break", "extra_hands"),
        ("tie_at_hand_limit", "draw"),
        ("set_limit", None),
        ("first_dealer", "high_card"),
        ("hand_hidden_until_bid", False),
        ("min_player_bid", 0),
        ("min_team_bid", None),
        ("max_team_bid", None),
        ("total_not_13", False),
        ("no_bid_of_one", False),
        ("nil", True),
        ("nil_points", 100),
        ("zero_is_nil", True),
        ("nil_pass", 0),
        ("blind_nil", True),
        ("blind_nil_points", 200),
        ("blind_nil_threshold", 100),
        ("blind_nil_pass", 2),
        ("blind_pass_needs", None),
        ("exchange_if_partner_nil", True),
        ("double_nil", "sum"),
        ("failed_nil_tricks", "bags"),
        ("failed_nil_points", 1),
        ("set_penalty", "bid"),
        ("bag_points", 1),
        ("bags_counted", True),
        ("bag_penalty", True),
        ("bag_limit", 10),
        ("bag_penalty_points", 100),
        ("bag_carry", "carry"),
        ("first_leader", "eldest"),
        ("first_trick", "no_spade_lead"),
        ("lead_spades", "broken"),
        ("forced_lead_breaks", True),
        ("two_player_deal", "draw_and_choose"),
        ("draw_order", "alternate"),
        ("draw_first_card", "private"),
        ("draw_second_card", "seen"),
        ("draw_discards", "private"),
        ("three_player_card", "remove_2c"),
    ],
)
def test_the_standard_rules_are_those_of_the_table_of_options(name: str, default: Value) -> None:
    """docs/rules.md b2, last column."""
    assert getattr(Rules(), name) == default


def test_the_rules_drawn_for_the_tests_reach_every_value_of_every_option() -> None:
    """design 10: properties hold over drawn rules; a value that is never drawn is never tested."""
    chance = random.Random(20)
    drawn = [random_rules(chance) for _ in range(6000)]
    for option in OPTIONS:
        found = {getattr(rules, option.name) for rules in drawn}
        wanted: set[Value] = {True, False} if option.kind is OptionKind.FLAG else set(option.words)
        if option.kind is OptionKind.NUMBER:
            wanted = {option.minimum, option.maximum, *((None,) if option.can_be_off else ())}
        assert (option.name, wanted - found) == (option.name, set())
