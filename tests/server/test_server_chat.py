"""Who may say what at a table, and who hears it when."""

import random

import pytest

from server.common import new_id
from server.desk import answer_at_random, at_work, sit_down
from server.harness import Client, failing, listening, to_act
from server.tables import FixedChance
from spades.v1 import rules_pb2, snapshot_pb2, table_service_pb2
from spades_client import fold
from spades_engine import Rules
from spades_server import Limits, ServerConfig
from spades_server.table import ChatScope
from spades_server.table.commands import Say

TABLE, SPECTATORS = snapshot_pb2.CHAT_SCOPE_TABLE, snapshot_pb2.CHAT_SCOPE_SPECTATORS


async def say(client: Client, text: str, *, scope: snapshot_pb2.ChatScope.ValueType = TABLE, phrase_id: int = 0) -> int:
    """Say something in a scope."""
    request = table_service_pb2.SayRequest(
        table_id=client.table_id, request_id=new_id(), scope=scope, text=text, phrase_id=phrase_id
    )
    return (await client.tables.Say(request, metadata=client.metadata)).sequence


async def chat_of(client: Client) -> list[tuple[int, str, str]]:
    """Return what a client may read, as (seat, name, text)."""
    return [(line.seat, line.name, line.text) for line in (await client.snapshot()).chat]


async def test_a_spectator_is_heard_by_its_name_and_shown_as_one_without_a_seat() -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4)
        zoe = await server.client().join(host.table_id, name="Zoé", as_spectator=True)
        stream = await host.watch()
        await say(zoe, "hello")
        line = (await stream.until_event("said")).said.line
        assert (line.seat, line.name, line.text, line.scope) == (0, "Zoé", "hello", TABLE)
        assert await chat_of(zoe) == await chat_of(host) == [(0, "Zoé", "hello")]


async def test_what_spectators_say_among_themselves_is_hidden_from_the_players_until_the_hand_ends() -> None:
    async with listening(ServerConfig(limits=Limits(loopback_factor=10_000))) as server:
        rules = rules_pb2.Rules(preset="two-player")
        players = await server.playing(2, rules=rules)
        zoe, yan = [
            await server.client().join(players[0].table_id, name=name, as_spectator=True) for name in ("Zoe", "Yan")
        ]
        player, listener = await players[0].watch(), await yan.watch()
        await say(zoe, "xyzzy marks it", scope=SPECTATORS)
        assert (await listener.until_event("said")).said.line.text == "xyzzy marks it"
        told = (await player.until_event("said")).said.line
        assert (told.seat, told.text, told.phrase_id, told.scope) == (0, "", 0, SPECTATORS)
        assert b"xyzzy" not in b"".join(item.SerializeToString() for item in player.items)
        assert await chat_of(players[0]) == []
        assert await chat_of(yan) == [(0, "Zoe", "xyzzy marks it")]
        while not any(event.HasField("hand_ended") for event in player.events):
            client, prompt = await to_act(players)
            await client.answer(prompt.prompt_id, prompt.default_choice_ids)
            await player.until_sequence((await client.snapshot()).sequence)
        opened = [event.chat_opened for event in player.events if event.HasField("chat_opened")]
        assert [line.text for each in opened for line in each.lines] == ["xyzzy marks it"]
        assert await chat_of(players[0]) == [(0, "Zoe", "xyzzy marks it")]
        await listener.until_event("chat_opened")
        assert not listener.events[-1].chat_opened.lines, "who had the lines is not sent them again"


async def test_between_hands_nothing_is_hidden() -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4)
        zoe = await server.client().join(host.table_id, name="Zoe", as_spectator=True)
        await say(zoe, "before the game", scope=SPECTATORS)
        assert await chat_of(host) == [(0, "Zoe", "before the game")]


async def test_players_may_not_speak_among_spectators_and_nobody_in_no_scope() -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4)
        zoe = await server.client().join(host.table_id, name="Zoe", as_spectator=True)
        before = (await host.snapshot()).sequence
        assert (await failing(say(host, "x", scope=SPECTATORS))).fields == ("scope",)
        for client in (host, zoe):
            assert (await failing(say(client, "x", scope=snapshot_pb2.CHAT_SCOPE_UNSPECIFIED))).fields == ("scope",)
        assert (await host.snapshot()).sequence == before


@pytest.mark.parametrize(
    ("policy", "text", "phrase"),
    [
        (snapshot_pb2.CHAT_POLICY_FREE, "", ""),
        (snapshot_pb2.CHAT_POLICY_PHRASES, "CHAT_NOT_ALLOWED", ""),
        (snapshot_pb2.CHAT_POLICY_OFF, "CHAT_NOT_ALLOWED", "CHAT_NOT_ALLOWED"),
    ],
)
async def test_a_table_may_allow_phrases_only_or_no_word_for_players_and_spectators_alike(
    policy: snapshot_pb2.ChatPolicy.ValueType, text: str, phrase: str
) -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4, settings=snapshot_pb2.TableSettings(chat=policy))
        zoe = await server.client().join(host.table_id, name="Zoe", as_spectator=True)
        for client, scope in ((host, TABLE), (zoe, TABLE), (zoe, SPECTATORS)):
            for expected, words, number in ((text, "well", 0), (phrase, "", 3)):
                if expected:
                    assert (await failing(say(client, words, scope=scope, phrase_id=number))).reason == expected
                else:
                    await say(client, words, scope=scope, phrase_id=number)


async def test_a_spectator_may_not_be_called_like_a_player() -> None:
    async with listening() as server:
        host = server.client()
        await host.create()
        await host.join(name="Ana")
        for name in ("Ana", "ANA", "Ａｎａ"):
            failure = await failing(server.client().join(host.table_id, name=name, as_spectator=True))
            assert failure.reason == "NAME_TAKEN"


async def test_a_spectators_name_cannot_be_changed_in_its_token() -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4)
        zoe = await server.client().join(host.table_id, name="Zoe", as_spectator=True)
        nonce, _, proof = zoe.token.split(".")
        for token in (f"{nonce}.QW5h.{proof}", f"{nonce}..{proof}", f"{nonce}.{proof}", f".{zoe.token}"):
            zoe.token = token
            assert (await failing(say(zoe, "x"))).reason == "SEAT_TOKEN_INVALID"


async def test_a_spectators_line_sent_three_times_is_said_once() -> None:
    async with listening() as server:
        host, *_ = await server.table_of(4)
        zoe = await server.client().join(host.table_id, name="Zoe", as_spectator=True)
        request = table_service_pb2.SayRequest(table_id=host.table_id, request_id=new_id(), scope=TABLE, text="once")
        sequences = [(await zoe.tables.Say(request, metadata=zoe.metadata)).sequence for _ in range(3)]
        assert len(set(sequences)) == 1
        assert await chat_of(host) == [(0, "Zoe", "once")]


async def test_what_each_viewer_was_told_of_the_chat_folds_into_what_it_may_read() -> None:
    """The fold law, with more lines of both kinds than a snapshot keeps."""
    chance = random.Random(5)
    async with at_work(Rules(players=2), chance=FixedChance(seed=4)) as desk:
        watching = [desk.watching(viewer) for viewer in desk.viewers]
        known = [(await each.next()).snapshot for each in watching]
        await sit_down(desk)
        said = 0
        while desk.table.game.hands_played < 2:
            await answer_at_random(desk, chance)
            for _ in range(chance.choice((0, 0, 3))):
                said += 1
                seat = chance.choice((None, None, 0))
                scope = chance.choice(list(ChatScope)) if seat is None else ChatScope.TABLE
                await desk.do(Say(seat, f"line {said}", 0, scope, "Zoe"))
            for index, each in enumerate(watching):
                for item in await each.catch_up():
                    if item.HasField("batch"):
                        known[index] = fold(known[index], item.batch)
                assert list(known[index].chat) == list(desk.snapshot(each.viewer).chat)
        assert said > 100
