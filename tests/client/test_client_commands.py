"""The grammar of typed commands and the notation of cards."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades.v1.cards_pb2 import SUIT_HEARTS, SUIT_JOKER, SUIT_SPADES, Bid, BlindNil, Card, Nil
from spades.v1.prompt_pb2 import ACTION_ACCEPT, ACTION_DECLINE, ACTION_KEEP, ACTION_THROW
from spades_client.commands import (
    Ask,
    BeReady,
    ChangeRules,
    Command,
    DoAction,
    DoToSeat,
    FillSeats,
    GiveCards,
    MakeBid,
    MoveSeat,
    Pick,
    PlayCard,
    SayPhrase,
    SayText,
    SeatHouse,
    SeatWord,
    Word,
    WriteCards,
)
from spades_client.grammar import CommandError, parse_command
from spades_client.notation import NotationError, format_card, parse_card

FOUR_OF_HEARTS = Card(suit=SUIT_HEARTS, rank=4, copy=1)
TEN_OF_SPADES = Card(suit=SUIT_SPADES, rank=10, copy=1)


@pytest.mark.parametrize("text", ["4h", "4H", "h4", "H4", "4♥", "♥4", "4♥\ufe0f", "4♡"])
def test_the_four_of_hearts_may_be_written_in_any_way(text: str) -> None:
    assert parse_card(text) == FOUR_OF_HEARTS


@pytest.mark.parametrize("text", ["10s", "Ts", "tS", "s10", "10♠", "ST"])
def test_ten_is_written_10_or_t(text: str) -> None:
    assert parse_card(text) == TEN_OF_SPADES


def test_jokers_and_second_copies_have_a_notation() -> None:
    assert parse_card("bj") == Card(suit=SUIT_JOKER, rank=16, copy=1)
    assert parse_card("LJ") == Card(suit=SUIT_JOKER, rank=15, copy=1)
    assert parse_card("JS").rank == 11
    assert parse_card("4H.2").copy == 2
    assert format_card(parse_card("4h.2")) == "4H.2"


@pytest.mark.parametrize("text", ["", "4", "h", "1h", "44", "hh", "4x", "king", "LS", "KJ", "4h.3", "104h"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card(text)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("1", Pick(numbers=(1,))),
        (" 3, 1  2 ", Pick(numbers=(3, 1, 2))),
        ("play 4♥", PlayCard(card=FOUR_OF_HEARTS)),
        ("PL h4", PlayCard(card=FOUR_OF_HEARTS)),
        ("bid 4", MakeBid(bid=Bid(tricks=4))),
        ("bid 0", MakeBid(bid=Bid(tricks=0))),
        ("bid nil", MakeBid(bid=Bid(nil=Nil()))),
        ("nil", MakeBid(bid=Bid(nil=Nil()))),
        ("blind nil", MakeBid(bid=Bid(blind_nil=BlindNil()))),
        ("bid blind 6", MakeBid(bid=Bid(blind_tricks=6))),
        ("blind 6", MakeBid(bid=Bid(blind_tricks=6))),
        ("keep", DoAction(action=ACTION_KEEP)),
        ("thr", DoAction(action=ACTION_THROW)),
        ("y", DoAction(action=ACTION_ACCEPT)),
        ("no", DoAction(action=ACTION_DECLINE)),
        ("pass 4h 10s", GiveCards(cards=(FOUR_OF_HEARTS, TEN_OF_SPADES))),
        ("pass", GiveCards(cards=())),
        ("w", Ask(word=Word.TURN)),
        ("hand", Ask(word=Word.HAND)),
        ("sc", Ask(word=Word.SCORE)),
        ("q", Ask(word=Word.QUIT)),
        ("say  Good  hand ", SayText(text="Good  hand")),
        ("phrase 3", SayPhrase(phrase_id=3)),
        ("phrase", SayPhrase(phrase_id=None)),
        ("ready", BeReady(ready=True)),
        ("ready no", BeReady(ready=False)),
        ("fill rules", FillSeats(level="rules")),
        ("pau", Ask(word=Word.PAUSE)),
        ("resume", Ask(word=Word.RESUME)),
        ("close", Ask(word=Word.CLOSE)),
        ("kick 3", DoToSeat(word=SeatWord.KICK, seat=3)),
        ("host 2", DoToSeat(word=SeatWord.HOST, seat=2)),
        ("code 4", DoToSeat(word=SeatWord.CODE, seat=4)),
        ("move 1 3", MoveSeat(seat=1, to_seat=3)),
        ("preset Sheet-000", ChangeRules(preset="sheet-000")),
        ("house 3 rules", SeatHouse(seat=3, level="rules")),
        ("house 3 none", SeatHouse(seat=3, level=None)),
        ("preset same", ChangeRules(preset=None)),
        ("cards short", WriteCards(short=True)),
        ("   ", None),
    ],
)
def test_a_line_is_one_command(line: str, command: Command | None) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("frobnicate", "no command"),
        ("p", "play, pass"),
        ("play", "wants a card"),
        ("play 4h 5h", "wants a card"),
        ("play 99", "wants a card"),
        ("bid", "wants a number"),
        ("bid -1", "wants a number"),
        ("bid ٣", "wants a number"),
        ("say", "wants a text"),
        ("ready perhaps", "yes, no"),
        ("keep 4h", "alone"),
        ("kick", "wants a number"),
        ("kick Ann", "wants a number"),
        ("move 1", "wants two seats"),
        ("preset", "wants a text"),
        ("house 3", "wants a seat and a level"),
        ("house rules 3", "wants a number"),
        ("pause 5", "alone"),
        ("1234567", "number"),
    ],
)
def test_what_is_no_command_is_answered_with_a_hint(line: str, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        parse_command(line)


@given(st.text(max_size=40))
def test_any_line_is_a_command_or_refused(line: str) -> None:
    with suppress(CommandError):
        parse_command(line)
