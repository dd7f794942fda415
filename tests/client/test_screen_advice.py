"""The suggested bid: item by item from the reasons of the server, never entered by itself, and only where allowed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from client import scenes
from client.fakes import FakeServer, Refusal
from client.glass import playing
from client.messages import cards
from client.screens import assert_golden, lines, pressed, sat_down
from spades.v1.cards_pb2 import SUIT_CLUBS, SUIT_HEARTS, SUIT_SPADES, Bid, Nil
from spades.v1.rules_pb2 import OptionValue, RuleOption
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.table_service_pb2 import GetTipRequest, GetTipResponse, TipAlternative, TipReason
from spades_client.choices import SendChoices
from spades_client.screen.advice import Item, advice, advised_number, wants_advice, warnings
from spades_client.screen.look import Look
from spades_client.screen.reduce import adopt
from spades_client.screen.table_view import LogLine, TableView
from spades_client.screen.ui_state import Answer, Consult, UiState
from spades_client.settings import Settings

TIP = GetTipResponse(
    choice_ids=[5],
    reasons=[
        TipReason(code="outlook", value=0.71, text="4: made with 71%"),
        TipReason(code="table_total", value=2.4, text="the others leave 2.4"),
        TipReason(code="spade_honour", cards=cards("AS"), suit=SUIT_SPADES, value=1.0, text="AS"),
        TipReason(code="spade_honour", cards=cards("KS"), suit=SUIT_SPADES, value=0.93, text="KS"),
        TipReason(code="side_honour", cards=cards("KH"), suit=SUIT_HEARTS, value=0.62, text="KH"),
        TipReason(code="small_spade", cards=cards("8S"), suit=SUIT_SPADES, value=0.2, text="8S"),
        TipReason(code="small_spade", cards=cards("5S"), suit=SUIT_SPADES, value=0.2, text="5S"),
        TipReason(code="ruff", suit=SUIT_CLUBS, value=0.9, text="void in clubs"),
        TipReason(code="rest", value=-0.3, text="besides -0.3"),
    ],
    alternatives=[
        TipAlternative(choice_ids=[5], points=31.0, made=0.71, bags=0.9),
        TipAlternative(choice_ids=[1], points=-60.0, made=0.04),
    ],
)
OTHER = TipReason(code="newer_than_this", text="The moon \x1b[31mis full.")


def advised(tip: GetTipResponse = TIP, **options: int) -> TableView:
    """The reader bids last, nine bags are against the side, and a tip has come."""
    view = scenes.bidding()
    view.snapshot.sides[0].bags = 9
    view.snapshot.rules.options.append(RuleOption(name="bag_penalty_points", value=OptionValue(number=100)))
    return replace(view, tip=tip, tip_for=5, capabilities=frozenset({"tips"}))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 12), (120, 40)])
def test_the_advice_looks_as_it_did(size: tuple[int, int]) -> None:
    assert_golden("advice", advised(), sat_down(advised()), *size)


def test_what_was_said_last_is_seen_beside_the_advice_however_long_that_is() -> None:
    view = advised()
    view = replace(view, log=(*view.log, LogLine(text="Ana says: are you still with us?", kind="said")))
    for size in ((80, 24), (100, 24), (120, 40)):
        shown = "\n".join(lines(view, sat_down(view), *size))
        assert "SUGGESTED BID" in shown
        assert "bags 9/10" in shown.split("SUGGESTED BID")[1], "what costs points is seen too"
        assert "Ana says: are you still" in shown


def test_reasons_are_sorted_by_what_they_say_of_the_cards() -> None:
    assert advice(advised(), Look()) == [
        Item("sure", "A♠ K♠"),
        Item("likely", "K♥ 0.6"),
        Item("ruff", "no ♣, 8♠ 5♠"),
        Item("others", "about 2.4 left"),
        Item("minus", "0.3"),
        Item("made", "71 %, 0.9 bags"),
        Item("nil?", "no: 4 %"),
    ]


def test_a_reason_newer_than_the_client_is_told_in_the_servers_words() -> None:
    tip = GetTipResponse(choice_ids=[5], reasons=[OTHER])
    assert advice(advised(tip), Look()) == [Item("", "The moon [31mis full.")]


def test_a_nil_that_is_suggested_names_its_dangers() -> None:
    reasons = [TipReason(code="nil_odds", cards=cards("9H 8S"), value=0.62, text="nil")]
    tip = GetTipResponse(choice_ids=[1], reasons=reasons, alternatives=[TipAlternative(choice_ids=[1], made=0.62)])
    assert advice(advised(tip), Look())[1:] == [Item("nil?", "yes: 62 %"), Item("minus", "9♥ 8♠")]
    assert advised_number(advised(tip)) == "0"


def test_what_to_bear_in_mind_is_told_only_where_it_is_so() -> None:
    view = advised()
    assert warnings(view) == ["bags 9/10: 1 more: -100", "you bid last"]
    view.snapshot.hand.seats[2].bid.CopyFrom(Bid(nil=Nil()))
    view.snapshot.sides[0].bags = 7
    view.snapshot.hand.seats[3].ClearField("bid")
    assert warnings(view) == ["Ana bid nil: cover it"]


def test_the_suggestion_is_shown_not_entered_and_a_key_takes_it_over() -> None:
    view = advised()
    ui = sat_down(view)
    assert ui.number == ""
    taken, effects = pressed(ui, view, "i")
    assert (taken.number, effects) == ("4", [])
    _, effects = pressed(taken, view, "enter")
    assert [e.send for e in effects if isinstance(e, Answer)] == [SendChoices(choice_ids=(5,))]


def test_it_is_asked_for_once_where_tips_are_served_wanted_and_allowed() -> None:
    view = replace(advised(), tip=None, tip_for=0)
    _, effects = adopt(UiState(), view, live=False)
    assert [type(effect) for effect in effects] == [Consult]
    assert adopt(UiState(settings=Settings(tips=False)), view)[1] == adopt(UiState(), replace(view, tip_for=5))[1]
    assert wants_advice(replace(view, capabilities=frozenset())) is None
    assert wants_advice(scenes.following()) is None
    view.snapshot.settings.no_tips = True
    assert wants_advice(view) is None
    assert pressed(sat_down(view), view, "i")[0].note == "this table plays without tips"


def test_advice_for_another_bid_is_not_shown() -> None:
    view = replace(advised(), tip_for=4)
    assert "SUGGESTED" not in "\n".join(lines(view, sat_down(view)))
    assert advised_number(view) == ""


def serving_tips(**replies: GetTipResponse) -> FakeServer:
    """Return a server that gives tips."""
    fake = FakeServer()
    info = GetServerInfoResponse()
    info.MergeFromString(fake.replies["GetServerInfo"].SerializeToString())
    info.capabilities.append("tips")
    fake.replies["GetServerInfo"] = info
    fake.replies["GetTip"] = TIP
    return fake


async def test_the_advice_comes_by_itself_and_all_of_it_stands_in_the_log(tmp_path: Path) -> None:
    fake = serving_tips()
    async with playing(tmp_path, scenes.bidding().snapshot, fake=fake) as player:
        await player.glass.shows("SUGGESTED BID  4", "sure    A♠ K♠", "your bid: _")
        (request,) = await fake.asked("GetTip")
        assert isinstance(request, GetTipRequest)
        assert request.prompt_id == 5
        player.press("i")
        await player.glass.shows("your bid: 4", "4 is suggested and typed")
        player.press("g")
        await player.glass.shows("WHAT HAPPENED", "nil?: no: 4 %")


async def test_a_refused_tip_is_a_line_of_the_log_and_the_bid_goes_on(tmp_path: Path) -> None:
    fake = serving_tips()
    fake.refusals["GetTip"].append(
        Refusal(code=grpc.StatusCode.FAILED_PRECONDITION, reason="TIPS_NOT_ALLOWED", message="no tips here")
    )
    async with playing(tmp_path, scenes.bidding().snapshot, fake=fake) as player:
        await player.glass.shows("refused: no tips here", "your bid: _")
        player.press("4", "enter")
        await fake.asked("Answer")
