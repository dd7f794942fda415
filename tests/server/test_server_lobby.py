"""The lobby: pages that hold while tables come and go, and a stream of every change."""

import asyncio
from dataclasses import replace

import grpc
import pytest

from server.common import AHEAD, eventually, new_id
from server.harness import Client, Listening, failing, listening
from server.tables import gathering
from spades.v1 import lobby_service_pb2, rules_pb2, snapshot_pb2, table_service_pb2
from spades_engine import Rules
from spades_server import NewTable, ServerConfig, serving
from spades_server.limits import Limits
from spades_server.rpc import lobby_feed
from spades_server.rpc.lobby_feed import MOST_CHANGES, LobbyFeed
from spades_server.table import Seat, SeatKind, Settings, Table

Item = lobby_service_pb2.WatchLobbyResponse


class Watching:
    """Somebody who watches the lobby and keeps the list as told; mutable."""

    def __init__(self, client: Client) -> None:
        self.call = client.lobby.WatchLobby(lobby_service_pb2.WatchLobbyRequest())
        self._items = aiter(self.call)
        self.tables: dict[str, lobby_service_pb2.TableSummary] = {}

    async def next(self) -> Item:
        """Return the next item, taken into the list."""
        async with asyncio.timeout(AHEAD):
            item = await anext(self._items)
        take(self.tables, item)
        return item


def take(tables: dict[str, lobby_service_pb2.TableSummary], item: Item) -> None:
    """Do to a client's list what *item* tells."""
    match item.WhichOneof("item"):
        case "list":
            tables.clear()
            tables.update((table.table_id, table) for table in item.list.tables)
        case "changed":
            tables[item.changed.table_id] = item.changed
        case "removed_table_id":
            tables.pop(item.removed_table_id, None)


async def listed(client: Client, *, size: int = 0, token: str = "") -> lobby_service_pb2.ListTablesResponse:
    """Return a page of the list."""
    return await client.lobby.ListTables(lobby_service_pb2.ListTablesRequest(page_size=size, page_token=token))


def ids(tables: object) -> list[str]:
    """Return the ids of tables in a list."""
    return [table.table_id for table in tables]  # type: ignore[attr-defined]  # a repeated field of summaries


async def test_pages_show_every_table_once_though_tables_come_and_go_between_them() -> None:
    async with listening() as server:
        client = server.client()
        made = [await client.create() for _ in range(7)]
        newest = list(reversed(made))
        first = await listed(client, size=3)
        assert ids(first.tables) == newest[:3]
        await client.join(newest[2])
        await client.close_table()  # The last of the first page.
        await client.join(newest[4])
        await client.close_table()
        late = await client.create()
        await eventually(lambda: len(server.server.lobby.tables()) == 6, what="both tables are gone")
        second = await listed(client, size=3, token=first.next_page_token)
        assert ids(second.tables) == [newest[3], newest[5], newest[6]]
        assert second.next_page_token == ""
        assert ids((await listed(client)).tables)[0] == late


async def test_a_table_that_is_not_listed_is_found_by_its_id_only() -> None:
    async with listening() as server:
        client, watching = server.client(), Watching(server.client())
        assert (await watching.next()).WhichOneof("item") == "list"
        hidden = await client.create(settings=snapshot_pb2.TableSettings(unlisted=True), passcode="word")
        await client.join(hidden, passcode="word")
        shown = await server.client().create()
        assert ids((await listed(client)).tables) == [shown]
        assert (await watching.next()).changed.table_id == shown


async def test_the_lobby_is_told_as_it_is_and_then_as_it_changes() -> None:
    async with listening() as server:
        host = server.client()
        await host.create(name="Friday", rules=rules_pb2.Rules(preset="two-player"), passcode="word")
        watching = Watching(server.client())
        (table,) = (await watching.next()).list.tables
        assert (table.name, table.preset, table.players, table.has_passcode) == ("Friday", "two-player", 2, True)
        await host.join(passcode="word", name="Ana")
        assert (await watching.next()).changed.seats[0].name == "Ana"
        await host.fill()
        await watching.next()
        await host.start()
        while watching.tables[host.table_id].hand_number != 1:
            await watching.next()
        assert watching.tables[host.table_id].stage == snapshot_pb2.TABLE_STAGE_PLAYING
        await host.close_table()
        while watching.tables:
            item = await watching.next()
        assert item.removed_table_id == host.table_id


async def test_the_list_names_the_options_that_a_table_has_changed_of_its_preset() -> None:
    """So that a person sees by which rules a table plays before sitting down there."""
    async with listening() as server:
        client = server.client()
        change = rules_pb2.RuleOption(name="bag_limit", value=rules_pb2.OptionValue(number=7))
        plain = await client.create(rules=rules_pb2.Rules(preset="sheet-003", players=3))
        changed = await client.create(rules=rules_pb2.Rules(preset="sheet-003", players=3, options=[change]))
        changes = {table.table_id: list(table.changes) for table in (await listed(client)).tables}
        assert changes == {plain: [], changed: [change]}


async def test_what_the_list_does_not_show_is_not_told_to_the_lobby() -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4)
        watching = Watching(server.client())
        await watching.next()
        await host.say("hello")
        await server.client().create(name="next")
        assert (await watching.next()).changed.name == "next"


async def test_the_watched_list_equals_the_listed_one_after_everything() -> None:
    async with listening() as server:
        watching = Watching(server.client())
        await watching.next()
        for _ in range(5):
            await server.table_of(4)
        host, *_ = await server.playing(2, rules=rules_pb2.Rules(preset="two-player"))
        await host.leave()
        last = await server.client().create()
        while last not in watching.tables:
            await watching.next()
        everything = (await listed(host)).tables
        assert {table.table_id: table for table in everything} == watching.tables


def numbered(number: int) -> Table:
    """Return one of many tables."""
    return gathering(Rules())._replace(table_id=f"T{number:04d}")


async def test_a_watcher_that_fell_behind_is_told_the_whole_list_again() -> None:
    feed = LobbyFeed()
    items = feed.watch().items()
    (watcher,) = feed.watchers
    known: dict[str, lobby_service_pb2.TableSummary] = {}
    take(known, Item.FromString(await anext(items)))
    for number in range(MOST_CHANGES + 50):
        feed.changed(numbered(number))
        assert watcher.waiting <= MOST_CHANGES + 1
    for number in range(100):
        feed.removed(f"T{number:04d}")
    item = Item.FromString(await anext(items))
    assert item.WhichOneof("item") == "list"
    take(known, item)
    assert ids(known.values()) == ids(feed.tables())
    await items.aclose()  # type: ignore[attr-defined]  # a generator has it


async def test_several_changes_of_one_table_wait_as_one() -> None:
    feed = LobbyFeed()
    items = feed.watch().items()
    await anext(items)
    for number in range(1000):
        seat = Seat(kind=SeatKind.PERSON, name=f"player {number}")
        feed.changed(numbered(1)._replace(seats=(seat,) * 4))
    assert feed.watchers[0].waiting == 1
    assert Item.FromString(await anext(items)).changed.seats[0].name == "player 999"
    await items.aclose()  # type: ignore[attr-defined]  # a generator has it


async def test_a_watcher_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_feed, "UNREAD_SECONDS", 0.01)
    feed = LobbyFeed()

    async def serve() -> None:
        async for _ in feed.watch().items():
            await asyncio.Event().wait()  # What a write does that nobody reads.

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(serve())


async def test_a_quiet_lobby_shows_a_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_feed, "HEARTBEAT_SECONDS", 0.01)
    items = LobbyFeed().watch().items()
    await anext(items)
    assert Item.FromString(await anext(items)).HasField("heartbeat")
    await items.aclose()  # type: ignore[attr-defined]  # a generator has it


async def test_the_lobby_has_room_for_so_many_watchers() -> None:
    async with listening(ServerConfig(limits=Limits(lobby_watchers=2))) as server:
        watching = [Watching(server.client()) for _ in range(2)]
        for each in watching:
            await each.next()
        refused = server.client().lobby.WatchLobby(lobby_service_pb2.WatchLobbyRequest())
        assert (await failing(refused.read())).metadata == {"limit_key": "lobby_watchers"}
        watching[0].call.cancel()
        await eventually(lambda: len(server.server.feed.watchers) == 1, what="the place is free again")
        await Watching(server.client()).next()


async def test_who_watches_the_lobby_of_a_server_that_stops_is_told_so() -> None:
    async with serving(ServerConfig()) as running:
        client = Listening(running).client()
        watching = Watching(client)
        await watching.next()
    assert await watching.call.code() is grpc.StatusCode.UNAVAILABLE
    assert (await watching.call.details()).startswith("STOPPING: ")
    await client.close()


def test_an_unlisted_table_is_not_in_the_feed() -> None:
    feed = LobbyFeed()
    feed.changed(numbered(1)._replace(settings=Settings(unlisted=True)))
    assert list(feed.tables()) == []


async def test_who_watches_a_table_that_is_opened_anew_is_sent_back_to_it() -> None:
    """As spectators whose client was quicker than the start of a server by other rules."""
    async with listening() as server:
        lobby = server.server.lobby
        first = NewTable(rules=Rules(), settings=Settings(), stays=True)
        table_id = await lobby.create(new_id(), b"", first)
        spectator = await server.client().join(table_id, as_spectator=True)
        stream = await spectator.watch()
        await lobby.open_anew(table_id, replace(first, rules=Rules(players=3)))
        (goodbye,) = [item.goodbye for item in await stream.rest() if item.HasField("goodbye")]
        assert goodbye.reason == table_service_pb2.GOODBYE_REASON_SERVER_STOPPING
        assert goodbye.HasField("retry_after")
        assert len((await spectator.watch()).items[0].snapshot.seats) == 3
