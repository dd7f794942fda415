"""Keys that choose by number, type text, and lie over the table; the help is made from the same bindings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.messages import bid_prompt, cards, continue_prompt, play_prompt, table
from client.screens import lines, pressed, sat_down, seen, typed
from spades.v1.cards_pb2 import Bid, Nil
from spades.v1.error_pb2 import ERROR_REASON_NIL_NOT_ALLOWED, ERROR_REASON_TEAM_BID_TOO_HIGH
from spades.v1.prompt_pb2 import (
    ACTION_ACCEPT,
    ACTION_DECLINE,
    ACTION_KEEP,
    ACTION_THROW,
    PROMPT_KIND_CLAIM,
    PROMPT_KIND_DRAW,
    Action,
    Barred,
    Choice,
    Prompt,
    PromptKind,
)
from spades.v1.snapshot_pb2 import PHASE_BID, PHASE_SCORED, TABLE_STAGE_GATHERING, Snapshot
from spades_client.choices import SendCard, SendChoices
from spades_client.commands import Ask, BeReady, SayPhrase, SayText, Word
from spades_client.screen import texts
from spades_client.screen.draw_overlay import help_lines
from spades_client.screen.keymap import BINDINGS, Context, action_of, bound_in
from spades_client.screen.keymap import Action as Bound
from spades_client.screen.ui_state import Answer, Effect, Field, Go, Obey, Overlay, Redraw, UiState

START = UiState(cursor="AH")


def bidding(**changes: int) -> Snapshot:
    """Zoe bids."""
    snapshot = table(phase=PHASE_BID)
    snapshot.prompts.append(bid_prompt(**changes))
    return snapshot


def choosing(kind: PromptKind.ValueType, *actions: Action.ValueType) -> Snapshot:
    """Zoe chooses one of *actions*."""
    snapshot = table()
    choices = [Choice(choice_id=n, action=action) for n, action in enumerate(actions, start=1)]
    snapshot.prompts.append(Prompt(prompt_id=7, kind=kind, seat=1, min_picks=1, max_picks=1, choices=choices))
    return snapshot


def ids(effects: list[Effect]) -> list[tuple[int, ...]]:
    """Return the choices that were sent."""
    return [e.send.choice_ids for e in effects if isinstance(e, Answer) and isinstance(e.send, SendChoices)]


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        ("4", "4"),
        ("1 3", "13"),
        ("1 4", "4"),  # there is no 14: a new number begins
        ("4 backspace", ""),
        ("right", "0"),
        ("left", "13"),
        ("4 right", "5"),
        ("n", "0"),
        ("4 escape", ""),
    ],
)
def test_a_bid_is_chosen_by_digits_arrows_or_n(keys: str, number: str) -> None:
    ui, sent = pressed(START, seen(bidding()), keys)
    assert (ui.number, sent) == (number, [])


def test_nothing_is_bid_that_was_not_chosen() -> None:
    view = seen(bidding())
    ui, sent = pressed(START, view, "enter")
    assert (sent, ui.note) == ([], "choose first: type a number, or use the arrows")
    assert ids(pressed(START, view, "4 enter")[1]) == [(5,)]
    assert ids(pressed(START, view, "n enter")[1]) == [(1,)]


def test_a_bid_typed_for_one_prompt_does_not_wait_for_the_next() -> None:
    first, later = seen(bidding()), seen(bidding(prompt_id=12))
    ui, _ = pressed(sat_down(first, START), first, "4")
    assert sat_down(later, ui).number == ""


def test_a_bid_that_is_barred_is_refused_with_the_rule() -> None:
    snapshot = bidding(most=6)
    prompt = snapshot.prompts[0]
    del prompt.choices[0]
    prompt.barred.append(Barred(bids=[Bid(tricks=9)], reason=ERROR_REASON_TEAM_BID_TOO_HIGH))
    prompt.barred.append(Barred(bids=[Bid(nil=Nil())], reason=ERROR_REASON_NIL_NOT_ALLOWED))
    view = seen(snapshot)
    assert pressed(START, view, "9")[0].note == "9 not now: your side's bids would be too high."
    assert pressed(START, view, "n")[0].note == "nil not now: nil is not allowed."
    assert pressed(START, view, "8")[0].note == "8 cannot be chosen; there are 1, 2, 3, 4, 5, 6"


def test_alternatives_are_chosen_by_number_and_confirmed() -> None:
    view = seen(choosing(PROMPT_KIND_DRAW, ACTION_KEEP, ACTION_THROW))
    assert ids(pressed(START, view, "2")[1]) == []
    assert ids(pressed(START, view, "2 enter")[1]) == [(2,)]
    assert ids(pressed(START, view, "down down enter")[1]) == [(2,)]
    claim = seen(choosing(PROMPT_KIND_CLAIM, ACTION_ACCEPT, ACTION_DECLINE))
    assert ids(pressed(START, claim, "1 enter")[1]) == [(1,)]


def test_the_score_sheet_goes_on_with_enter_and_is_held_with_space() -> None:
    snapshot = table("", phase=PHASE_SCORED)
    snapshot.prompts.append(continue_prompt())
    view = seen(snapshot)
    assert ids(pressed(START, view, "enter")[1]) == [(1,)]
    assert ids(pressed(START, view, "space")[1]) == [(2,)]


def test_while_a_line_is_typed_no_key_is_a_command() -> None:
    """Typing "quay" must not fire three of them."""
    view = seen(table())
    ui, _ = pressed(START, view, "/")
    ui = typed(ui, view, "quay: l p g ?")
    assert (ui.say.text, ui.overlay, ui.cursor) == ("quay: l p g ?", None, "AH")


def test_what_was_typed_survives_leaving_the_line_and_anything_that_happens() -> None:
    view = seen(table())
    ui = typed(pressed(START, view, "/")[0], view, "boa jogada")
    ui, _ = pressed(ui, view, "escape")
    assert ui.entry is None
    snapshot = table("5H 9S")
    snapshot.prompts.append(play_prompt("5H"))
    ui = sat_down(seen(snapshot), ui)
    assert ui.say.text == "boa jogada"
    ui, sent = pressed(ui, view, "/ enter")
    assert sent == [Obey(command=SayText(text="boa jogada"))]
    assert ui.say.text == "boa jogada", "the draft stays until the server has it"


def test_a_command_line_speaks_the_grammar_of_line_mode() -> None:
    snapshot = table()
    snapshot.prompts.append(play_prompt("AH 5H"))
    view = seen(snapshot)
    ui = typed(pressed(START, view, ":")[0], view, "play ah")
    _, sent = pressed(ui, view, "enter")
    assert sent == [Answer(prompt=view.mine[0], send=SendCard(card=cards("AH")[0]))]
    ui, sent = pressed(typed(pressed(START, view, ":")[0], view, "fly"), view, "enter")
    assert (ui.note, sent, ui.command.text) == ("refused: fly is no command; say help", [], "fly")


@pytest.mark.parametrize(
    ("key", "overlay"),
    [
        ("?", Overlay.HELP),
        ("l", Overlay.LAST_TRICK),
        ("p", Overlay.SCORE),
        ("g", Overlay.LOG),
        ("e", Overlay.PHRASES),
        ("w", Overlay.ANSWER),
        ("z", Overlay.ANSWER),
        ("v", Overlay.ANSWER),
        ("escape", Overlay.MENU),
    ],
)
def test_what_lies_over_the_table_is_opened_by_a_key_and_closed_by_escape(key: str, overlay: Overlay) -> None:
    view = seen(table())
    ui, _ = pressed(START, view, key)
    assert ui.overlay is overlay
    assert pressed(ui, view, "escape")[0].overlay is None
    if overlay is Overlay.HELP:
        assert pressed(ui, view, "?")[0].overlay is None


def test_the_turn_is_not_lost_under_an_overlay() -> None:
    snapshot = table()
    snapshot.prompts.append(play_prompt("AH 5H"))
    ui, _ = pressed(START, seen(snapshot), "?")
    assert any(line.startswith(" >>> YOUR TURN") for line in lines(seen(snapshot), ui))


def test_leaving_takes_the_menu_and_a_confirmation() -> None:
    view = seen(table())
    ui, sent = pressed(START, view, "escape 5")
    assert sent == []
    assert pressed(ui, view, "enter")[1] == [Go(leave=True)]
    assert pressed(START, view, "escape 4 enter")[1] == [Go(leave=False)]
    assert pressed(START, view, "escape enter")[0].note == "choose first: type a number, or use the arrows"


def test_a_seat_that_nobody_keeps_is_not_promised() -> None:
    view = replace(seen(table()), keeps_seat=False)
    ui, _ = pressed(START, view, "escape")
    assert "kept" not in "\n".join(lines(view, ui))
    assert pressed(ui, view, "4 enter")[1] == [Go(leave=True)]


def test_ctrl_c_twice_within_two_seconds_ends_the_client_anywhere() -> None:
    view = seen(table())
    for state in (START, replace(START, overlay=Overlay.HELP), replace(START, entry=Field.SAY)):
        ui, sent = pressed(state, view, "c-c")
        assert sent == []
        assert "Ctrl-C again" in ui.note
        assert pressed(state, view, "c-c c-c")[1] == [Go(leave=False, interrupted=True)]
        assert pressed(state, view, "c-c c-c", gap=3.0)[1] == []
    assert pressed(START, view, "c-l")[1] == [Redraw()]


def test_phrases_are_said_by_their_number() -> None:
    view = seen(table())
    assert pressed(START, view, "e 2")[1] == [Obey(command=SayPhrase(phrase_id=2))]
    assert pressed(START, view, "e 9")[0].note == "there is no phrase 9"


def test_before_a_game_the_keys_are_those_of_gathering() -> None:
    snapshot = Snapshot(table_id="ABCD", your_seat=1, stage=TABLE_STAGE_GATHERING)
    assert pressed(START, seen(snapshot), "r")[1] == [Obey(command=BeReady(ready=True))]
    assert pressed(START, seen(snapshot), "s")[1] == [Obey(command=Ask(word=Word.START))]


def test_an_unknown_key_says_where_the_keys_are_listed() -> None:
    assert pressed(START, seen(table()), "y")[0].note == "y does nothing here; ? lists the keys"


def test_over_the_table_an_unknown_key_says_how_to_get_back_to_it() -> None:
    """There the key of the help closes what is open: it lists nothing."""
    view = seen(table())
    for opening in ("?", "g", "p", "z", "e", "escape", "escape 3 enter"):
        ui, sent = pressed(START, view, f"{opening} y")
        assert sent == []
        assert ui.overlay is not None
        assert ui.note == "y does nothing here; Esc closes this"


def test_help_lists_every_key_that_does_something_and_only_those() -> None:
    for context in Context:
        listed = [action for binding in bound_in(context) for key in binding.keys if (action := binding.action)]
        assert set(listed) == {a for b in BINDINGS for k in b.keys if (a := action_of(k, context)) is not None}
        assert len(help_lines(context)) == len(set(listed))


def test_every_action_has_its_words() -> None:
    assert set(texts.LABELS) == set(Bound)
    assert {binding.action for binding in BINDINGS} == set(Bound)
    assert {binding.action for binding in BINDINGS if binding.hint} <= set(texts.SHORT_LABELS)


def test_every_command_is_reached_without_function_keys_alt_or_control() -> None:
    """Terminals keep some keys for themselves."""
    plain = {b.action for b in BINDINGS if any(not key.startswith(("f1", "c-")) for key in b.keys)}
    assert set(Bound) - plain == {Bound.REDRAW, Bound.SUSPEND, Bound.INTERRUPT}
