"""Who sits at a table, before, during and after a game."""

import pytest

from server.common import token_hash_of
from server.tables import Play, gathering, joining, seated
from spades_engine import Phase, Rules
from spades_server import Settings
from spades_server.table import PHRASES, ChatPolicy, Refused, SeatKind, Stage
from spades_server.table.commands import (
    Answer,
    Close,
    Connect,
    Disconnect,
    Fill,
    Join,
    Leave,
    Say,
    SetReady,
    Start,
)
from spades_server.table.events import (
    GameStarted,
    HandDealt,
    HostChanged,
    PromptOpened,
    ReadyChanged,
    SeatTaken,
    SeatVacated,
)
from spades_server.table.names import checked_name, checked_text

RULES = Rules()
TWO = Rules(players=2, two_player_deal="deal_13")


def named(name: str, *, seat: int | None = None, kind: SeatKind = SeatKind.PERSON) -> Join:
    """Return the command with which somebody called *name* sits down."""
    return Join(name=name, kind=kind, seat=seat, token_hash=name.encode())


def stage_of(play: Play) -> str:
    """Return where the table is."""
    return play.table.stage.name


def names(play: Play) -> list[str]:
    """Return who sits where."""
    return [seat.name for seat in play.table.seats]


# Before a game


def test_a_game_starts_when_every_seat_is_taken_and_everybody_is_ready() -> None:
    play = seated(RULES)
    for seat in range(3):
        play.do(SetReady(seat, True, b""))
        assert play.table.stage is Stage.GATHERING
    happened = play.do(SetReady(3, True, b"n"))
    assert [type(event) for event in happened[:2]] == [ReadyChanged, GameStarted]
    assert play.table.stage is Stage.PLAYING
    assert play.table.nonces == (b"", b"", b"", b"n")
    assert not any(seat.ready for seat in play.table.seats)


def test_who_is_no_longer_ready_holds_the_start_up() -> None:
    play = seated(TWO)
    play.do(SetReady(0, True, b""))
    play.do(SetReady(0, False, b""))
    play.do(SetReady(1, True, b""))
    assert play.table.stage is Stage.GATHERING


def test_a_bot_is_ready_on_joining_and_bots_alone_begin_at_once() -> None:
    play = Play(gathering(TWO))
    play.do(named("b1", kind=SeatKind.BOT))
    assert play.table.seats[0].ready
    play.do(named("b2", kind=SeatKind.BOT))
    assert play.table.stage is Stage.PLAYING


def test_the_host_starts_when_every_seat_is_taken_though_nobody_is_ready() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    assert play.refused(Start(0)) == "SEATS_EMPTY"
    play.do(Fill(0, (), "random"))
    assert stage_of(play) == "GATHERING", "the person is not ready"
    assert play.refused(Start(1)) == "NOT_HOST"
    play.do(Start(0))
    assert play.table.stage is Stage.PLAYING
    assert play.refused(Start(0)) == "ALREADY_STARTED"


def test_filling_takes_the_seats_asked_for_or_every_empty_one() -> None:
    play = Play(gathering(RULES))
    play.do(joining(1))
    play.do(Fill(1, (3, 3), "rules"))
    assert [seat.kind.name for seat in play.table.seats] == ["EMPTY", "PERSON", "EMPTY", "HOUSE"]
    assert play.refused(Fill(1, (3,), "rules")) == "SEAT_TAKEN"
    assert play.refused(Fill(1, (4,), "rules")) == "SEAT_NOT_FOUND"
    assert play.refused(Fill(1, (2**32 - 2,), "rules")) == "SEAT_NOT_FOUND"
    play.do(Fill(1, (), "random"))
    assert [seat.level for seat in play.table.seats] == ["random", "", "random", "rules"]
    assert len(set(names(play))) == 4
    assert play.refused(Fill(1, (), "random")) == "TABLE_FULL"


def test_filling_the_last_seats_begins_where_the_people_are_ready() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    play.do(SetReady(0, True, b""))
    play.do(Fill(0, (), "random"))
    assert play.table.stage is Stage.PLAYING


def test_a_person_takes_the_seat_of_a_computer_player_before_a_game() -> None:
    play = Play(gathering(TWO))
    play.do(joining(0))
    play.do(Fill(0, (), "random"))
    happened = play.do(named("late"))
    assert [type(event) for event in happened] == [SeatVacated, SeatTaken]
    assert names(play) == ["player 1", "late"]
    assert play.refused(named("later")) == "TABLE_FULL"


def test_an_empty_seat_is_given_before_that_of_a_computer_player() -> None:
    play = Play(gathering(RULES))
    play.do(joining(1))
    play.do(Fill(1, (0,), "random"))
    play.do(named("new"))
    assert play.table.seats[2].name == "new"


def test_a_seat_that_is_taken_is_refused_and_the_free_ones_are_named() -> None:
    play = Play(gathering(RULES))
    play.do(joining(0))
    with pytest.raises(Refused, match="free: 2, 3, 4") as refusal:
        play.do(named("x", seat=0))
    assert refusal.value.reason == "SEAT_TAKEN"
    assert play.refused(named("x", seat=4)) == "SEAT_NOT_FOUND"
    assert play.refused(named("x", seat=-2)) == "SEAT_NOT_FOUND"


def test_a_nonce_of_more_than_32_bytes_is_refused() -> None:
    play = seated(TWO)
    assert play.refused(SetReady(0, True, b"x" * 33)) == "FIELD_INVALID"
    play.do(SetReady(0, True, b"x" * 32))


# The host


def test_the_first_client_is_the_host_and_the_first_person_in_the_place_of_a_bot() -> None:
    play = Play(gathering(RULES))
    play.do(named("bot", kind=SeatKind.BOT))
    assert play.table.host == 0
    play.do(named("ann"))
    assert play.table.host == 1
    play.do(named("bob"))
    assert play.table.host == 1
    happened = play.do(Leave(1))
    assert HostChanged(2) in happened
    play.do(Leave(2))
    assert play.table.host == 0
    play.do(Leave(0))
    assert play.table.host is None


def test_who_was_host_and_comes_back_is_an_ordinary_player() -> None:
    play = seated(RULES)
    play.do(Leave(0))
    play.do(named("player 1"))
    assert play.table.host == 1
    assert play.refused(Close(0)) == "NOT_HOST"


# During a game


def test_nobody_takes_a_client_s_seat_during_a_game() -> None:
    play = seated(TWO, kind=SeatKind.BOT)
    assert play.refused(named("late")) == "TABLE_FULL"
    assert play.refused(SetReady(0, True, b"")) == "ALREADY_STARTED"
    assert play.refused(Fill(0, (), "random")) == "ALREADY_STARTED"


def test_a_computer_player_takes_over_from_who_leaves_and_answers_the_same_prompt() -> None:
    play = seated(RULES, kind=SeatKind.BOT)
    (asked,) = play.table.prompts
    holding = play.table.game.hand
    play.do(Leave(asked.seat))
    assert play.table.seats[asked.seat].kind is SeatKind.HOUSE
    assert play.table.seats[asked.seat].token_hash == b""
    assert play.table.prompts == (asked,)
    assert play.table.game.hand == holding
    play.pick(asked, 0)
    assert play.table.prompts[0].seat != asked.seat


def test_a_host_who_leaves_during_a_game_hands_the_rights_on_and_the_game_goes_on() -> None:
    play = seated(RULES, kind=SeatKind.BOT)
    play.do(Leave(0))
    assert play.table.host == 1
    assert play.table.stage is Stage.PLAYING


def test_the_last_client_that_leaves_ends_the_game() -> None:
    play = seated(RULES, kind=SeatKind.BOT)
    for seat in range(4):
        play.do(Leave(seat))
    table = play.table
    assert (table.stage, table.abandoned, table.prompts, table.host) == (Stage.GAME_OVER, True, (), None)
    assert not any(seat.kind.is_taken for seat in table.seats)
    assert table.game.hand is not None
    assert table.game.hand.turn is None, "nobody is to act any more"


def test_a_table_that_everybody_left_can_be_played_at_again() -> None:
    play = seated(TWO, kind=SeatKind.BOT)
    for seat in range(2):
        play.do(Leave(seat))
    for name in ("a", "b"):
        play.do(named(name, kind=SeatKind.BOT))
    assert (play.table.stage, play.table.game_number, play.table.abandoned) == (Stage.PLAYING, 2, False)
    assert sum(isinstance(event, HandDealt) for event in play.events) == 2


def test_a_seat_that_is_left_between_hands_holds_nobody_up() -> None:
    play = seated(RULES, kind=SeatKind.BOT)
    to_the_score(play)
    assert [prompt.seat for prompt in play.table.prompts] == [0, 1, 2, 3]
    for seat in (1, 2, 3):
        play.do(Leave(seat))
    mine = play.table.prompts[0]
    assert [prompt.seat for prompt in play.table.prompts] == [0]
    play.do(Answer(0, mine.prompt_id, (1,)))
    assert play.table.game.hand is not None
    assert play.table.game.hand.number == 2


def to_the_score(play: Play) -> None:
    """Answer every prompt with its first choice until the hand is scored."""
    while play.table.game.hand is None or play.table.game.hand.phase is not Phase.SCORED:
        prompt = play.table.prompts[0]
        play.pick(prompt, *range(prompt.most))


def test_a_connection_that_comes_or_goes_is_told_once() -> None:
    play = seated(TWO)
    assert play.do(Connect(0)) == []
    assert len(play.do(Disconnect(0))) == 1
    assert play.do(Disconnect(0)) == []
    assert len(play.do(Connect(0))) == 1
    play.do(Leave(0))
    assert play.do(Disconnect(0)) == []


def test_nothing_happens_at_a_table_that_is_closed() -> None:
    play = seated(TWO, kind=SeatKind.BOT)
    play.do(Close(0))
    for command in (Leave(0), Say(0, "x", 0), Start(0), Connect(0), Close(0), named("x")):
        assert play.refused(command) == "TABLE_CLOSED"


def test_after_a_game_the_same_seats_play_another_when_all_are_ready() -> None:
    play = seated(Rules(players=2, two_player_deal="deal_13", max_hands=1, target_score=None), kind=SeatKind.PERSON)
    for number in (1, 2):
        for seat in range(2):
            play.do(SetReady(seat, True, b""))
        assert (play.table.game_number, play.table.stage) == (number, Stage.PLAYING)
        while play.table.stage is Stage.PLAYING:
            prompt = play.table.prompts[0]
            play.pick(prompt, 0)
    ids = [event.prompt.prompt_id for event in play.events if isinstance(event, PromptOpened)]
    assert len(set(ids)) == len(ids)


# Names and chat


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "a\x00b",
        "a\x1bb",
        "a\x7fb",
        "a\x85b",
        "a\nb",
        "a\tb",
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "a\u200db",
        "\ufeffa",
        "a\u2028b",
        "a\ue000b",
        "a\U000e0041b",
        "x" * 21,
        "中" * 11,
        "x" * 10_000,
        "\u0301" * 10_000,
        "a" + "\u0301" * 9_999,
    ],
)
def test_a_name_that_does_not_show_or_does_not_fit_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refusal:
        checked_name(name)
    assert refusal.value.reason == "FIELD_INVALID"
    assert refusal.value.details["field"] == "name"
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).isprintable()


@pytest.mark.parametrize("name", ["A", "Žoë♠", "x" * 20, "中" * 10, "e\u0301" * 4, "محمد", "Mary Ann", "♠♥"])
def test_a_name_that_people_have_is_kept_as_it_is(name: str) -> None:
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize("twin", ["ann", "ANN", "Ａｎｎ", "A n n", " Ann", "𝐀nn"])
def test_a_name_that_looks_like_another_s_is_refused(twin: str) -> None:
    play = Play(gathering(RULES))
    play.do(named("Ann"))
    assert play.refused(named(twin)) == "NAME_TAKEN"


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn"),
        ("Ann", "\N{GREEK CAPITAL LETTER ALPHA}NN"),
        ("Hans", "\N{CYRILLIC CAPITAL LETTER EN}ans"),
        ("Hans", "\N{GREEK CAPITAL LETTER ETA}\N{CYRILLIC SMALL LETTER A}ns"),
        ("Hans", "Ha\N{GREEK SMALL LETTER ETA}s"),
        ("Zoé", "Z\N{CYRILLIC SMALL LETTER O}é"),
        ("Zoë", "Zo\N{CYRILLIC SMALL LETTER IO}"),
        ("Cleo", "\N{GREEK CAPITAL LUNATE SIGMA SYMBOL}l\N{CYRILLIC SMALL LETTER IE}o"),
        ("Вова", "Bo\N{CYRILLIC SMALL LETTER VE}a"),
        ("Вова", "ВОВА"),
        ("Νίκη", "ΝΊΚΗ"),
        ("Γιώργος", "\N{CYRILLIC CAPITAL LETTER GHE}ιώργος"),
        ("gigi", "\N{LATIN SMALL LETTER SCRIPT G}i\N{LATIN SMALL LETTER SCRIPT G}\N{LATIN SMALL LETTER DOTLESS I}"),
    ],
)
def test_a_name_in_letters_of_another_alphabet_that_look_the_same_is_refused(name: str, twin: str) -> None:
    play = Play(gathering(RULES))
    play.do(named(name))
    assert play.table.seats[0].name == name
    assert play.refused(named(twin)) == "NAME_TAKEN"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Hans", "Nans"),
        ("Ana", "Anna"),
        ("Zoe", "Zoé"),
        ("Нина", "Hunа"),
        ("Ali", "All"),
        ("Ида", "Ira"),
        ("中文", "中义"),
    ],
)
def test_names_that_are_only_similar_sit_at_one_table(one: str, other: str) -> None:
    play = Play(gathering(RULES))
    play.do(named(one))
    play.do(named(other))
    assert [seat.name for seat in play.table.seats[:2]] == [one, other]


def test_a_name_is_free_again_when_its_owner_has_left() -> None:
    play = seated(RULES)
    play.do(Leave(2))
    play.do(named("player 3"))
    assert play.table.seats[2].name == "player 3"
    assert play.table.seats[2].token_hash != token_hash_of(2)


@pytest.mark.parametrize(
    ("policy", "text", "phrase"),
    [
        (ChatPolicy.FREE, "", ""),
        (ChatPolicy.PHRASES, "CHAT_NOT_ALLOWED", ""),
        (ChatPolicy.OFF, "CHAT_NOT_ALLOWED", "CHAT_NOT_ALLOWED"),
    ],
)
def test_a_table_says_who_may_say_what(policy: ChatPolicy, text: str, phrase: str) -> None:
    play = seated(RULES, settings=Settings(chat=policy))
    for command, refusal in ((Say(1, "hello", 0), text), (Say(1, "", 2), phrase)):
        if refusal:
            assert play.refused(command) == refusal
        else:
            play.do(command)
            assert play.table.chat[-1].name == "player 2"


def test_a_phrase_is_one_of_the_list_and_comes_without_text() -> None:
    play = seated(RULES)
    for phrase in (len(PHRASES) + 1, 2**32 - 1):
        assert play.refused(Say(0, "", phrase)) == "FIELD_INVALID"
    play.do(Say(0, "not this", len(PHRASES)))
    assert (play.table.chat[-1].text, play.table.chat[-1].phrase_id) == ("", len(PHRASES))


def test_of_all_that_is_said_the_last_fifty_lines_are_kept() -> None:
    play = seated(RULES)
    for number in range(60):
        play.do(Say(0, f"{number}", 0))
    assert [line.text for line in play.table.chat] == [f"{number}" for number in range(10, 60)]
    with pytest.raises(Refused):
        checked_text("x" * 10_000)
