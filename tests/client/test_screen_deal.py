"""The draw for dealer and the deal: what is shown, and that any key skips it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from client import scenes
from client.glass import playing
from client.messages import batch, bid_prompt, opened, table
from client.scenes import DRAWS
from client.screens import lines, pressed, sat_down
from spades.v1 import event_pb2 as e
from spades.v1.snapshot_pb2 import PHASE_BID
from spades_client.screen.deal import Deal, deal_in
from spades_client.screen.ui_state import Field, SkipHold


@given(st.booleans(), st.integers(0, 20))
def test_a_deal_has_eight_pictures_at_most_and_ends_with_every_card_dealt(drawn: bool, cards: int) -> None:
    deal = Deal(hand=1, dealer=1, draws=DRAWS if drawn else ())
    assert deal.frames <= 8
    pictures = [replace(deal, frame=frame) for frame in range(deal.frames)]
    dealt = [picture.dealt(cards) for picture in pictures]
    assert dealt == sorted(dealt)
    assert dealt[-1] == cards
    shown = [len(picture.drawn()) for picture in pictures if picture.drawing]
    assert shown == sorted(shown)
    if drawn:
        assert shown[-1] == len(DRAWS)
        assert [picture.dealer_known for picture in pictures if picture.drawing] == [False, False, False, True]


def test_a_batch_without_a_new_hand_deals_nothing() -> None:
    assert deal_in(batch(11, e.Event(spades_broken=e.SpadesBroken()))) is None


def test_nobody_is_named_as_dealer_before_the_draw_has_shown_it() -> None:
    drawn = scenes.draw_for_dealer()
    assert drawn.deal is not None
    for frame in range(drawn.deal.frames):
        view = replace(drawn, deal=replace(drawn.deal, frame=frame))
        assert ("| dealer" in lines(view, sat_down(view))[0]) is (frame >= drawn.deal.draw_frames - 1)


def test_any_key_skips_the_deal_and_does_nothing_else() -> None:
    view = scenes.dealing()
    for key in ("enter", "3", "n", "escape", "y", "up"):
        ui, effects = pressed(sat_down(view), view, [key])
        assert effects == [SkipHold()]
        assert (ui.number, ui.overlay, ui.note) == ("", None, "")


def test_what_is_typed_goes_on_during_a_deal() -> None:
    view = scenes.dealing()
    ui, effects = pressed(replace(sat_down(view), entry=Field.SAY), view, "b o a")
    assert ui.say.text == "boa"
    assert not effects


def started() -> list[e.Event]:
    """Return the events of a first hand, its dealer drawn for."""
    return [
        e.Event(dealer_drawn=e.DealerDrawn(draws=DRAWS, dealer=3)),
        e.Event(
            hand_started=e.HandStarted(hand_number=1, deal=1, dealer=3, phase=PHASE_BID, hand_size=13),
        ),
    ]


async def test_everybody_sees_who_drew_what_until_a_key_goes_on_to_the_bids(tmp_path: Path) -> None:
    snapshot = table(phase=PHASE_BID)
    snapshot.ClearField("hand")
    async with playing(tmp_path, snapshot, hold_seconds=1.2) as player:
        await player.glass.shows("Ana (partner)")
        # As the server does: the draw, and then the hand.
        drawn, hand = started()
        player.happens(drawn)
        player.happens(hand, opened(bid_prompt()))
        await player.glass.shows("DRAW FOR DEALER", "9♠", "any key skips this", ">>> YOUR TURN")
        await player.glass.shows("K♠", "First dealer: Ana")
        player.press("3")
        await player.glass.shows("your bid: _")
        await player.glass.hides("DRAW FOR DEALER")


async def test_a_reader_who_wants_no_pauses_sees_no_deal(tmp_path: Path) -> None:
    snapshot = table(phase=PHASE_BID)
    snapshot.ClearField("hand")
    async with playing(tmp_path, snapshot) as player:
        await player.glass.shows("Ana (partner)")
        player.happens(*started(), opened(bid_prompt()))
        await player.glass.shows("your bid: _")
        assert "DRAW FOR DEALER" not in player.glass.received
