"""Keys among the cards: moving, lifting, playing; nothing is played by accident."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.messages import cards, play_prompt, table, with_trick
from client.screens import pressed, sat_down, seen
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT, ERROR_REASON_SPADES_NOT_BROKEN
from spades.v1.prompt_pb2 import PROMPT_KIND_EXCHANGE, Barred, Choice, Prompt
from spades.v1.snapshot_pb2 import Snapshot
from spades_client.choices import SendCard, SendChoices
from spades_client.commands import Ask, Word
from spades_client.screen.ui_state import Answer, Obey, UiState
from spades_client.settings import SortOrder

HOLDING = "AS 9S 4S AH 5H JD 8C"


def my_turn(choices: str = "AH 5H", *, prompt_id: int = 7) -> Snapshot:
    """Hearts were led by Bruno; Zoe holds two and may play nothing else."""
    snapshot = with_trick(table(HOLDING), "2:KH 3:9H 4:6H", winner=2)
    prompt = play_prompt(choices, prompt_id=prompt_id)
    others = [card for card in HOLDING.split() if card not in choices.split()]
    barred = Barred(cards=cards(" ".join(others)), reason=ERROR_REASON_MUST_FOLLOW_SUIT, because_cards=cards("5H AH"))
    prompt.barred.append(barred)
    snapshot.prompts.append(prompt)
    return snapshot


VIEW = seen(my_turn())
START = UiState(cursor="AS")


@pytest.mark.parametrize(
    ("keys", "card"),
    [
        ("right", "9S"),
        ("left", "4S"),  # around the edge
        ("down", "AH"),
        ("right right down", "5H"),  # the row below is shorter
        ("up", "8C"),
        ("h", "AH"),
        ("h 5", "5H"),
        ("end", "4S"),
        ("right home", "AS"),
        ("n", "AH"),
        ("n n", "5H"),
        ("n n n", "AH"),
        ("d j", "JD"),
    ],
)
def test_the_cursor_goes_by_arrows_suits_ranks_and_legal_cards(keys: str, card: str) -> None:
    assert pressed(START, VIEW, keys)[0].cursor == card


def test_one_enter_lifts_and_the_second_plays() -> None:
    lifted, sent = pressed(START, VIEW, "h enter")
    assert (lifted.lifted, sent) == (("AH",), [])
    played, sent = pressed(lifted, VIEW, "enter")
    assert sent == [Answer(prompt=VIEW.mine[0], send=SendCard(card=cards("AH")[0]))]
    assert played.sent == 7


def test_space_lifts_and_puts_back() -> None:
    assert pressed(START, VIEW, "h space")[0].lifted == ("AH",)
    assert pressed(START, VIEW, "h space space")[0].lifted == ()


def test_escape_puts_back_before_it_opens_the_menu() -> None:
    ui, _ = pressed(START, VIEW, "h enter escape")
    assert (ui.lifted, ui.overlay) == ((), None)
    assert pressed(ui, VIEW, "escape")[0].overlay is not None


def test_enter_on_another_card_lifts_that_one_instead() -> None:
    ui, sent = pressed(START, VIEW, "h enter right enter")
    assert (ui.lifted, sent) == (("5H",), [])


def test_an_enter_held_down_plays_no_second_card() -> None:
    """Thirty repeats a second, across the end of the trick."""
    held = ["enter"] * 30
    lifted, sent = pressed(START, VIEW, ["h", *held], gap=0.033)
    assert (lifted.lifted, sent) == (("AH",), [])
    played, sent = pressed(replace(lifted, enter_at=0.0), VIEW, held, gap=0.033)
    assert len(sent) == 1
    next_turn = seen(my_turn("AS 9S 4S", prompt_id=9))
    _, sent = pressed(sat_down(next_turn, played), next_turn, held, gap=0.033)
    assert sent == []


def test_quick_fingers_may_press_enter_again_after_another_key() -> None:
    ui, sent = pressed(START, VIEW, "h enter right left enter", gap=0.02)
    assert (ui.lifted, len(sent)) == (("AH",), 1)


def test_while_an_answer_is_on_its_way_no_other_is_sent() -> None:
    ui, sent = pressed(START, VIEW, "h enter enter enter enter")
    assert len(sent) == 1
    assert "on its way" in ui.note


def test_a_card_lifted_for_one_turn_is_not_lifted_in_the_next() -> None:
    ui, _ = pressed(START, VIEW, "h enter")
    assert sat_down(seen(my_turn("AS 9S 4S", prompt_id=9)), ui).lifted == ()


def test_a_barred_card_is_refused_with_the_cards_that_oblige() -> None:
    for key in ("enter", "space"):
        ui, sent = pressed(START, VIEW, key)
        assert (ui.note, ui.lifted, sent) == ("A♠ not now: hearts were led and you hold A♥ 5♥.", (), [])


def test_other_rules_are_named_too() -> None:
    snapshot = table(HOLDING)
    prompt = play_prompt("AH 5H JD 8C")
    prompt.barred.append(
        Barred(cards=cards("AS 9S 4S"), reason=ERROR_REASON_SPADES_NOT_BROKEN, because_cards=cards("AH JD"))
    )
    snapshot.prompts.append(prompt)
    ui, _ = pressed(START, seen(snapshot), "enter")
    assert ui.note == "A♠ not now: spades are not broken. You hold A♥ J♦."


def test_out_of_turn_the_note_says_whose_turn_it_is() -> None:
    snapshot = with_trick(table(HOLDING), "2:KH", winner=2)
    snapshot.prompts.append(play_prompt("AH", seat=4))
    ui, sent = pressed(START, seen(snapshot), "enter")
    assert (ui.note, sent) == ("not your turn: waiting for Clara", [])


def test_missing_suits_and_ranks_are_said() -> None:
    view = seen(table("AS KS"))
    assert pressed(START, view, "h")[0].note == "you have no hearts"
    assert pressed(START, view, "q")[0].note == "you have no Q of ♠"
    assert pressed(START, view, "0")[0].note == "you have no 10 of ♠"


def test_the_cursor_moves_to_a_card_that_can_be_played_and_lifts_nothing() -> None:
    ui = sat_down(VIEW, START)
    assert (ui.cursor, ui.lifted) == ("AH", ())


def test_a_cursor_whose_card_is_gone_finds_another() -> None:
    assert sat_down(seen(table("5H 9S")), START).cursor == "9S"
    assert sat_down(seen(table("")), START).cursor == ""


def test_sort_orders_go_around() -> None:
    ui, _ = pressed(START, VIEW, "o")
    assert ui.look.sort is SortOrder.LOW_FIRST
    assert pressed(ui, VIEW, "o o o")[0].look.sort is SortOrder.HIGH_FIRST
    assert pressed(replace(ui, cursor="4S"), VIEW, "home")[0].cursor == "4S"


def giving() -> Snapshot:
    """Zoe gives two cards to Ana."""
    snapshot = table(HOLDING)
    choices = [Choice(choice_id=n, card=card) for n, card in enumerate(cards(HOLDING), start=1)]
    snapshot.prompts.append(
        Prompt(prompt_id=7, kind=PROMPT_KIND_EXCHANGE, seat=1, min_picks=2, max_picks=2, choices=choices)
    )
    return snapshot


def test_cards_to_give_are_lifted_one_by_one_and_sent_together() -> None:
    view = seen(giving())
    ui, sent = pressed(START, view, "space enter")
    assert (ui.note, sent) == ("2 cards to be given, 1 lifted; Space lifts a card", [])
    ui, sent = pressed(ui, view, "h space d space")
    assert ui.lifted == ("AS", "AH")
    assert "enough" in ui.note
    _, sent = pressed(ui, view, "enter")
    assert sent == [Answer(prompt=view.mine[0], send=SendChoices(choice_ids=(1, 4)))]


def test_a_claim_wants_a_confirmation() -> None:
    ui, sent = pressed(START, VIEW, "x")
    assert (ui.claiming, sent) == (True, [])
    assert pressed(ui, VIEW, "escape")[0].claiming is False
    assert pressed(ui, VIEW, "enter")[1] == [Obey(command=Ask(word=Word.CLAIM))]
