"""The reducer: each event does to the snapshot what its "S:" comment in event.proto says, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st

from client.messages import BASE_TIME, batch, bid_prompt, cards, play_prompt, said, table, timed, with_trick
from spades.v1 import event_pb2 as e
from spades.v1 import snapshot_pb2 as s
from spades.v1.cards_pb2 import TALK_KIND_ABOUT, Bid, Talk
from spades.v1.prompt_pb2 import PROMPT_OUTCOME_ANSWERED, Prompt
from spades.v1.rules_pb2 import Rules
from spades_client import Gap, fold, unknown_events
from spades_client.notation import parse_card
from spades_kit.newer import with_unknown_fields

Change = Callable[[s.Snapshot], object]


def folded(before: s.Snapshot, *events: e.Event) -> s.Snapshot:
    """Return what follows from *events*, and check that *before* was left alone."""
    copy = s.Snapshot()
    copy.CopyFrom(before)
    after = fold(before, batch(before.sequence + 1, *events))
    assert before == copy
    return after


def expected(before: s.Snapshot, change: Change, *, events: int = 1) -> s.Snapshot:
    """Return *before* with *change* done to it, and the marks that every batch leaves."""
    after = s.Snapshot()
    after.CopyFrom(before)
    change(after)
    after.sequence += events
    after.time.CopyFrom(Timestamp(seconds=BASE_TIME + before.sequence + 1))
    after.view_hash = ""
    return after


def set_fields(path: str, **fields: object) -> Change:
    """Return a change of plain fields: *path* is an expression from the snapshot, such as ``seats[1]``."""

    def change(snapshot: s.Snapshot) -> None:
        target = eval(f"snapshot.{path}" if path else "snapshot", {"snapshot": snapshot})
        for name, value in fields.items():
            setattr(target, name, value)

    return change


def copy_to(path: str, message: object) -> Change:
    """Return a change that puts *message* at *path*."""
    return lambda snapshot: eval(f"snapshot.{path}", {"snapshot": snapshot}).CopyFrom(message)


def all_of(*changes: Change) -> Change:
    """Return the changes one after the other."""
    return lambda snapshot: [change(snapshot) for change in changes]


def nothing(snapshot: s.Snapshot) -> None:
    """Change nothing."""


SIDE = s.Side(side=1, seats=[1, 3], score=63, bags=3, contract=4, tricks=1, need=3, score_gap=11)
NEW_SEAT = s.Seat(seat=2, side=2, kind=s.SEAT_KIND_PERSON, name="Dora", presence=s.PRESENCE_ONLINE)
GRACE = Timestamp(seconds=BASE_TIME + 60)
PAUSE = s.Pause(seat=2, reason=s.PAUSE_REASON_ASKED)
CLAIM = s.Claim(seat=2, cards=cards("KS QS"))
RESULT = s.HandResult(hand_number=4, sides=[s.SideResult(side=1, contract=40, hand=40, total=103)])


def _shown(snapshot: s.Snapshot) -> None:
    snapshot.hand.seats[1].cards.extend(CLAIM.cards)


ONE_EVENT: list[tuple[str, e.Event, Change]] = [
    ("a seat is taken", e.Event(seat_taken=e.SeatTaken(seat=NEW_SEAT)), copy_to("seats[1]", NEW_SEAT)),
    (
        "a seat is left",
        e.Event(seat_vacated=e.SeatVacated(seat=2, reason=e.LEAVE_REASON_LEFT)),
        copy_to("seats[1]", s.Seat(seat=2, side=2, kind=s.SEAT_KIND_EMPTY)),
    ),
    (
        "a connection goes",
        e.Event(presence_changed=e.PresenceChanged(seat=3, presence=s.PRESENCE_AWAY, grace_deadline=GRACE)),
        all_of(set_fields("seats[2]", presence=s.PRESENCE_AWAY), copy_to("seats[2].grace_deadline", GRACE)),
    ),
    ("a player stands in", e.Event(seat_stood_in=e.SeatStoodIn(seat=3)), set_fields("seats[2]", stood_in=True)),
    ("the owner is back", e.Event(seat_reclaimed=e.SeatReclaimed(seat=3)), set_fields("seats[2]", stood_in=False)),
    (
        "a seat is promised",
        e.Event(newcomer_changed=e.NewcomerChanged(seat=2, newcomer=s.Newcomer(name="Dora"))),
        copy_to("seats[1].newcomer", s.Newcomer(name="Dora")),
    ),
    ("a seat is promised no longer", e.Event(newcomer_changed=e.NewcomerChanged(seat=2)), nothing),
    ("the host changes", e.Event(host_changed=e.HostChanged(seat=3)), set_fields("", host_seat=3)),
    ("a seat is ready", e.Event(ready_changed=e.ReadyChanged(seat=3, ready=True)), set_fields("seats[2]", ready=True)),
    (
        "rules change for later",
        e.Event(rules_changed=e.RulesChanged(rules=Rules(preset="whiz", players=4), from_next_game=True)),
        copy_to("next_rules", Rules(preset="whiz", players=4)),
    ),
    ("no rules wait", e.Event(rules_changed=e.RulesChanged(from_next_game=True)), nothing),
    ("chat is heard", said("hello"), lambda snapshot: snapshot.chat.append(said("hello").said.line)),
    ("chat for others", e.Event(said=e.Said(line=s.ChatLine(sequence=11, seat=3, name="Ana"))), nothing),
    ("closing is announced", e.Event(table_closing=e.TableClosing(closes_at=GRACE)), nothing),
    (
        "the table closes",
        e.Event(table_closed=e.TableClosed(seat=1)),
        set_fields("", stage=s.TABLE_STAGE_CLOSED),
    ),
    (
        "a prompt opens",
        e.Event(prompt_opened=e.PromptOpened(prompt=play_prompt("AH 5H"))),
        all_of(lambda snapshot: snapshot.prompts.append(play_prompt("AH 5H")), set_fields("hand", turn=1)),
    ),
    ("cards are drawn for the deal", e.Event(dealer_drawn=e.DealerDrawn(dealer=2)), nothing),
    (
        "cards are dealt",
        e.Event(cards_dealt=e.CardsDealt(seat=1, count=2, cards=cards("2C 3C"), seen=True)),
        copy_to("hand.seats[0]", s.SeatHand(seat=1, card_count=2, cards=cards("2C 3C"), seen=True)),
    ),
    (
        "cards are dealt to another",
        e.Event(cards_dealt=e.CardsDealt(seat=2, count=13, seen=True)),
        set_fields("hand.seats[1]", card_count=13, seen=True),
    ),
    ("another looks", e.Event(cards_seen=e.CardsSeen(seat=2)), set_fields("hand.seats[1]", seen=True)),
    (
        "a partner talks",
        e.Event(talked=e.Talked(seat=3, talk=Talk(kind=TALK_KIND_ABOUT, tricks=4), phase=s.PHASE_BID)),
        all_of(
            copy_to("hand.seats[2].talk", Talk(kind=TALK_KIND_ABOUT, tricks=4)),
            set_fields("hand", phase=s.PHASE_BID),
        ),
    ),
    (
        "talk that may not be heard",
        e.Event(talked=e.Talked(seat=2, phase=s.PHASE_TALK)),
        set_fields("hand", phase=s.PHASE_TALK),
    ),
    (
        "a bid is made",
        e.Event(bid_made=e.BidMade(seat=3, bid=Bid(tricks=4), side=SIDE, phase=s.PHASE_PLAY)),
        all_of(copy_to("hand.seats[2].bid", Bid(tricks=4)), copy_to("sides[0]", SIDE)),
    ),
    ("a redeal is called", e.Event(hand_redealt=e.HandRedealt(hand_number=4, deal=1, seat=2)), nothing),
    ("a leader is chosen", e.Event(leader_chosen=e.LeaderChosen(seat=2)), set_fields("hand", phase=s.PHASE_PLAY)),
    ("spades are broken", e.Event(spades_broken=e.SpadesBroken(seat=2)), set_fields("hand", broken=True)),
    ("a revoke is found", e.Event(revoke_found=e.RevokeFound(seat=2, trick=1)), nothing),
    (
        "a claim is made",
        e.Event(claim_proposed=e.ClaimProposed(claim=CLAIM)),
        all_of(copy_to("claim", CLAIM), set_fields("hand.seats[1]", exposed=True), _shown),
    ),
    (
        "a hand is scored",
        e.Event(
            hand_ended=e.HandEnded(
                result=RESULT, sides=[SIDE], dealt=[s.Holding(seat=1, cards=cards("AH"))], secrets=[b"x"]
            )
        ),
        all_of(
            set_fields("hand", phase=s.PHASE_SCORED),
            lambda snapshot: snapshot.hand.dealt.append(s.Holding(seat=1, cards=cards("AH"))),
            lambda snapshot: snapshot.results.append(RESULT),
            lambda snapshot: snapshot.sides.__delitem__(slice(None)),
            lambda snapshot: snapshot.sides.append(SIDE),
        ),
    ),
    (
        "a game ends",
        e.Event(game_ended=e.GameEnded(result=s.GameResult(winner_side=1, reason=s.GAME_END_REASON_TARGET))),
        all_of(
            set_fields("", stage=s.TABLE_STAGE_GAME_OVER),
            copy_to("game_result", s.GameResult(winner_side=1, reason=s.GAME_END_REASON_TARGET)),
        ),
    ),
    ("a kind newer than this client", e.Event(), nothing),
]


@pytest.mark.parametrize(("event", "change"), [row[1:] for row in ONE_EVENT], ids=[row[0] for row in ONE_EVENT])
def test_an_event_does_what_its_comment_says_and_nothing_else(event: e.Event, change: Change) -> None:
    before = table()
    before.view_hash = "0123456789abcdef"
    assert folded(before, event) == expected(before, change)


def test_a_seat_that_is_left_keeps_nothing_of_its_owner() -> None:
    before = table()
    before.seats[2].ready = before.seats[2].stood_in = True
    after = folded(before, e.Event(seat_vacated=e.SeatVacated(seat=3)))
    assert after.seats[2] == s.Seat(seat=3, side=1, kind=s.SEAT_KIND_EMPTY)


def test_grace_ends_when_the_owner_is_back() -> None:
    before = table()
    before.seats[2].grace_deadline.CopyFrom(GRACE)
    after = folded(before, e.Event(presence_changed=e.PresenceChanged(seat=3, presence=s.PRESENCE_ONLINE)))
    assert not after.seats[2].HasField("grace_deadline")


def test_two_players_change_places_and_the_hosts_rights_go_along() -> None:
    after = folded(table(), e.Event(seats_swapped=e.SeatsSwapped(seat=1, other_seat=2)))
    assert [(seat.seat, seat.side, seat.name) for seat in after.seats[:2]] == [(1, 1, "Bruno"), (2, 2, "Zoe")]
    assert (after.host_seat, after.your_seat) == (2, 2)


def test_new_rules_before_a_game_bring_their_pack_seats_and_sides() -> None:
    seats, sides = [s.Seat(seat=1, side=1)], [s.Side(side=1, seats=[1])]
    event = e.RulesChanged(rules=Rules(preset="two-player", players=2), seats=seats, sides=sides)
    before = table()
    before.next_rules.preset = "two-player"
    after = folded(before, e.Event(rules_changed=event))
    assert (after.rules.preset, list(after.seats), list(after.sides)) == ("two-player", seats, sides)
    assert not after.pack.cards
    assert not after.HasField("next_rules")


def test_rules_that_waited_for_the_next_game_are_taken_back() -> None:
    before = table()
    before.next_rules.preset = "whiz"
    after = folded(before, e.Event(rules_changed=e.RulesChanged(from_next_game=True)))
    assert (after.HasField("next_rules"), after.rules) == (False, before.rules)


def test_a_pause_stops_every_clock_and_a_resumption_sets_those_it_names() -> None:
    before = table()
    before.prompts.extend([play_prompt("AH"), bid_prompt(prompt_id=8, seat=2)])
    paused = folded(before, e.Event(table_paused=e.TablePaused(pause=PAUSE)))
    assert paused.pause == PAUSE
    assert not any(p.HasField("deadline") or p.HasField("time_left") for p in paused.prompts)
    clock = timed(Prompt(prompt_id=7), 30)
    resumed = folded(paused, e.Event(table_resumed=e.TableResumed(seat=2, prompts=[clock])))
    assert not resumed.HasField("pause")
    assert resumed.prompts[0].deadline == clock.deadline
    assert resumed.prompts[0].choices == before.prompts[0].choices
    assert not resumed.prompts[1].HasField("deadline")


def test_a_suspended_prompt_keeps_its_choices_and_gets_its_clock_back() -> None:
    before = table()
    before.prompts.append(play_prompt("AH 5H"))
    waiting = folded(before, e.Event(prompt_suspended=e.PromptSuspended(prompt_id=7)))
    assert waiting.prompts[0].suspended
    assert not waiting.prompts[0].HasField("time_left")
    resumed = e.Event(prompt_resumed=e.PromptResumed(prompt=timed(Prompt(prompt_id=7), 60)))
    assert folded(waiting, resumed).prompts[0] == before.prompts[0]


def test_the_turn_is_nobodys_while_two_seats_owe_a_decision() -> None:
    one, other = bid_prompt(prompt_id=7, seat=1), bid_prompt(prompt_id=8, seat=2)
    both = folded(table(), e.Event(prompt_opened=e.PromptOpened(prompt=one)), _opens(other))
    assert both.hand.turn == 0
    left = folded(both, _closes(7))
    assert left.hand.turn == 2
    assert folded(left, _closes(8)).hand.turn == 0


def test_prompts_between_hands_do_not_touch_the_turn() -> None:
    before = table()
    before.hand.turn = 4
    prompt = Prompt(prompt_id=9, kind=8, seat=1)  # type: ignore[arg-type]  # CONTINUE by its number
    asked = folded(before, _opens(prompt))
    assert asked.hand.turn == 4
    assert folded(asked, _closes(9)).hand.turn == 4


def _opens(prompt: Prompt) -> e.Event:
    return e.Event(prompt_opened=e.PromptOpened(prompt=prompt))


def _closes(prompt_id: int) -> e.Event:
    return e.Event(prompt_closed=e.PromptClosed(prompt_id=prompt_id, outcome=PROMPT_OUTCOME_ANSWERED))


def test_only_the_last_fifty_lines_of_chat_are_kept() -> None:
    before = table(sequence=100)
    before.chat.extend(said(str(n), sequence=n).said.line for n in range(50))
    after = folded(before, said("new", sequence=101))
    assert [line.text for line in after.chat] == [*(str(n) for n in range(1, 50)), "new"]


def test_opened_chat_goes_where_it_was_said() -> None:
    before = table(sequence=100)
    before.chat.extend(said(str(n), sequence=n).said.line for n in (10, 30))
    opened = e.ChatOpened(lines=[said("20", sequence=20).said.line, said("40", sequence=40).said.line])
    after = folded(before, e.Event(chat_opened=opened))
    assert [line.text for line in after.chat] == ["10", "20", "30", "40"]


def test_a_game_begins_on_a_cleared_table() -> None:
    before = table()
    before.stage = s.TABLE_STAGE_GAME_OVER
    before.seats[0].ready = True
    before.results.append(RESULT)
    before.game_result.winner_side = 1
    started = e.GameStarted(game_number=2, game_id="G2", seeded=True, rules=Rules(preset="whiz"), sides=[SIDE])
    after = folded(before, e.Event(game_started=started))
    assert (after.stage, after.game_number, after.game_id, after.seeded) == (s.TABLE_STAGE_PLAYING, 2, "G2", True)
    assert (after.rules.preset, list(after.sides), list(after.results)) == ("whiz", [SIDE], [])
    assert not any(after.HasField(name) for name in ("game_result", "hand"))
    assert not after.seats[0].ready


def test_a_hand_begins_with_empty_seats_and_cleared_sides() -> None:
    before = table()
    before.sides[0].CopyFrom(SIDE)
    before.sides[0].bid_complete = True
    started = e.HandStarted(
        hand_number=5, deal=2, dealer=2, commitment=b"c", phase=s.PHASE_DRAW, undealt=1, hand_size=13, stock=52
    )
    after = folded(before, e.Event(hand_started=started))
    assert after.hand == s.Hand(
        number=5,
        deal=2,
        dealer=2,
        commitment=b"c",
        phase=s.PHASE_DRAW,
        undealt=1,
        hand_size=13,
        seats=[s.SeatHand(seat=n, seen=True) for n in range(1, 5)],
        draw=s.Draw(stock=52, turns=[0, 0, 0, 0]),
    )
    assert after.sides[0] == s.Side(side=1, seats=[1, 3], score=63, bags=3, score_gap=11)
    assert not folded(before, e.Event(hand_started=e.HandStarted(hand_number=5))).hand.HasField("draw")


def test_a_draw_takes_two_cards_and_keeps_one() -> None:
    before = table("2C")
    before.hand.draw.CopyFrom(s.Draw(stock=10, turns=[1, 0, 0, 0]))
    offered = folded(before, e.Event(card_offered=e.CardOffered(seat=1, card=parse_card("KH"))))
    assert (offered.hand.draw.stock, offered.hand.draw.offered) == (9, parse_card("KH"))
    drawn = e.CardDrawn(seat=1, kept_offered=True, kept=parse_card("KH"), thrown=parse_card("3D"))
    after = folded(offered, e.Event(card_drawn=drawn))
    assert list(after.hand.seats[0].cards) == cards("2C KH")
    assert after.hand.seats[0].card_count == 2
    assert after.hand.draw == s.Draw(stock=8, turns=[2, 0, 0, 0], thrown=cards("3D"))


def test_of_anothers_draw_only_the_numbers_are_known() -> None:
    before = table("2C")
    before.hand.draw.CopyFrom(s.Draw(stock=10, turns=[0, 0, 0, 0]))
    offered = folded(before, e.Event(card_offered=e.CardOffered(seat=2)))
    after = folded(offered, e.Event(card_drawn=e.CardDrawn(seat=2)))
    assert after.hand.draw == s.Draw(stock=8, turns=[0, 1, 0, 0])
    assert (after.hand.seats[1].card_count, list(after.hand.seats[1].cards)) == (2, [])


@pytest.mark.parametrize(
    ("giver", "taker", "shown", "mine"),
    [(1, 3, "5H 9S", "AH"), (3, 1, "2C 3C", "AH 5H 9S 2C 3C"), (2, 4, "", "AH 5H 9S")],
)
def test_an_exchange_moves_cards_that_giver_and_taker_know(giver: int, taker: int, shown: str, mine: str) -> None:
    exchange = s.Exchange(from_seat=giver, to_seat=taker, count=2, cards=cards(shown))
    event = e.CardsExchanged(exchange=exchange, phase=s.PHASE_EXCHANGE)
    after = folded(table("AH 5H 9S"), e.Event(cards_exchanged=event))
    counts = {part.seat: part.card_count for part in after.hand.seats}
    assert (counts[giver], counts[taker]) == (1, 5)
    assert list(after.hand.seats[0].cards) == cards(mine)
    assert not any(part.cards for part in after.hand.seats[1:])
    assert list(after.hand.exchanges) == [exchange]
    assert after.hand.phase == s.PHASE_EXCHANGE


def test_a_card_goes_from_the_holding_to_the_trick() -> None:
    led = e.Event(card_played=e.CardPlayed(seat=1, card=parse_card("AH"), winner=1))
    after = folded(table("AH 5H 9S"), led)
    assert list(after.hand.seats[0].cards) == cards("5H 9S")
    assert after.hand.seats[0].card_count == 2
    assert after.hand.trick == with_trick(table(), "1:AH", winner=1).hand.trick
    followed = folded(after, e.Event(card_played=e.CardPlayed(seat=2, card=parse_card("2S"), winner=2)))
    assert followed.hand.trick == with_trick(table(), "1:AH 2:2S", winner=2).hand.trick
    assert followed.hand.seats[1].card_count == 2


def test_a_finished_trick_joins_the_others() -> None:
    before = with_trick(table(), "1:AH 2:2H 3:3H 4:4H", winner=1)
    after = folded(before, e.Event(trick_won=e.TrickWon(seat=1, number=1, side=SIDE)))
    assert list(after.hand.tricks) == [before.hand.trick]
    assert not after.hand.HasField("trick")
    assert after.hand.seats[0].tricks == 1
    assert after.sides[0] == SIDE
    second = folded(after, e.Event(card_played=e.CardPlayed(seat=1, card=parse_card("5H"), winner=1)))
    assert second.hand.trick.number == 2


def test_a_claim_gathers_answers_and_ends_the_play_when_all_accept() -> None:
    claimed = folded(table(), e.Event(claim_proposed=e.ClaimProposed(claim=CLAIM)))
    answered = folded(
        claimed,
        e.Event(claim_answered=e.ClaimAnswered(seat=1, accepted=True)),
        e.Event(claim_answered=e.ClaimAnswered(seat=3, accepted=False)),
    )
    assert list(answered.claim.accepted_seats) == [1]
    refused = folded(answered, e.Event(claim_settled=e.ClaimSettled(seat=2)))
    assert not refused.HasField("claim")
    assert refused.hand == claimed.hand
    side = s.Side(side=2, seats=[2, 4], tricks=3)
    won = folded(answered, e.Event(claim_settled=e.ClaimSettled(seat=2, accepted=True, tricks=3, side=side)))
    assert won.hand.seats[1].tricks == 3
    assert won.sides[1] == side
    assert not any(part.card_count or part.cards for part in won.hand.seats)


def test_all_events_of_a_batch_are_applied_in_order() -> None:
    prompt = play_prompt("AH")
    after = folded(table(), _opens(prompt), _closes(7), said("x", sequence=13))
    assert (after.sequence, len(after.prompts), len(after.chat)) == (13, 0, 1)
    assert after.time.seconds == BASE_TIME + 11


@given(st.integers(min_value=1, max_value=100))
def test_a_batch_that_does_not_follow_is_a_gap(first: int) -> None:
    snapshot = table(sequence=10)
    if first == 11:
        assert fold(snapshot, batch(first, e.Event())).sequence == 11
        return
    with pytest.raises(Gap):
        fold(snapshot, batch(first, e.Event()))


@pytest.mark.parametrize(
    "event",
    [
        e.Event(seat_stood_in=e.SeatStoodIn(seat=9)),
        e.Event(bid_made=e.BidMade(seat=1, side=s.Side(side=7))),
        e.Event(prompt_closed=e.PromptClosed(prompt_id=99)),
        e.Event(card_played=e.CardPlayed(seat=1, card=parse_card("2D"))),
        e.Event(card_offered=e.CardOffered(seat=1)),
        e.Event(card_drawn=e.CardDrawn(seat=1)),
        e.Event(
            cards_exchanged=e.CardsExchanged(exchange=s.Exchange(from_seat=2, to_seat=4, count=9)),
        ),
    ],
)
def test_an_event_about_what_is_not_there_is_a_gap_and_no_crash(event: e.Event) -> None:
    with pytest.raises(Gap):
        fold(table(), batch(11, event))


def test_events_of_a_kind_newer_than_this_client_are_counted_and_skipped() -> None:
    # Field 999 of Event, as a newer server might write it.
    newer = e.Event.FromString(bytes([0xBA, 0x3E, 0x00]))
    mixed = batch(11, newer, said("still here", sequence=12))
    assert unknown_events(mixed) == 1
    after = fold(table(), mixed)
    assert (after.sequence, after.chat[0].text) == (12, "still here")


def test_a_card_to_which_a_newer_server_adds_something_is_the_same_card() -> None:
    played = e.Event(card_played=e.CardPlayed(seat=1, card=with_unknown_fields(parse_card("5H")), winner=1))
    after = folded(table("AH 5H 9S"), played)
    assert list(after.hand.seats[0].cards) == cards("AH 9S")
