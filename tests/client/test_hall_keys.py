"""Keys before a table: what each screen makes of them, and what is wished then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.halls import (
    ANA,
    OLD,
    SCHOOL,
    SEAT,
    TABLES,
    lobby,
    lobby_passcode,
    looking,
    pressed,
    servers_found,
    summary,
    typed,
)
from spades.v1.lobby_service_pb2 import LobbyList, WatchLobbyResponse
from spades.v1.rules_pb2 import OptionValue, RuleOption
from spades_client import Address
from spades_client.lobby_watch import folded, in_order
from spades_client.screen.hall import lobby as lobbies
from spades_client.screen.hall import servers as places
from spades_client.screen.hall.draw_lobby import rules_in_short, rules_lines, table_line
from spades_client.screen.hall.draw_servers import present_servers
from spades_client.screen.hall.lobby import SitDown, press_lobby
from spades_client.screen.hall.servers import GoToSeat, GoToServer, Servers, press_servers

# Servers.


def test_the_seat_that_is_kept_is_offered_first_and_enter_goes_back_to_it() -> None:
    state = replace(looking(), seats=(SEAT,)).with_server(ANA)
    assert pressed(press_servers, state, "enter")[1] == [GoToSeat(row=SEAT)]


def test_a_server_that_comes_later_stands_below_and_the_cursor_stays() -> None:
    """Rows must not move under the finger."""
    state, _ = pressed(press_servers, looking().with_server(SCHOOL).with_server(OLD), "down")
    assert state.chosen == OLD
    later = state.with_server(ANA)
    assert later.servers == (SCHOOL, OLD, ANA)
    assert later.chosen == OLD


def test_a_server_that_is_known_better_keeps_its_line() -> None:
    better = replace(SCHOOL, players=3)
    state = looking().with_server(SCHOOL).with_server(ANA).with_server(better)
    assert state.servers == (better, ANA)


def test_enter_goes_to_the_server_of_the_line() -> None:
    _, wishes = pressed(press_servers, servers_found(), "j enter")
    assert wishes == [GoToServer(addresses=SCHOOL.addresses)]


def test_a_server_that_needs_a_newer_client_is_not_gone_to_and_says_so() -> None:
    state, wishes = pressed(press_servers, servers_found(), "j j enter")
    assert not wishes
    assert "needs a newer client" in state.note


def test_an_address_is_typed_and_gone_to() -> None:
    state, _ = pressed(press_servers, looking(), "a")
    state = typed(press_servers, state, "192.168.1.20/K7QX")
    state, wishes = pressed(press_servers, state, "enter")
    assert wishes == [GoToServer(addresses=(Address(host="192.168.1.20", table="K7QX"),))]
    assert state.entry is None


def test_the_whole_line_of_the_hosts_screen_may_be_typed() -> None:
    state = typed(press_servers, pressed(press_servers, looking(), "a")[0], "spades join 10.0.0.7")
    assert pressed(press_servers, state, "enter")[1] == [GoToServer(addresses=(Address(host="10.0.0.7"),))]


def test_an_address_that_is_none_is_told_and_stays_to_be_mended() -> None:
    state = typed(press_servers, pressed(press_servers, looking(), "a")[0], "ca sa")
    state, wishes = pressed(press_servers, state, "enter")
    assert not wishes
    assert (state.entry, state.typed.text) == (places.Entry.ADDRESS, "ca sa")
    assert "is not an address" in state.note


def test_letters_are_text_while_an_address_is_typed() -> None:
    state = typed(press_servers, pressed(press_servers, looking(), "a")[0], "spqnr")
    assert state.typed.text == "spqnr"


def test_a_name_is_changed_and_an_empty_one_is_not_taken() -> None:
    state, _ = pressed(press_servers, looking(), "n c-u")
    state, _ = pressed(press_servers, state, "enter")
    assert "a name is needed" in state.note
    state, _ = pressed(press_servers, typed(press_servers, state, "Zé"), "enter")
    assert (state.name, state.entry) == ("Zé", None)


def test_enter_is_no_answer_to_the_question_about_a_fingerprint() -> None:
    asked = replace(servers_found(), question="Is it right?")
    state, wishes = pressed(press_servers, asked, "enter space a s")
    assert not wishes
    assert state.question
    assert pressed(press_servers, asked, "y")[1] == [places.Wish.TRUST]
    assert pressed(press_servers, asked, "n")[1] == [places.Wish.DISTRUST]
    assert pressed(press_servers, asked, "escape")[1] == [places.Wish.DISTRUST]


def test_nothing_else_is_begun_while_a_server_is_being_reached() -> None:
    busy = replace(servers_found(), busy="Connecting ...")
    assert pressed(press_servers, busy, "s p r") == (busy.said("Connecting ..."), [])
    assert pressed(press_servers, busy, "q")[1] == [places.Wish.END]


def test_a_server_and_practice_can_be_started_from_here() -> None:
    assert pressed(press_servers, looking(), "s p r q")[1] == [
        places.Wish.START,
        places.Wish.PRACTISE,
        places.Wish.AGAIN,
        places.Wish.END,
    ]


def test_a_key_that_does_nothing_says_how_to_find_those_that_do() -> None:
    state, _ = pressed(press_servers, looking(), "x")
    assert state.note == "x does nothing here; ? lists the keys"


def test_a_key_that_does_nothing_over_the_rules_of_a_table_says_how_to_get_back() -> None:
    state, _ = pressed(press_lobby, lobby(), "z x")
    assert state.reading
    assert state.note == "x does nothing here; Esc closes this"


def options_set(**values: int) -> list[RuleOption]:
    """Return options of the rules with their numbers; 0: off."""
    return [RuleOption(name=name, value=OptionValue(number=value)) for name, value in values.items()]


@pytest.mark.parametrize(
    ("preset", "target", "changes", "in_the_list", "in_words"),
    [
        ("standard", 500, {}, "to 500", "4p partners, to 500"),
        ("standard", 0, {"max_hands": 6}, "6 hands", "4p partners, no target, at most 6 hands"),
        ("standard", 0, {"max_hands": 1}, "1 hand", "4p partners, no target, at most 1 hand"),
        ("standard", 500, {"max_hands": 6}, "500/6h", "4p partners, to 500, at most 6 hands"),
        ("sheet-002", 250, {}, "250/30h", "4p partners, to 250, at most 30 hands"),
        ("sheet-002", 250, {"max_hands": 0}, "to 250", "4p partners, to 250"),
    ],
)
def test_a_game_that_ends_by_its_hands_says_so_in_the_lobby(
    preset: str, target: int, changes: dict[str, int], in_the_list: str, in_words: str
) -> None:
    table = summary("K7QX", "Ana . . .", preset=preset, target_score=target, changes=options_set(**changes))
    state = lobby().with_tables((table,), lost=False)
    for width in (80, 60, 40):
        assert in_the_list in table_line(state, table, width - 2)
    assert rules_lines(state, table)[0] == in_words
    assert ("at most" in rules_in_short(state, table)) is ("at most" in in_words)


def test_fifty_servers_are_scrolled_so_that_the_chosen_one_is_seen() -> None:
    state = looking()
    for number in range(50):
        state = state.with_server(replace(ANA, key=str(number), name=f"server-{number}"))
    state, _ = pressed(press_servers, state, "end")
    for size in ((80, 24), (60, 20), (40, 12)):
        assert any(">" in row and "server-49" in row for row in _rows(state, *size))


def _rows(state: Servers, width: int, height: int) -> list[str]:
    return ["".join(text for _, text in line) for line in present_servers(state, width, height).lines]


# The lobby.


def test_enter_sits_down_where_a_seat_is_free_and_watches_where_none_is() -> None:
    full = summary("FULL", "Ana Bruno", sides=2)
    state = lobby().with_tables((TABLES[0], full), lost=False)
    assert pressed(press_lobby, state, "enter")[1] == [SitDown(table_id="K7QX")]
    assert pressed(press_lobby, state, "j enter")[1] == [SitDown(table_id="FULL", as_spectator=True)]
    assert pressed(press_lobby, state, "w")[1] == [SitDown(table_id="K7QX", as_spectator=True)]


def test_enter_takes_back_the_seat_that_is_kept_though_the_table_is_full() -> None:
    assert pressed(press_lobby, lobby(), "j enter")[1] == [SitDown(table_id="M2PD")]


def test_a_table_where_nobody_may_watch_says_so() -> None:
    state, wishes = pressed(press_lobby, lobby(), "G enter")
    assert not wishes
    assert state.note == "nobody may watch at this table"


def test_a_passcode_is_asked_for_where_the_table_has_one() -> None:
    state, wishes = pressed(press_lobby, lobby_passcode(), "enter")
    assert wishes == [SitDown(table_id="W9TT", passcode="bacalhau")]
    assert state.entry is None
    state, wishes = pressed(press_lobby, pressed(press_lobby, lobby(), "j j enter")[0], "enter")
    assert not wishes
    assert "a passcode is needed" in state.note


def test_who_wants_to_watch_a_table_with_a_passcode_watches_it() -> None:
    _, wishes = pressed(press_lobby, typed(press_lobby, pressed(press_lobby, lobby(), "j j w")[0], "bacalhau"), "enter")
    assert wishes == [SitDown(table_id="W9TT", passcode="bacalhau", as_spectator=True)]


def test_a_passcode_goes_to_no_other_table_than_the_one_it_was_typed_for() -> None:
    state = lobby_passcode().with_tables(TABLES[:2], lost=False)
    assert state.at != "W9TT"
    assert pressed(press_lobby, state, "enter")[1] == [SitDown(table_id="W9TT", passcode="bacalhau")]


def test_the_cursor_stays_on_its_table_when_others_come_and_go() -> None:
    state, _ = pressed(press_lobby, lobby(), "j j")
    assert state.at == "W9TT"
    fewer = state.with_tables(TABLES[1:], lost=False)
    assert (fewer.at, fewer.line) == ("W9TT", 1)
    gone = state.with_tables((TABLES[0], TABLES[1]), lost=False)
    assert gone.at == "M2PD"
    assert gone.with_tables((), lost=False).chosen is None


def test_an_empty_lobby_offers_a_new_table_and_survives_every_key() -> None:
    state = replace(lobby(), tables=(), at="")
    state, wishes = pressed(press_lobby, state, "enter w z j k G g space home end pageup")
    assert not wishes
    assert pressed(press_lobby, state, "n escape")[1] == [lobbies.Wish.NEW, lobbies.Wish.LEAVE]


def test_the_name_may_be_changed_in_the_lobby() -> None:
    state, _ = pressed(press_lobby, lobby(), "y c-u")
    state, _ = pressed(press_lobby, typed(press_lobby, state, "Bia"), "enter")
    assert state.name == "Bia"


def test_rules_are_read_and_closed_again() -> None:
    state, _ = pressed(press_lobby, lobby(), "z j j")
    assert (state.reading, state.page) == (True, 2)
    state, wishes = pressed(press_lobby, state, "escape")
    assert not state.reading
    assert not wishes


# What the lobby's stream says.


def test_tables_keep_the_order_in_which_they_were_heard_of() -> None:
    """The server lists the newest first; a line that moved under the cursor would seat people at the wrong table."""
    first, second, third, fourth = TABLES
    known = in_order((), (first, second))
    assert in_order(known, (third, second, first)) == (first, second, third)
    known, told = folded(known, WatchLobbyResponse(changed=fourth))
    assert (known, told) == ((first, second, fourth), True)
    better = summary("K7QX", "Ana Bruno Eva .", name="Sala 3")
    known, _ = folded(known, WatchLobbyResponse(changed=better))
    assert known == (better, second, fourth)
    known, _ = folded(known, WatchLobbyResponse(removed_table_id="M2PD"))
    assert known == (better, fourth)
    known, _ = folded(known, WatchLobbyResponse(list=LobbyList(tables=[third, fourth])))
    assert known == (fourth, third)


def test_an_item_newer_than_this_client_tells_nothing() -> None:
    assert folded(TABLES, WatchLobbyResponse()) == (TABLES, False)
