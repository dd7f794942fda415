"""Named rules. docs/rules.md, e, decisions 29 and 30."""

import ast
from pathlib import Path

import pytest

import spades_engine
from builders import rules_with
from spades_engine import PRESETS, STANDARD, Preset, Rules, RulesError, rules_of
from spades_engine.options import Value


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


SHEET_000: dict[str, Value] = {
    "partner_talk": "numbers",
    "failed_nil_tricks": "help",
    "forced_lead_breaks": False,
    "blind_nil_pass": 0,
    "blind_pass_needs": 200,
    "exchange_optional": True,
    "three_player_card": "hidden",
}
WITH_PASSING = {name: value for name, value in SHEET_000.items() if name != "blind_nil_pass"}
"""Sheet 000 with two cards exchanged, as in standard."""
MSN: dict[str, Value] = {
    "losing_score": -200,
    "bag_carry": "reset",
    "failed_nil_points": 0,
    "blind_nil_threshold": 0,
    "blind_nil_pass": 0,
}

TABLE: tuple[tuple[str, str, dict[str, Value]], ...] = (
    ("standard", "pagat: the defaults of b2", {}),
    (
        "sheet-000",
        "decision 29: high-card dealer, talk, help, no spade led to trick 1, items 9, 10, 13, 16, 23",
        SHEET_000,
    ),
    (
        "sheet-002",
        "decision 29: 250, -200, 30 hands, blind nil off and without exchange if on, host leads, item 16",
        {
            "target_score": 250,
            "losing_score": -200,
            "max_hands": 30,
            "blind_nil": False,
            "blind_nil_pass": 0,
            "first_dealer": "host_leads",
            "forced_lead_breaks": False,
        },
    ),
    (
        "sheet-003",
        "decision 29: hidden hands, redeal on request, random leader, cap 13, no blind nil, items 15, 22, 23",
        {
            "hand_hidden_until_bid": True,
            "redeal": "either",
            "first_leader": "random",
            "cap_bid_13": True,
            "blind_nil": False,
            "double_nil": "500",
            "failed_nil_points": 0,
            "draw_order": "sequential",
            "draw_first_card": "public",
            "draw_second_card": "unseen",
            "three_player_card": "hidden",
        },
    ),
    ("sheet-004", "decision 29: blind nil any time, 3 cards", {"blind_nil_threshold": 0, "blind_nil_pass": 3}),
    (
        "hoyle",
        "decision 30: nil_pass 3, blind_pass 3, threshold 0, double nil 0 if set, items 11 and 12",
        {
            "nil_pass": 3,
            "blind_nil_pass": 3,
            "blind_nil_threshold": 0,
            "double_nil": "zero",
            "exchange_order": "unseen",
            "exchange_if_partner_nil": False,
        },
    ),
    (
        "bicycle",
        "decision 30: nil off, blind nil off, min bid 1, set = 0, bag penalty off",
        {"nil": False, "blind_nil": False, "min_player_bid": 1, "set_penalty": "zero", "bag_penalty": False},
    ),
    ("msn", "decision 30", MSN),
    (
        "openspiel",
        "decision 30: help, team cap 13, floor -350, no blind, the last seat deals always",
        {
            "failed_nil_tricks": "help",
            "max_team_bid": 13,
            "losing_score": -350,
            "blind_nil": False,
            "first_dealer": "last_seat_always",
        },
    ),
    (
        "royale-solo",
        "e: nil 50, no blind, jokers, 2C and 2H out",
        {"partners": False, "nil_points": 50, "blind_nil": False, "jokers": "big_little"},
    ),
    ("jjdd", "e: jokers and 2D 2S, blind bids, board 4", {"jokers": "jjdd", "blind_bids": 6, "min_team_bid": 4}),
    (
        "cutthroat-3",
        "decision 30: total not 17, lowest club leads, -10 a bag, bags not counted, blind nil off",
        {
            "players": 3,
            "total_not_13": True,
            "first_leader": "lowest_club",
            "bag_points": -10,
            "bags_counted": False,
            "blind_nil": False,
        },
    ),
    ("two-player", "decision 30: alternate, seen, private, target 300", {"players": 2, "target_score": 300}),
    (
        "suicide",
        "decision 30: sheet-000 with passing, lost at -500; decision 9: blind nil from 200 behind",
        {**WITH_PASSING, "variation": "suicide", "blind_nil_threshold": 200, "losing_score": -500},
    ),
    ("mirror", "decision 30: msn; decision 8: no blind nil", {**MSN, "variation": "mirror", "blind_nil": False}),
    ("whiz", "decision 30: msn", {**MSN, "variation": "whiz"}),
)


@pytest.mark.parametrize(("name", "source", "changes"), TABLE, ids=[row[0] for row in TABLE])
def test_every_preset_is_exactly_what_its_source_plays(name: str, source: str, changes: dict[str, Value]) -> None:
    """docs/rules.md decisions 29 and 30, and e."""
    assert rules_of(name) == rules_with(**changes), source
    assert rules_of(name).differences(STANDARD) == changes


def test_the_table_of_presets_is_whole() -> None:
    """design 4.2."""
    assert [row[0] for row in TABLE] == list(PRESETS)


def test_the_defaults_that_presets_lean_on_are_what_the_sheets_say() -> None:
    """docs/rules.md decisions 23 and 29: what sheets share with standard is not written twice."""
    assert STANDARD.first_dealer == "high_card"
    assert STANDARD.first_trick == "no_spade_lead"
    assert rules_of("sheet-002").blind_nil_threshold == 100
    assert rules_of("sheet-003").redeal_when == "asked"
    assert rules_of("sheet-003").redeal_ace_is_face is False
    assert rules_of("sheet-004").both_blind == "allowed"
    assert rules_of("sheet-004").failed_nil_tricks == "bags"
    assert rules_of("sheet-004").forced_lead_breaks
    assert STANDARD.three_player_card == "remove_2c"


@pytest.mark.parametrize("file", sorted(Path(spades_engine.__file__).parent.glob("*.py")), ids=lambda file: file.name)
def test_no_file_but_the_presets_asks_which_preset_is_played(file: Path) -> None:
    """design 4.2: rules are data, and a preset differs by data only."""
    if file.name == "presets.py":
        return
    words = {
        node.value
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    variations_and_packs = {"suicide", "mirror", "whiz", "jjdd"}
    """Words of options that are names of presets, too."""
    assert not words & (PRESETS.keys() - variations_and_packs)
    names = {node.id for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {"PRESETS", "Preset"}


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
