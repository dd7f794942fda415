"""Options that cannot be played together are refused by name. docs/rules.md decisions 5, 8, 9, 20; design 4.2."""

from collections.abc import Mapping

import pytest

from builders import rules_with
from spades_engine import OPTIONS, RulesError
from spades_engine.options import Value

MIRROR: dict[str, Value] = {"variation": "mirror", "blind_nil": False}
WHIZ: dict[str, Value] = {"variation": "whiz"}
THRILL: dict[str, Value] = {"variation": "thrill"}

CONFLICTS: tuple[tuple[Mapping[str, Value], str], ...] = (
    ({"target_score": None}, "target_score max_hands"),
    ({"partner_talk": "numbers", "hand_hidden_until_bid": True}, "partner_talk hand_hidden_until_bid"),
    ({"jokers": "jjdd", "removed_deuces": "clubs_diamonds"}, "jokers removed_deuces"),
    ({"players": 3, "jokers": "one"}, "jokers players"),
    ({"players": 3, "jokers": "four_twos", "three_player_card": "remove_2h"}, "jokers three_player_card"),
    ({"players": 2, "two_player_deal": "short_pack", "jokers": "one"}, "two_player_deal jokers"),
    ({"big_joker_calls_spades": True}, "big_joker_calls_spades jokers"),
    ({"big_joker_calls_spades": True, "jokers": "high_two"}, "big_joker_calls_spades jokers"),
    ({"min_team_bid": 8, "max_team_bid": 7}, "min_team_bid max_team_bid"),
    ({"nil": False, "min_player_bid": 3, "max_team_bid": 5}, "min_player_bid max_team_bid"),
    ({"nil_partner_min": 6, "max_team_bid": 5}, "nil_partner_min max_team_bid"),
    ({"variation": "suicide", "low_total_redeal": 5}, "variation low_total_redeal"),
    ({"max_team_bid": 5, "low_total_redeal": 11}, "max_team_bid low_total_redeal"),
    ({"bidding_style": "partnership", "variation": "thrill"}, "bidding_style variation"),
    *(
        ({**variation, name: value}, f"variation {name}")
        for variation in (MIRROR, WHIZ, THRILL)
        for name, value in {
            "min_player_bid": 1,
            "min_team_bid": 4,
            "max_team_bid": 13,
            "nil_partner_min": 3,
            "cap_bid_13": True,
            "total_not_13": True,
            "no_bid_of_one": True,
        }.items()
    ),
    ({**MIRROR, "nil": False}, "variation nil zero_is_nil"),
    ({**WHIZ, "zero_is_nil": False}, "variation nil zero_is_nil"),
    ({**WHIZ, "double_nil": "forbidden"}, "variation double_nil"),
    ({"variation": "mirror"}, "variation blind_nil blind_bids"),
    ({**MIRROR, "blind_bids": 6}, "variation blind_nil blind_bids"),
    ({"variation": "suicide", "nil": False}, "variation nil"),
    ({"variation": "swamp", "nil": False}, "variation nil"),
    ({"variation": "suicide", "partners": False}, "variation players partners"),
    ({"variation": "suicide", "suicide_min": 6, "min_team_bid": 4, "max_team_bid": 5}, "suicide_min max_team_bid"),
    ({"variation": "suicide", "suicide_min": 5, "max_team_bid": 4}, "suicide_min max_team_bid"),
    ({**THRILL, "double_nil": "forbidden"}, "variation double_nil"),
    ({**THRILL, "blind_bids": 6}, "variation blind_nil blind_bids"),
    ({"variation": "uno"}, "variation blind_nil blind_bids"),
    ({"variation": "reflection"}, "variation blind_nil blind_bids"),
)


def case(value: object) -> str | None:
    return ", ".join(f"{name}={each}" for name, each in value.items()) if isinstance(value, Mapping) else None


@pytest.mark.parametrize(("changes", "named"), CONFLICTS, ids=case)
def test_what_contradicts_is_refused_with_a_sentence_that_names_it(changes: Mapping[str, Value], named: str) -> None:
    """design 4.2: an unplayable combination names the fields."""
    with pytest.raises(RulesError) as refusal:
        rules_with(**changes)
    assert refusal.value.fields == tuple(named.split())
    assert any(name in str(refusal.value) or str(changes.get(name)) in str(refusal.value) for name in named.split())
    assert set(named.split()) <= {option.name for option in OPTIONS}


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 3, "partner_talk": "numbers", "hand_hidden_until_bid": True},
        {"players": 2, "hand_hidden_until_bid": True, "partner_talk": "numbers"},
        {"players": 3, "min_team_bid": 8, "max_team_bid": 7},
        {"partners": False, "nil_partner_min": 6, "max_team_bid": 5},
        {"players": 3, "bidding_style": "partnership", "variation": "thrill"},
        {"players": 3, "jokers": "four_twos", "three_player_card": "shown"},
        {"players": 4, "jokers": "four_twos", "three_player_card": "remove_2h"},
    ],
    ids=case,
)
def test_what_means_nothing_at_this_table_contradicts_nothing(changes: Mapping[str, Value]) -> None:
    """docs/rules.md decision 10: inert without partners."""
    assert rules_with(**changes)
