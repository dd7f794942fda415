"""Named rules. docs/rules.md, e, decisions 29 and 30."""

import pytest

from builders import rules_with
from spades_engine import PRESETS, STANDARD, Preset, Rules, RulesError, rules_of


def test_standard_comes_first_and_changes_nothing() -> None:
    assert next(iter(PRESETS)) == "standard"
    assert rules_of() == rules_of("standard") == STANDARD == Rules()


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_every_preset_can_be_played_by_every_number_it_is_meant_for(preset: Preset) -> None:
    for players in preset.players:
        rules = rules_of(preset.name, players=players)
        assert rules.players == players
        assert rules.differences(STANDARD).keys() <= preset.changes.keys() | {"players"}
    assert rules_of(preset.name).players == preset.players[0]
    assert preset.explanation
    assert preset.source


def test_cutthroat_is_for_three_who_may_not_bid_seventeen_together() -> None:
    """docs/rules.md decision 30, pagat."""
    assert rules_of("cutthroat-3") == rules_with(
        players=3,
        total_not_13=True,
        first_leader="lowest_club",
        bag_points=-10,
        bags_counted=False,
        blind_nil=False,
    )


def test_two_players_draw_in_turn_see_both_cards_and_play_to_300() -> None:
    """docs/rules.md decision 30: alternate, seen, private, target 300."""
    rules = rules_of("two-player")
    assert rules.draws
    assert (rules.draw_order, rules.draw_second_card, rules.draw_first_card, rules.draw_discards) == (
        "alternate",
        "seen",
        "private",
        "private",
    )
    assert rules == rules_with(players=2, target_score=300)


def test_a_preset_can_be_adjusted() -> None:
    assert rules_of("two-player", changes={"target_score": 500}) == rules_with(players=2)
    assert rules_of("standard", players=3) == rules_with(players=3)


@pytest.mark.parametrize(
    ("name", "players", "fields"),
    [
        ("bridge", None, ("preset",)),
        ("cutthroat-3", 4, ("preset", "players")),
        ("two-player", 3, ("preset", "players")),
    ],
)
def test_a_preset_that_is_not_there_or_not_for_so_many_is_refused(
    name: str, players: int | None, fields: tuple[str, ...]
) -> None:
    with pytest.raises(RulesError) as refusal:
        rules_of(name, players=players)
    assert refusal.value.fields == fields
