"""The form of a table, drawn from what the server says of its rules."""

from __future__ import annotations

from client.halls import NEWER, form, form_changed, form_rules, info, pressed, typed
from spades.v1.rules_pb2 import OptionValue, RuleOption, Rules
from spades.v1.snapshot_pb2 import CHAT_POLICY_PHRASES
from spades_client.screen.hall import fields as f
from spades_client.screen.hall.draw_form import present_form
from spades_client.screen.hall.fields import Kind
from spades_client.screen.hall.form import Form, new_table_form, rules_form, rules_of, settings_of
from spades_client.screen.hall.form_keys import FormWish, press_form
from spades_engine import OPTIONS
from spades_engine import rules_of as engine_rules_of
from spades_wire import rules_from_message, rules_message


def on(state: Form, name: str) -> Form:
    """Return the form with the cursor on a line."""
    line = state.line(name)
    assert line is not None, name
    return pressed(press_form, typed(press_form, pressed(press_form, state, "/ c-u")[0], line.label), "enter")[0]


def value(state: Form, name: str) -> f.Value:
    """Return what a line is set to."""
    line = state.line(name)
    assert line is not None, name
    return state.value(line)


def test_every_option_of_the_server_has_a_line_with_its_default() -> None:
    state = form()
    described = {option.name: f.value_of(option.default_value) for option in info().options}
    assert len(described) == len(OPTIONS) - 1  # the number of players has a line of its own
    assert {line.name: state.value(line) for line in state.fields if line.is_option} == described


def test_an_untouched_form_asks_for_the_preset_and_nothing_else() -> None:
    assert rules_of(form()) == Rules(preset="standard", players=4)


def test_a_preset_brings_its_options_and_its_numbers_of_players() -> None:
    state = form()
    for _ in range(3):
        state, _ = pressed(press_form, state, "right")
    assert state.preset.name == "sheet-003"
    assert value(state, "hand_hidden_until_bid") is True
    assert state.changes == 1
    assert rules_of(state) == Rules(preset="sheet-003", players=4)
    state, _ = pressed(press_form, state, "down left")
    assert state.players == 3
    # Only four play the sheet before it: the three players go with the preset that allows them.
    state, _ = pressed(press_form, state, "up left")
    assert (state.preset.name, state.players) == ("sheet-002", 4)


def test_a_flag_is_toggled_a_word_goes_round_and_a_number_steps() -> None:
    state = on(form(), "partners")
    assert value(pressed(press_form, state, "enter")[0], "partners") is False
    state = on(form(), "tie_break")
    assert value(pressed(press_form, state, "right right right")[0], "tie_break") == "extra_hands"
    state = on(form(), "bag_limit")
    assert value(pressed(press_form, state, "left")[0], "bag_limit") == 9
    state = on(form(), "target_score")
    assert value(pressed(press_form, state, "right")[0], "target_score") == 550
    assert value(pressed(press_form, state, "4 2 0 enter left left")[0], "target_score") == 350
    state, _ = pressed(press_form, on(form(), "bag_points"), "right")
    assert value(state, "bag_points") == 1
    assert state.note == "2 is not allowed: -10 to 1"


def test_a_number_typed_is_taken_within_its_range_only() -> None:
    state = on(form(), "target_score")
    state, _ = pressed(press_form, state, "3 0 0 enter")
    assert value(state, "target_score") == 300
    state, _ = pressed(press_form, state, "9 9 9 9 9 enter")
    assert value(state, "target_score") == 300
    assert state.note == "99999 is not allowed: 50 to 5000, or off"
    assert state.entry is not None


def test_a_number_that_can_be_off_is_switched_off() -> None:
    state = on(form(), "target_score")
    state, _ = pressed(press_form, typed(press_form, pressed(press_form, state, "enter c-u")[0], "off"), "enter")
    assert rules_of(state).options == [RuleOption(name="target_score", value=OptionValue(word="off"))]
    state = on(form(), "set_limit")
    assert value(state, "set_limit") == "off"
    assert value(pressed(press_form, state, "right")[0], "set_limit") == 1
    assert value(pressed(press_form, state, "right left")[0], "set_limit") == "off"


def test_what_the_form_sends_is_what_the_server_reads() -> None:
    state = form_changed()
    rules, preset = rules_from_message(rules_of(state))
    changes = {line.name: state.value(line) for line in state.fields if line.is_option and state.is_changed(line)}
    assert (preset, len(changes)) == ("standard", 2)
    assert all(getattr(rules, name) == value for name, value in changes.items())


def test_the_rules_of_a_table_are_shown_as_they_are_and_sent_back_unchanged() -> None:
    played = engine_rules_of("sheet-003", players=3, changes={"nil": False, "blind_nil": False})
    message = rules_message(played, "sheet-003")
    state = rules_form(info(), message, table="Sala 3")
    assert rules_from_message(rules_of(state)) == (played, "sheet-003")


def test_an_option_of_a_kind_newer_than_this_client_is_shown_and_can_be_typed() -> None:
    said = info()
    said.options.append(NEWER)
    state = on(new_table_form(said, server="Den"), "moon_phase")
    line = state.chosen
    assert line is not None
    assert (line.kind, state.value(line)) == (Kind.TEXT, "waxing")
    state = typed(press_form, pressed(press_form, state, "enter c-u")[0], "full")
    state, _ = pressed(press_form, state, "enter")
    assert rules_of(state).options == [RuleOption(name="moon_phase", value=OptionValue(word="full"))]
    shown = "\n".join("".join(text for _, text in row) for row in present_form(state, 80, 24).lines)
    assert "what the moon does" in shown


def test_only_what_has_a_word_in_it_is_shown_and_escape_shows_all_again() -> None:
    state = typed(press_form, pressed(press_form, form(), "/")[0], "bag_carry")
    assert [line.name for line in state.shown] == ["bag_carry"]
    state, _ = pressed(press_form, state, "enter right")
    assert value(state, "bag_carry") == "reset"
    state, wishes = pressed(press_form, state, "escape")
    assert len(state.shown) == len(state.fields)
    assert not wishes


def test_a_search_without_a_hit_says_so_and_takes_no_key_for_a_change() -> None:
    state = typed(press_form, pressed(press_form, form(), "/")[0], "zzz")
    state, wishes = pressed(press_form, state, "enter right enter j tab d")
    assert not wishes
    assert not state.values


def test_only_the_changed_lines_are_shown_on_demand_and_put_back() -> None:
    state, _ = pressed(press_form, form_changed(), "c")
    assert [line.name for line in state.shown] == ["/computers", "partners", "low_total_redeal"]
    state, _ = pressed(press_form, state, "home d d d")
    assert state.changes == 0


def test_what_was_changed_is_not_thrown_away_by_one_key() -> None:
    state, wishes = pressed(press_form, form_changed(), "escape")
    assert not wishes
    assert "Esc again" in state.note
    assert pressed(press_form, state, "escape")[1] == [FormWish.LEAVE]
    assert not pressed(press_form, state, "j escape")[1]
    assert pressed(press_form, form(), "escape")[1] == [FormWish.LEAVE]


def test_groups_are_jumped_to_and_back() -> None:
    state, _ = pressed(press_form, form(), "tab tab tab")
    line = state.chosen
    assert line is not None
    assert line.name == "partner_talk"
    state, _ = pressed(press_form, state, "s-tab")
    assert state.at == "first_dealer"


def test_a_refusal_stands_on_the_lines_that_it_names_until_they_are_changed() -> None:
    state = form().refused(("rules.options[nil_pass].value", "blind_nil"), "these cannot be played together")
    assert set(state.errors) == {"nil_pass", "blind_nil"}
    assert state.at == "nil_pass"
    assert state.note == "nil pass: these cannot be played together"
    state, _ = pressed(press_form, state, "right")
    assert set(state.errors) == {"blind_nil"}


def test_a_refusal_that_names_nothing_known_is_told_all_the_same() -> None:
    state = form().refused(("request_id",), "used before")
    assert state.note == "refused: used before"


def test_how_the_table_is_run_is_left_to_the_server_where_nobody_chooses() -> None:
    settings = settings_of(form())
    assert not any(settings.HasField(name) for name in ("think_seconds", "grace_seconds", "house_pace_ms"))
    assert [settings.no_tips, settings.no_spectators, settings.unlisted] == [False] * 3
    state = on(form(), f.THINK)
    state, _ = pressed(press_form, state, "3 0 enter")
    state, _ = pressed(press_form, on(state, f.CHAT), "right")
    state, _ = pressed(press_form, on(state, f.LISTED), "enter")
    settings = settings_of(state)
    assert (settings.think_seconds, settings.chat, settings.unlisted) == (30, CHAT_POLICY_PHRASES, True)


def test_numbers_of_players_stand_in_their_order_and_the_presets_own_is_the_usual_one() -> None:
    state = form()
    line = state.line(f.PLAYERS)
    assert line is not None
    assert state.words(line) == ("2", "3", "4", "6")
    assert (state.usual(line), state.players) == ("4", 4)


def test_there_are_as_many_seats_to_choose_from_as_players() -> None:
    state = on(form(), f.SEAT)
    line = state.chosen
    assert line is not None
    assert state.words(line) == ("any", "1", "2", "3", "4")


def test_the_form_of_the_rules_has_nothing_about_the_table() -> None:
    assert {line.name for line in form_rules().fields if not line.is_option} == {f.PRESET, f.PLAYERS}
