"""``spades rules``: the presets and the options, as text and as JSON."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from spades_cli import main
from spades_engine import OPTIONS, PRESETS, Preset, rules_of


def test_every_preset_and_every_option_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    shown = capsys.readouterr().out
    for preset in PRESETS.values():
        assert f"\n{preset.name} (" in shown
        assert f"\n    {preset.explanation}\n    Source: {preset.source}\n" in shown
    for option in OPTIONS:
        assert f"\n  {option.name} = " in shown
        assert f"\n    {option.explanation}\n    Source: {option.source}" in shown
    assert "\n* " not in shown


def test_an_option_is_shown_with_its_value_range_and_default(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "sheet-002"])
    shown = capsys.readouterr().out.splitlines()
    assert "* losing_score = -200  [-5000 to -10 or off; default off]" in shown
    assert "* blind_nil = false  [true or false; default true]" in shown
    assert "  bag_carry = carry  [one of carry, reset; default carry]" in shown


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_a_preset_marks_what_differs_from_standard(capsys: pytest.CaptureFixture[str], preset: Preset) -> None:
    main(["rules", preset.name])
    shown = capsys.readouterr().out.splitlines()
    marked = {line.split()[1] for line in shown if line.startswith("* ")}
    assert marked == rules_of(preset.name).differences(rules_of()).keys()
    assert shown[0].startswith(f"{preset.name} (")
    assert f"    Source: {preset.source}" in shown


def _as_json(capsys: pytest.CaptureFixture[str], *typed: str) -> dict[str, Any]:  # Any: JSON
    assert main(["rules", *typed, "--json"]) == 0
    shown: dict[str, Any] = json.loads(capsys.readouterr().out)  # Any: JSON
    return shown


def test_json_holds_what_a_form_needs(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _as_json(capsys)
    assert [preset["name"] for preset in shown["presets"]] == list(PRESETS)
    assert [option["name"] for option in shown["options"]] == [option.name for option in OPTIONS]
    by_name = {option["name"]: option for option in shown["options"]}
    assert by_name["bag_limit"] == {
        "name": "bag_limit",
        "kind": "number",
        "value": 10,
        "default": 10,
        "differs": False,
        "allowed": "2 to 20",
        "explanation": "bags that cost a penalty",
        "source": "all sheets; SpadesBlitz: 5",
        "minimum": 2,
        "maximum": 20,
        "can_be_off": False,
    }
    assert by_name["set_limit"]["value"] is None
    assert by_name["bag_carry"]["words"] == ["carry", "reset"]


def test_json_of_a_preset_has_its_values(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _as_json(capsys, "sheet-004")
    assert [preset["name"] for preset in shown["presets"]] == ["sheet-004"]
    differing = {option["name"]: option["value"] for option in shown["options"] if option["differs"]}
    assert differing == shown["presets"][0]["changes"] == PRESETS["sheet-004"].changes


def test_players_and_single_options_can_be_changed(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _as_json(capsys, "sheet-003", "--players", "3", "--set", "target_score=300", "--set", "max_hands=1")
    values = {option["name"]: (option["value"], option["differs"]) for option in shown["options"]}
    assert (values["players"], values["target_score"], values["max_hands"]) == ((3, True), (300, True), (1, True))
    assert values["redeal"] == ("either", True)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["bridge"], "no preset is called bridge; there are standard, sheet-000"),
        (["sheet-002", "--players", "3"], "sheet-002 is played by 4, not 3"),
        (["--players", "six"], "--players six: 2, 3, 4 or 6 is allowed"),
        (["--set", "redeal=maybe"], "--set redeal=maybe: one of off, no_spades"),
        (["--set", "target_score=off"], "target_score=off needs max_hands"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], typed: list[str], says: str
) -> None:
    assert main(["rules", *typed]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(f"spades: {says}")
    assert len(errors.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe has another error on Windows")
def test_a_reader_that_stops_reading_is_no_failure() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "spades_cli", "rules", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
