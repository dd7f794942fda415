"""Settings on disk: kept across runs, whole, for their owner only; damage and bad values cost one line each."""

from __future__ import annotations

import os
import stat
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from spades_client.settings import (
    SETTINGS,
    Bell,
    Chat,
    Colours,
    Confirm,
    Faces,
    Names,
    Number,
    Setting,
    Settings,
    SortOrder,
    Text,
    setting,
)
from spades_client.settings_file import SettingsFile
from spades_client.settings_texts import LABELS
from spades_client.settings_values import SettingError, allowed, from_plain, stepped, typed, written


def one(name: str) -> Setting:
    """Return the setting called so."""
    found = setting(name)
    assert found is not None
    return found


@st.composite
def any_settings(draw: st.DrawFn) -> Settings:
    """Draw settings by typing and stepping."""
    settings = Settings()
    for each in SETTINGS:
        if isinstance(each.kind, Text | Names):
            settings = typed(settings, each, draw(st.text(max_size=20)))
        else:
            for _ in range(draw(st.integers(0, 5))):
                settings = stepped(settings, each, draw(st.sampled_from((1, -1))))
    return settings


@given(any_settings())
@examples(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_was_kept_is_read_again(tmp_path: Path, wanted: Settings) -> None:
    file = SettingsFile(tmp_path, warn=pytest.fail)
    file.keep(file.read(), wanted)
    assert SettingsFile(tmp_path, warn=pytest.fail).read() == wanted


@given(any_settings())
def test_what_is_shown_can_be_typed_again(settings: Settings) -> None:
    for each in SETTINGS:
        assert getattr(typed(settings, each, written(settings, each)), each.field) == getattr(settings, each.field)


def test_every_setting_has_a_field_and_a_label() -> None:
    assert {each.field for each in SETTINGS} == set(Settings.__dataclass_fields__)
    assert {each.name for each in SETTINGS} == set(LABELS)


def test_the_file_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "deep" / "folder", warn=pytest.fail)
    file.keep(Settings(), Settings(name="Zoe"))
    assert tomllib.loads(file.path.read_text()) == {"name": "Zoe"}
    if os.name == "posix":
        assert stat.S_IMODE(file.path.stat().st_mode) == 0o600
        assert [path.name for path in file.path.parent.iterdir()] == ["settings.toml"]


def test_only_what_was_changed_is_written_over_what_others_wrote(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path, warn=pytest.fail)
    began = file.read()
    file.path.write_text('name = "Ana"\nbell = "off"\n[newer]\nthing = [1, 2]\n')
    file.keep(began, replace(began, colours=Colours.TWO))
    assert tomllib.loads(file.path.read_text()) == {
        "name": "Ana",
        "bell": "off",
        "colours": "two",
        "newer": {"thing": [1, 2]},
    }


def test_nothing_is_written_where_nothing_was_changed(tmp_path: Path) -> None:
    SettingsFile(tmp_path, warn=pytest.fail).keep(Settings(queue=True), Settings(queue=True))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"name = ", b"\xff\xfe\x00", b"a = " + b"[" * 100_000])
def test_a_damaged_file_is_set_aside_with_one_line(tmp_path: Path, content: bytes) -> None:
    warnings: list[str] = []
    file = SettingsFile(tmp_path, warn=warnings.append)
    file.path.write_bytes(content)
    assert file.read() == Settings()
    assert warnings == [f"the settings could not be read and were set aside as {tmp_path / 'settings.damaged'}"]
    assert (tmp_path / "settings.damaged").read_bytes() == content
    file.keep(Settings(), Settings(queue=True))
    assert SettingsFile(tmp_path, warn=pytest.fail).read().queue


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('bell = "loud"', "bell must be one of these: off, turn, all"),
        ("bell = 3", "bell must be one of these: off, turn, all"),
        ("mouse = 1", "mouse must be one of these: on, off"),
        ("trick-pause = 9", "trick-pause must be one of these: 0.5 - 4"),
        ("trick-pause = nan", "trick-pause must be one of these: 0.5 - 4"),
        ("trick-pause = true", "trick-pause must be one of these: 0.5 - 4"),
        ("name = 5", "name must be a text"),
        ('muted = "Ana"', "muted must be a text"),
    ],
)
def test_a_value_that_does_not_fit_is_told_and_the_others_hold(tmp_path: Path, line: str, told: str) -> None:
    warnings: list[str] = []
    file = SettingsFile(tmp_path, warn=warnings.append)
    file.path.write_text(f'{line}\nchat = "phrases"\n')
    assert file.read() == Settings(chat=Chat.PHRASES)
    (warning,) = warnings
    assert told in warning


def test_what_a_terminal_would_obey_is_taken_out_of_texts() -> None:
    settings, wrong = from_plain({"name": "Z\x1b[2Joe", "muted": ["A\x07na", ""]})
    assert (settings.name, settings.muted, wrong) == ("Z[2Joe", ("ana",), [])


@pytest.mark.skipif(sys.platform == "win32", reason="folders of Windows are closed in another way")
def test_a_folder_that_cannot_be_written_costs_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    warnings: list[str] = []
    file = SettingsFile(tmp_path / "file" / "folder", warn=warnings.append)
    assert file.read() == Settings()
    for queue in (True, False):
        file.keep(Settings(queue=not queue), Settings(queue=queue))
    assert len(warnings) == 1
    assert "Not a directory" in warnings[0]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("bell", "ALL", Bell.ALL),
        ("bell", "of", Bell.OFF),
        ("cards", "lett", Faces.LETTERS),
        ("confirm", "never", Confirm.NEVER),
        ("sort", "low", SortOrder.LOW_FIRST),
        ("mouse", "on", True),
        ("trick-pause", "2", 2.0),
        ("trick-pause", "0,5", 0.5),
        ("name", "  Zoe \x1b ", "Zoe"),
        ("name", "", ""),
        ("muted", "Ana,  BRUNO  x, ana", ("ana", "bruno x")),
    ],
)
def test_a_value_is_typed(name: str, text: str, value: object) -> None:
    assert getattr(typed(Settings(), one(name), text), one(name).field) == value


@pytest.mark.parametrize(
    ("name", "text"), [("bell", "o t"), ("bell", ""), ("mouse", "o"), ("trick-pause", "5"), ("trick-pause", "soon")]
)
def test_a_value_that_is_none_is_refused_with_what_is_allowed(name: str, text: str) -> None:
    with pytest.raises(SettingError, match=allowed(one(name))):
        typed(Settings(), one(name), text)


def test_a_setting_is_named_by_its_beginning_where_only_one_begins_so() -> None:
    assert one("mo").name == "mouse"
    assert one("line").name == "line"
    assert setting("c") is None
    assert setting("nonsense") is None


def test_numbers_are_stepped_within_their_range() -> None:
    settings = Settings()
    assert isinstance(one("trick-pause").kind, Number)
    for _ in range(50):
        settings = stepped(settings, one("trick-pause"), 1)
    assert settings.trick_pause == 4.0
    for _ in range(50):
        settings = stepped(settings, one("trick-pause"), -1)
    assert settings.trick_pause == 0.5
