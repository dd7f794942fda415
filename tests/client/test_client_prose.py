"""What line mode says: one line an event, the subject first, and nothing of a stranger's text raw."""

from __future__ import annotations

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from client.messages import (
    BASE_TIME,
    batch,
    bid_prompt,
    cards,
    continue_prompt,
    pack,
    play_prompt,
    said,
    table,
    with_trick,
)
from spades.v1 import event_pb2 as e
from spades.v1 import snapshot_pb2 as s
from spades.v1.cards_pb2 import SUIT_SPADES, TALK_KIND_ABOUT, Bid, BlindNil, Card, Nil, PackCard, Talk
from spades.v1.error_pb2 import ERROR_REASON_MUST_FOLLOW_SUIT
from spades.v1.prompt_pb2 import (
    ACTION_LOOK,
    PROMPT_KIND_BLIND,
    PROMPT_KIND_EXCHANGE,
    PROMPT_OUTCOME_TIMED_OUT,
    Barred,
    Choice,
    Prompt,
)
from spades.v1.rules_pb2 import OptionDescription, OptionValue, RuleOption, Rules
from spades_client.commands import Word
from spades_client.notation import parse_card
from spades_client.prose import batch_lines
from spades_client.prose_prompt import prompt_line, turn_lines
from spades_client.prose_show import answer_lines
from spades_client.prose_style import Style
from spades_client.words import bid_words, card_words, holding_words, place_words, seconds_words, side_words

WORDS = Style()
SHORT = Style(short=True)


def told(before: s.Snapshot, *events: e.Event, style: Style = WORDS) -> list[str]:
    """Return how *events* are told to Zoe."""
    return batch_lines(before, batch(before.sequence + 1, *events), style)


def asked(word: Word, snapshot: s.Snapshot, style: Style = WORDS) -> list[str]:
    """Return the answer to a question, with ten seconds left for prompt 7."""
    return answer_lines(word, snapshot, {7: 9.5}, [], style)


def scored(bags: int = 2) -> e.Event:
    """Return the end of hand 4."""
    side = s.SideResult(
        side=1, contract=40, bag_points=2, nil=0, bag_penalty=-100, hand=-58, total=5, bags=1, new_bags=2
    )
    other = s.SideResult(side=2, contract=-30, nil=50, hand=20, total=72, bags=bags)
    return e.Event(
        hand_ended=e.HandEnded(
            result=s.HandResult(hand_number=4, sides=[side, other]),
            sides=[s.Side(side=1, seats=[1, 3], score=5, bags=1), s.Side(side=2, seats=[2, 4], score=72, bags=2)],
        )
    )


def test_cards_are_words_unless_short_ones_are_wanted() -> None:
    assert card_words(parse_card("KH")) == "king of hearts"
    assert card_words(parse_card("10S")) == "ten of spades"
    assert card_words(parse_card("BJ")) == "big joker"
    assert card_words(parse_card("KH.2")) == "second king of hearts"
    assert card_words(parse_card("KH"), short=True) == "KH"
    assert card_words(Card(suit=SUIT_SPADES, rank=99)) == "unknown card"


def test_bids_are_numbers_nil_or_blind() -> None:
    bids = [Bid(tricks=4), Bid(nil=Nil()), Bid(blind_nil=BlindNil()), Bid(blind_tricks=6)]
    assert [bid_words(bid) for bid in bids] == ["4", "nil", "blind nil", "blind 6"]


def test_a_holding_is_told_by_suit_spades_first_or_by_rank() -> None:
    snapshot = table()
    held = cards("2C 9S AH AS 10S 5H")
    assert holding_words(snapshot, held) == "spades ace 10 9. hearts ace 5. clubs 2."
    by_rank = "ace of spades, ace of hearts, ten of spades, nine of spades, five of hearts, two of clubs"
    assert holding_words(snapshot, held, by_rank=True) == by_rank
    assert holding_words(snapshot, held, short=True) == "AS, TS, 9S, AH, 5H, 2C"


def test_the_pack_says_how_strong_a_card_is() -> None:
    snapshot = table()
    snapshot.pack.CopyFrom(pack())
    snapshot.pack.cards.append(PackCard(card=parse_card("BJ"), plays_as=SUIT_SPADES, strength=16))
    next(entry for entry in snapshot.pack.cards if entry.card == parse_card("2S")).strength = 15
    assert holding_words(snapshot, cards("AS 2S BJ"), short=True) == "BJ, 2S, AS"


def test_time_is_said_in_whole_seconds() -> None:
    assert seconds_words(20.2) == "21 seconds."
    assert seconds_words(0.4) == "1 second."
    assert seconds_words(-3) == "0 seconds."
    assert seconds_words(None) == "No time limit."


def test_a_side_is_named_by_its_people_and_the_readers_own_by_you() -> None:
    assert side_words(table(), 1) == "You and Ana"
    assert side_words(table(), 2) == "Bruno and Clara"
    three = table()
    three.sides[0].seats[:] = [1, 2, 4]
    three.sides[1].seats[:] = [2, 3, 4]
    assert side_words(three, 1) == "You, Bruno and Clara"
    assert side_words(three, 2) == "Bruno, Ana and Clara"
    alone = table()
    alone.sides[0].seats[:] = [1]
    assert side_words(alone, 1) == "You"


PLAYED = e.Event(card_played=e.CardPlayed(seat=2, card=parse_card("KH"), winner=2))
OWN = e.Event(card_played=e.CardPlayed(seat=1, card=parse_card("AH"), winner=1))
BEHIND = s.Side(side=1, seats=[1, 3], contract=4, tricks=1, need=3)
MADE = s.Side(side=1, seats=[1, 3], contract=4, tricks=5)
PEOPLE = s.Seat(seat=3, side=1, kind=s.SEAT_KIND_PERSON, name="Dora")
HOUSE = s.Seat(seat=2, side=2, kind=s.SEAT_KIND_HOUSE, name="Hal", level="rules")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (PLAYED, "Bruno leads king of hearts."),
        (OWN, "You lead ace of hearts."),
        (e.Event(spades_broken=e.SpadesBroken(seat=2)), "Spades are broken."),
        (e.Event(seat_taken=e.SeatTaken(seat=PEOPLE)), "Dora sits down on seat 3 (South)."),
        (e.Event(seat_taken=e.SeatTaken(seat=HOUSE)), "Hal, a computer player, sits down on seat 2 (East)."),
        (e.Event(seat_vacated=e.SeatVacated(seat=3, reason=e.LEAVE_REASON_LEFT)), "Ana leaves seat 3 (South)."),
        (e.Event(seat_stood_in=e.SeatStoodIn(seat=3)), "A computer player plays for Ana."),
        (e.Event(seat_reclaimed=e.SeatReclaimed(seat=1)), "You play yourself again."),
        (e.Event(host_changed=e.HostChanged(seat=3)), "Ana is the host now."),
        (e.Event(host_changed=e.HostChanged()), "Nobody is the host now."),
        (e.Event(ready_changed=e.ReadyChanged(seat=3, ready=True)), "Ana is ready."),
        (e.Event(presence_changed=e.PresenceChanged(seat=3, presence=s.PRESENCE_AWAY)), "Ana is away."),
        (said("good luck"), "Ana says: good luck"),
        (e.Event(table_closed=e.TableClosed()), "The table is closed."),
        (
            e.Event(table_closing=e.TableClosing(closes_at=Timestamp(seconds=BASE_TIME + 60))),
            "The table will close in 60 seconds unless somebody comes.",
        ),
        (
            e.Event(hand_started=e.HandStarted(hand_number=4, dealer=1)),
            "Hand 4. You deal. You are seat 1 (North), your partner is Ana.",
        ),
        (
            e.Event(cards_dealt=e.CardsDealt(seat=1, count=2, cards=cards("AH 2S"), seen=True)),
            "Your cards: spades 2. hearts ace.",
        ),
        (
            e.Event(cards_dealt=e.CardsDealt(seat=1, count=13)),
            "Your cards lie face down; look, or bid blind in your turn.",
        ),
        (e.Event(cards_seen=e.CardsSeen(seat=2)), "Bruno looks at the cards."),
        (
            e.Event(bid_made=e.BidMade(seat=2, bid=Bid(tricks=4), side=s.Side(side=2), phase=s.PHASE_BID)),
            "Bruno bids 4.",
        ),
        (
            e.Event(talked=e.Talked(seat=3, talk=Talk(kind=TALK_KIND_ABOUT, tricks=4), phase=s.PHASE_TALK)),
            "Ana tells: about 4.",
        ),
        (e.Event(talked=e.Talked(seat=2)), "Bruno tells the own side a number."),
        (e.Event(leader_chosen=e.LeaderChosen(seat=1)), "You lead to the first trick."),
        (e.Event(hand_redealt=e.HandRedealt(seat=2)), "Bruno calls a redeal."),
        (
            e.Event(revoke_found=e.RevokeFound(seat=2, trick=3, card=parse_card("9S"))),
            "Bruno revoked in trick 3 with nine of spades.",
        ),
        (
            e.Event(cards_exchanged=e.CardsExchanged(exchange=s.Exchange(from_seat=2, to_seat=4, count=2))),
            "Bruno gives 2 cards to Clara.",
        ),
        (
            e.Event(
                cards_exchanged=e.CardsExchanged(
                    exchange=s.Exchange(from_seat=3, to_seat=1, count=2, cards=cards("AS KS"))
                )
            ),
            "Ana gives you ace of spades, king of spades.",
        ),
        (
            e.Event(game_ended=e.GameEnded(result=s.GameResult(winner_side=1, reason=s.GAME_END_REASON_TARGET))),
            "Game over. You and Ana won. The target was reached.",
        ),
        (e.Event(game_ended=e.GameEnded(result=s.GameResult())), "Game over. It is a draw."),
    ],
)
def test_an_event_is_one_line_with_the_subject_first(event: e.Event, line: str) -> None:
    assert told(table(), event) == [line]


@pytest.mark.parametrize(
    "event",
    [
        e.Event(),
        e.Event(cards_dealt=e.CardsDealt(seat=2, count=13)),
        e.Event(said=e.Said(line=s.ChatLine(seat=2, name="Bruno"))),
        e.Event(presence_changed=e.PresenceChanged(seat=1, presence=s.PRESENCE_AWAY)),
    ],
)
def test_what_tells_the_reader_nothing_is_no_line(event: e.Event) -> None:
    assert told(table(), event) == []


def test_following_is_playing_and_winning_names_the_card_and_what_is_needed() -> None:
    before = with_trick(table(), "2:KH 3:9H 4:6H", winner=2)
    won = e.Event(trick_won=e.TrickWon(seat=1, number=1, side=BEHIND))
    assert told(before, OWN, won) == [
        "You play ace of hearts.",
        "You win trick 1 with ace of hearts. You and Ana: 3 more to make 4.",
    ]
    made = e.Event(trick_won=e.TrickWon(seat=1, number=1, side=MADE))
    assert told(before, OWN, made)[-1].endswith("You and Ana: 5 tricks, contract 4.")
    assert told(before, OWN, style=SHORT) == ["You play AH."]


def test_the_last_bid_is_followed_by_both_contracts() -> None:
    event = e.BidMade(seat=2, bid=Bid(nil=Nil()), side=s.Side(side=2, seats=[2, 4], contract=3), phase=s.PHASE_PLAY)
    assert told(table(), e.Event(bid_made=event)) == [
        "Bruno bids nil.",
        "You and Ana: contract 0.",
        "Bruno and Clara: contract 3.",
    ]


def test_a_decision_made_by_the_clock_is_told() -> None:
    before = table()
    before.prompts.append(play_prompt("AH"))
    closed = e.Event(prompt_closed=e.PromptClosed(prompt_id=7, outcome=PROMPT_OUTCOME_TIMED_OUT))
    assert told(before, closed) == ["Your time is up; the default is made for you."]


def test_a_hand_is_scored_in_six_lines_for_each_side() -> None:
    assert told(table(), scored()) == [
        "Hand 4 is scored.",
        "You and Ana: contract 40.",
        "You and Ana: bags 2, new bags 2.",
        "You and Ana: nil 0.",
        "You and Ana: bag penalty -100.",
        "You and Ana: this hand -58.",
        "You and Ana: total 5, bags kept 1.",
        "Bruno and Clara: contract -30.",
        "Bruno and Clara: bags 0, new bags 0.",
        "Bruno and Clara: nil 50.",
        "Bruno and Clara: bag penalty 0.",
        "Bruno and Clara: this hand 20.",
        "Bruno and Clara: total 72, bags kept 2.",
    ]


HOSTILE = "Ann\x1b[2J\x1b]0;x\x07\rBob\u202e\u200b"


def test_hostile_names_chat_and_labels_are_told_without_their_control_characters() -> None:
    snapshot = table()
    snapshot.seats[1].name = HOSTILE
    prompt = Prompt(prompt_id=7, kind=99, seat=1, choices=[Choice(choice_id=1, label=HOSTILE)])  # type: ignore[arg-type]  # a kind of the future
    snapshot.prompts.append(prompt)
    snapshot.rules.CopyFrom(Rules(preset=HOSTILE, options=[RuleOption(name=HOSTILE, value=OptionValue(word=HOSTILE))]))
    lines = [
        *told(snapshot, PLAYED, said(HOSTILE, name=HOSTILE)),
        *(line for word in Word for line in asked(word, snapshot)),
    ]
    assert any("Bob" in line for line in lines)
    assert all(line.isprintable() for line in lines)


def test_seats_have_the_names_of_the_compass_where_four_play_and_numbers_elsewhere() -> None:
    """Two players can talk about the same seat, wherever each of them sits."""
    swapped = e.Event(seats_swapped=e.SeatsSwapped(seat=2, other_seat=3))
    assert told(table(), swapped) == ["Seats 2 (East) and 3 (South) change places."]
    three = table()
    del three.seats[3]
    assert told(three, swapped) == ["Seats 2 and 3 change places."]
    assert [place_words(table(), seat) for seat in (0, 4, 5)] == ["0", "4 (West)", "5"], "a server may name any seat"


def test_a_seat_without_a_visible_name_is_called_by_its_number() -> None:
    snapshot = table()
    snapshot.seats[1].name = "\u200b\u200b"
    assert told(snapshot, PLAYED) == ["seat 2 (East) leads king of hearts."]


def test_the_turn_line_says_what_may_be_done_and_how_long() -> None:
    snapshot = with_trick(table(), "2:KH", winner=2)
    line = prompt_line(snapshot, play_prompt("AH 5H"), 20.5)
    assert line == "Your turn: hearts were led. Choices: 1 ace of hearts, 2 five of hearts. 21 seconds."
    lead = prompt_line(table(), play_prompt("AH"), None, short=True)
    assert lead == "Your turn: you lead. Choices: 1 AH. No time limit."


def test_a_bid_is_chosen_by_its_own_number() -> None:
    line = prompt_line(table(), bid_prompt(), 60)
    assert line == "Your turn: bid. Choices: 0 nil, 1 to 13. 60 seconds."


def test_other_decisions_list_their_choices_in_order() -> None:
    blind = Prompt(
        kind=PROMPT_KIND_BLIND,
        seat=1,
        max_picks=1,
        choices=[
            Choice(choice_id=4, action=ACTION_LOOK),
            Choice(choice_id=5, bid=Bid(blind_nil=BlindNil())),
            Choice(choice_id=6, bid=Bid(blind_tricks=6)),
        ],
    )
    line = "Your turn: look, or bid blind. Choices: 1 look at the cards, 2 blind nil, 3 blind 6. No time limit."
    assert prompt_line(table(), blind, None) == line
    give = play_prompt("AH 5H 9S")
    give.kind, give.min_picks, give.max_picks = PROMPT_KIND_EXCHANGE, 2, 2
    line = "Your turn: give 2 cards. Choose 2: 1 ace of hearts, 2 five of hearts, 3 nine of spades. 5 seconds."
    assert prompt_line(table(), give, 5) == line
    assert prompt_line(table(), continue_prompt(), 12) == (
        "The hand is over: go on? Choices: 1 go on, 2 wait a while. 12 seconds."
    )


def test_w_says_who_acts_when_it_is_not_the_readers_turn() -> None:
    snapshot = table()
    snapshot.prompts.append(bid_prompt(prompt_id=7, seat=4))
    assert asked(Word.TURN, snapshot) == ["Waiting for Clara to bid. 10 seconds."]
    snapshot.prompts[0].seat = 1
    assert asked(Word.TURN, snapshot)[0].startswith("Your turn: bid.")


def test_w_says_what_a_table_without_a_game_waits_for() -> None:
    snapshot = s.Snapshot(
        stage=s.TABLE_STAGE_GATHERING, seats=[s.Seat(kind=s.SEAT_KIND_PERSON), s.Seat(kind=s.SEAT_KIND_EMPTY)]
    )
    assert turn_lines(snapshot, {}) == ["No game has started: 1 of 2 seats is taken. Say ready when you are."]


def test_while_the_link_is_lost_nobody_is_told_an_old_question() -> None:
    snapshot = with_trick(table("AH 5H 9S"), "2:KH", winner=2)
    snapshot.prompts.append(play_prompt("AH 5H", prompt_id=7))
    for word in (Word.TURN, Word.TABLE, Word.HAND):
        lines = answer_lines(word, snapshot, None, [], WORDS)
        assert lines[-1] == "connection lost, retrying"
        assert not [line for line in lines if line.startswith(("Your turn", "Waiting", "Not now"))]


def test_one_of_anything_is_told_as_one() -> None:
    """Also one trick won, and one card given where the rules exchange one."""
    snapshot = with_trick(table(), "2:KH 3:9H", winner=2)
    snapshot.hand.seats[1].tricks = 1
    snapshot.sides[1].tricks = 1
    lines = asked(Word.TRICKS, snapshot)
    assert "Bruno has 1 trick." in lines
    assert "Ana has 0 tricks." in lines
    assert any(line.endswith(", 1 trick.") for line in lines)
    given = s.Exchange(from_seat=2, to_seat=4, count=1)
    assert told(table(), e.Event(cards_exchanged=e.CardsExchanged(exchange=given))) == ["Bruno gives 1 card to Clara."]
    prompt = play_prompt("AH 5H")
    prompt.kind = PROMPT_KIND_EXCHANGE
    assert prompt_line(table(), prompt, 60).startswith("Your turn: give 1 card. ")


def test_hand_says_which_cards_are_barred_and_why() -> None:
    snapshot = with_trick(table("AH 5H 9S"), "2:KH", winner=2)
    prompt = play_prompt("AH 5H")
    prompt.barred.append(Barred(cards=cards("9S"), reason=ERROR_REASON_MUST_FOLLOW_SUIT, because_cards=cards("AH 5H")))
    snapshot.prompts.append(prompt)
    assert asked(Word.HAND, snapshot) == [
        "Your cards: spades 9. hearts ace 5.",
        "Not now: nine of spades; the suit led can be followed and must be.",
    ]


def test_every_question_has_an_answer_on_an_empty_and_on_a_full_table() -> None:
    full = with_trick(table(), "2:KH 3:9H", winner=2)
    full.hand.tricks.append(full.hand.trick)
    full.hand.seats[0].bid.tricks = 4
    full.results.append(scored().hand_ended.result)
    idle = table()
    idle.ClearField("hand")
    for snapshot in (idle, full):
        for word in Word:
            lines = asked(word, snapshot)
            assert lines
            assert all(line and line.isprintable() for line in lines)
    assert asked(Word.LAST, full) == ["Trick 1. Bruno won it.", "Bruno: king of hearts.", "Ana: nine of hearts."]
    assert asked(Word.BIDS, full)[:2] == ["You bid 4.", "Bruno has not bid."]
    assert asked(Word.SCORE, full)[-2:] == [
        "You and Ana: score 63, bags 3.",
        "Bruno and Clara: score 52, bags 2.",
    ]


def test_rules_lists_the_options_that_are_not_as_in_standard() -> None:
    snapshot = table()
    options = [
        OptionDescription(name="target_score", default_value=OptionValue(number=500)),
        OptionDescription(name="nil", default_value=OptionValue(flag=True)),
    ]
    snapshot.rules.options.extend(
        [
            RuleOption(name="target_score", value=OptionValue(number=300)),
            RuleOption(name="nil", value=OptionValue(flag=True)),
        ]
    )
    assert answer_lines(Word.RULES, snapshot, {}, options, WORDS) == [
        "Rules standard, 4 players, 60 seconds for a decision.",
        "target_score = 300.",
        "All other options are as in standard.",
    ]


def test_a_newcomer_is_told_of_and_shown_until_the_hand_is_over() -> None:
    waits = e.Event(newcomer_changed=e.NewcomerChanged(seat=2, newcomer=s.Newcomer(name="Do\x1bra")))
    assert told(table(), waits) == ["Dora takes over seat 2 (East) when this hand is over."]
    snapshot = table()
    snapshot.seats[1].newcomer.name = "Dora"
    assert "Dora takes over seat 2 (East) when this hand is over." in asked(Word.TABLE, snapshot)
    gone = e.Event(newcomer_changed=e.NewcomerChanged(seat=2))
    assert told(snapshot, gone) == ["Dora does not take over seat 2 (East)."]


def test_rules_that_wait_for_the_next_game_are_told_and_shown() -> None:
    later = e.RulesChanged(rules=Rules(preset="hoyle"), from_next_game=True)
    assert told(table(), e.Event(rules_changed=later)) == ["The next game will be played by the rules hoyle."]
    back = e.RulesChanged(from_next_game=True)
    assert told(table(), e.Event(rules_changed=back)) == ["The next game will be played by the same rules."]
    snapshot = table()
    snapshot.next_rules.preset = "hoyle"
    assert asked(Word.RULES, snapshot)[-1] == "The next game will be played by the rules hoyle."
