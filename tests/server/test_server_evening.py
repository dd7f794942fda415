"""A whole hand over the network, with everything recorded: streams, answers, refusals, and the server's log."""

import logging

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from server.harness import Client, failing, listening, to_act
from server.knowledge import Knowledge, cards_in
from spades.v1 import cards_pb2, prompt_pb2, rules_pb2, snapshot_pb2
from spades_engine import Rules, format_card, rules_of
from spades_server import MemoryJournal, ServerConfig
from spades_wire import rules_message

PLAY = prompt_pb2.PROMPT_KIND_PLAY
JOKER = cards_pb2.Card(suit=cards_pb2.SUIT_JOKER, rank=15, copy=1)


def viewer_of(client: Client) -> int | None:
    """Return the seat as the server counts, None for a spectator."""
    return client.seat - 1 if client.seat else None


def knowledge_at(journal: MemoryJournal, table_id: str, sequence: int, knowledge: Knowledge) -> None:
    """Let *knowledge* follow what happened up to *sequence*."""
    for batch in journal.batches[table_id]:
        for offset, event in enumerate(batch.events):
            if batch.first_sequence + offset <= sequence:
                knowledge.happened(event)


@pytest.mark.parametrize(
    "changes",
    [{"blind_nil_threshold": 0, "nil_pass": 2}, {"players": 3, "hand_hidden_until_bid": True}, {"players": 2}],
)
async def test_a_recorded_hand_shows_nobody_what_is_not_for_them(
    changes: dict[str, int | bool], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    journal = MemoryJournal()
    rules = rules_of().adjusted(changes)
    async with listening(ServerConfig(journal=journal)) as server:
        players = await server.table_of(
            rules.players, rules=rules_message(rules, "standard"), settings=snapshot_pb2.TableSettings(think_seconds=0)
        )
        everybody = [*players, await server.client().join(players[0].table_id, as_spectator=True)]
        streams = [await client.watch() for client in everybody]
        await players[0].start()
        table_id = players[0].table_id
        while (await players[0].snapshot()).results == []:
            client, prompt = await to_act(players)
            for other in everybody:
                snapshot = await other.snapshot()
                knowledge = Knowledge(rules)
                knowledge_at(journal, table_id, snapshot.sequence, knowledge)
                for path, card in cards_in(snapshot):
                    assert knowledge.may_see(viewer_of(other), card), f"{path} {format_card(card)}"
            if prompt.kind == PLAY:
                for player in players:
                    refusal = await failing(player.play(prompt.prompt_id, JOKER))
                    assert refusal.rejection is not None
                    found = [card for _, card in cards_in(refusal.rejection)]
                    assert all(knows(journal, table_id, rules, player, card) for card in found)
            await client.answer(prompt.prompt_id, [choice.choice_id for choice in prompt.choices][: prompt.min_picks])
        last = (await players[0].snapshot()).sequence
        raw_tokens = [client.token.encode() for client in everybody]
        for client, stream in zip(everybody, streams, strict=True):
            await stream.until_sequence(last)
            for item in stream.items:
                assert not any(token in item.SerializeToString() for token in raw_tokens)
                at = item.batch.first_sequence + len(item.batch.events) - 1 if item.HasField("batch") else None
                knowledge = Knowledge(rules)
                knowledge_at(journal, table_id, at if at is not None else stream.items[0].snapshot.sequence, knowledge)
                for path, card in cards_in(item):
                    assert knowledge.may_see(viewer_of(client), card), f"{path} {format_card(card)}"
        logged = "\n".join(record.getMessage() for record in caplog.records)
        assert not any(client.token in logged for client in everybody)
        assert not any(record.levelno >= logging.ERROR for record in caplog.records)


def knows(journal: MemoryJournal, table_id: str, rules: Rules, client: Client, card: int) -> bool:
    """Return whether *client* may know *card* now."""
    knowledge = Knowledge(rules)
    knowledge_at(journal, table_id, 2**63, knowledge)
    return knowledge.may_see(viewer_of(client), card)


async def test_health_and_reflection_answer_strangers() -> None:
    """By their paths: the stubs of these packages know no types for asyncio."""
    async with listening() as server:
        channel = server.client().channel
        for service in ("", "spades.v1.TableService", "spades.v1.LobbyService"):
            request = health_pb2.HealthCheckRequest(service=service).SerializeToString()
            check: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary("/grpc.health.v1.Health/Check")
            answer = health_pb2.HealthCheckResponse.FromString(await check(request))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        path = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
        reflect: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(path)
        asked = reflection_pb2.ServerReflectionRequest(list_services="").SerializeToString()
        answers = [reflection_pb2.ServerReflectionResponse.FromString(raw) async for raw in reflect(iter([asked]))]
        listed = {service.name for each in answers for service in each.list_services_response.service}
        served = ("ServerService", "LobbyService", "TableService", "HostService", "HistoryService")
        assert {f"spades.v1.{name}" for name in served} <= listed
        assert not any("journal" in name for name in listed)


async def test_the_last_to_leave_ends_the_game_and_only_then_is_the_table_empty() -> None:
    """Over the network."""
    async with listening() as server:
        rules = rules_pb2.Rules(preset="two-player")
        first, second = await server.playing(2, rules=rules)
        spectator = await server.client().join(first.table_id, as_spectator=True)
        await first.leave()
        assert (await second.snapshot()).host_seat == second.seat
        assert (await second.snapshot()).stage == snapshot_pb2.TABLE_STAGE_PLAYING
        await second.leave()
        left = await spectator.snapshot()
        assert left.stage == snapshot_pb2.TABLE_STAGE_GAME_OVER
        assert left.game_result.reason == snapshot_pb2.GAME_END_REASON_ABANDONED
        assert not left.prompts
        assert left.hand.turn == 0
