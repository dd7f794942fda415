"""Moments before a table, one for each screen of the hall, and keys pressed there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol, TypeVar

from client.screens import LEVELS
from spades.v1.lobby_service_pb2 import TableSummary
from spades.v1.rules_pb2 import OptionDescription, OptionValue, RuleOption, Rules
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.snapshot_pb2 import (
    SEAT_KIND_EMPTY,
    SEAT_KIND_HOUSE,
    SEAT_KIND_PERSON,
    TABLE_STAGE_GATHERING,
    TABLE_STAGE_PLAYING,
    Seat,
)
from spades_client import Address, SavedSeat
from spades_client.screen.hall.draw_form import present_form
from spades_client.screen.hall.draw_lobby import present_lobby
from spades_client.screen.hall.draw_servers import present_servers
from spades_client.screen.hall.form import Form, new_table_form, rules_form
from spades_client.screen.hall.form_keys import press_form
from spades_client.screen.hall.lobby import Lobby, press_lobby
from spades_client.screen.hall.page import PageState
from spades_client.screen.hall.servers import Answer, SeatRow, ServerRow, Servers, press_servers
from spades_client.screen.present import Screen
from spades_client.screen.ui_state import Key
from spades_wire import option_messages, preset_messages

State = TypeVar("State", bound=PageState)
Wish_co = TypeVar("Wish_co", covariant=True)


class Press(Protocol[State, Wish_co]):
    """A reducer of the hall."""

    def __call__(self, state: State, key: Key) -> tuple[State, Wish_co | None]:
        """Return the state after the key, and what is wished."""


def pressed(press: Press[State, Wish_co], state: State, keys: str | Iterable[str]) -> tuple[State, list[Wish_co]]:
    """Return the state after *keys*, and all wishes."""
    wishes: list[Wish_co] = []
    for at, name in enumerate(keys.split() if isinstance(keys, str) else keys):
        state, wish = press(state, Key(name=name, at=float(at)))
        if wish is not None:
            wishes.append(wish)
    return state, wishes


def typed(press: Press[State, Wish_co], state: State, text: str) -> State:
    """Return the state after *text*, sign by sign."""
    return pressed(press, state, ["space" if sign == " " else sign for sign in text])[0]


# Servers.

SIGN = "3Y5N555UJQKC4FFZ"


def _server(name: str, host: str, **known: object) -> ServerRow:
    row = ServerRow(
        key=f"{name}._spades", name=name, addresses=(Address(host=host),), fingerprint=SIGN, version="0.1.0"
    )
    return replace(row, **known)  # type: ignore[arg-type]  # the scenes name real fields


ANA = _server("casa-ana", "192.168.1.20", answer=Answer.SPADES, tables=2, players=5, ping_ms=3)
SCHOOL = _server("escola", "192.168.1.31", answer=Answer.SPADES, tables=1, players=1, ping_ms=7)
OLD = _server("pc-antigo", "192.168.1.44", answer=Answer.NEEDS_NEWER_CLIENT)
SEAT = SeatRow(
    seat=SavedSeat(server_id="S1", table_id="K7QX", seat=3, name="Duarte", token="secret", proven=True),
    address=Address(host="192.168.1.20"),
    server="casa-ana",
    last_used="20:14",
)


def looking() -> Servers:
    """Nobody has answered yet."""
    return Servers(version="1.0", name="Duarte")


def servers_found() -> Servers:
    """Four servers of every kind, and a kept seat."""
    return Servers(
        version="1.0",
        name="Duarte",
        seats=(replace(SEAT, table="Sala 3", hand=4),),
        servers=(ANA, SCHOOL, OLD, _server("torre", "192.168.1.50", answer=Answer.SILENT)),
        at=1,
    )


def first_meeting() -> Servers:
    """Whether the fingerprint is the right one is asked."""
    question = (
        f"192.168.1.20:17733 is met for the first time. It shows the fingerprint {SIGN}: "
        "compare it with the one on the host's screen."
    )
    return replace(servers_found(), question=question)


def address_typed() -> Servers:
    """An address that is none was typed."""
    state, _ = pressed(
        press_servers, typed(press_servers, pressed(press_servers, servers_found(), "a")[0], "1 2"), "enter"
    )
    return state


# The lobby.


def info() -> GetServerInfoResponse:
    """Return what the real server says of its rules."""
    return GetServerInfoResponse(
        server_id="S1",
        name="casa-ana",
        presets=preset_messages(),
        options=option_messages(),
        house_levels=LEVELS,
        capabilities=["lobby-watch", "seats", "set-rules", "close"],
    )


def _seats(names: str, *, sides: int) -> list[Seat]:
    return [
        Seat(
            seat=number,
            side=(number - 1) % sides + 1,
            name="" if name == "." else name,
            kind=SEAT_KIND_EMPTY if name == "." else SEAT_KIND_HOUSE if name == "Ada" else SEAT_KIND_PERSON,
        )
        for number, name in enumerate(names.split(), start=1)
    ]


def summary(table_id: str, names: str, *, sides: int = 2, preset: str = "standard", **fields: object) -> TableSummary:
    """Return a table in the list, with a dot for every empty seat."""
    seats = _seats(names, sides=sides)
    table = TableSummary(table_id=table_id, preset=preset, players=len(seats), seats=seats, stage=TABLE_STAGE_GATHERING)
    table.MergeFrom(TableSummary(**fields))  # type: ignore[arg-type]  # the scenes name real fields
    return table


TABLES = (
    summary("K7QX", "Ana Bruno . .", name="Sala 3", target_score=500),
    summary(
        "M2PD",
        "Eva Rui Zita",
        sides=3,
        preset="cutthroat-3",
        name="Sala 5",
        target_score=300,
        stage=TABLE_STAGE_PLAYING,
        hand_number=2,
        changes=[RuleOption(name="bag_limit", value=OptionValue(number=7))],
    ),
    summary("W9TT", "Ivo .", preset="two-player", has_passcode=True, seeded=True),
    summary("X3FQ", "Ada Ada Ada Olga", preset="whiz", no_spectators=True),
)


def lobby() -> Lobby:
    """Four tables of every kind."""
    said = info()
    state = Lobby(
        server="casa-ana",
        name="Duarte",
        presets=tuple(said.presets),
        options=tuple(said.options),
        mine=frozenset({"M2PD"}),
    )
    return state.with_tables(TABLES, lost=False)


def lobby_empty() -> Lobby:
    """No table is open."""
    return Lobby(server="casa-ana", name="Duarte").with_tables((), lost=False)


def lobby_passcode() -> Lobby:
    """The passcode of the third table is typed."""
    return typed(press_lobby, pressed(press_lobby, lobby(), "j j enter")[0], "bacalhau")


def lobby_rules() -> Lobby:
    """The rules of the second table lie over the list."""
    return pressed(press_lobby, lobby(), "j z")[0]


def lobby_lost() -> Lobby:
    """The server does not answer any more."""
    return replace(lobby(), lost=True)


# The form.

NEWER = OptionDescription(
    name="moon_phase",
    explanation="what the moon does",
    type=9,  # type: ignore[arg-type]  # a type newer than this client
    default_value=OptionValue(word="waxing"),
)


def form() -> Form:
    """An empty form of the real server's options."""
    return new_table_form(info(), server="casa-ana")


def form_changed() -> Form:
    """Some lines are changed."""
    return pressed(press_form, form(), "down down down right tab right tab down down down down down right tab")[0]


def form_search() -> Form:
    """Only what has to do with bags is shown."""
    return typed(press_form, pressed(press_form, form(), "/")[0], "bag")


def form_refused() -> Form:
    """The server has said no, and named two lines."""
    reason = "min_team_bid 4, bidding_style partnership: the first partner's hint is no bid"
    return form_changed().refused(("min_team_bid", "bidding_style"), reason)


def form_rules() -> Form:
    """The rules of a table as they are now."""
    rules = Rules(preset="sheet-003", players=3, options=[RuleOption(name="nil", value=OptionValue(flag=False))])
    return rules_form(info(), rules, table="Sala 3")


Scene = tuple[Callable[[], PageState], Callable[[int, int], Screen]]


def _of(scenes: Iterable[Callable[[], State]], present: Callable[[State, int, int], Screen]) -> list[Scene]:
    def shown(scene: Callable[[], State]) -> Callable[[int, int], Screen]:
        return lambda width, height: present(scene(), width, height)

    return [(scene, shown(scene)) for scene in scenes]


SCENES: list[Scene] = [
    *_of((looking, servers_found, first_meeting, address_typed), present_servers),
    *_of((lobby, lobby_empty, lobby_passcode, lobby_rules, lobby_lost), present_lobby),
    *_of((form, form_changed, form_search, form_refused, form_rules), present_form),
]
"""Every scene, and what draws it."""
