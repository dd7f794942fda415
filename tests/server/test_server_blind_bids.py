"""Who bids blind has not looked: the server remembers it, whatever becomes of the link (cases of lost replies)."""

import asyncio

import grpc

from cli.forwarder import forwarding
from server.common import new_id
from server.harness import Client, Listening, failing, listening, to_act
from spades.v1 import cards_pb2, prompt_pb2, rules_pb2, table_service_pb2

BLIND_NIL = cards_pb2.Bid(blind_nil=cards_pb2.BlindNil())
BLIND = prompt_pb2.PROMPT_KIND_BLIND


async def may_bid_blind(server: Listening) -> tuple[Client, list[Client], prompt_pb2.Prompt]:
    """Return who is asked whether to look, the others, and the prompt."""
    threshold = rules_pb2.RuleOption(name="blind_nil_threshold", value=rules_pb2.OptionValue(number=0))
    clients = await server.playing(4, rules=rules_pb2.Rules(options=[threshold]))
    client, prompt = await to_act(clients, BLIND)
    return client, [other for other in clients if other is not client], prompt


def same_seat(client: Client, port: int) -> Client:
    """Return another program with the token of *client*, which reaches the server at *port*."""
    again = Client(port)
    again.table_id, again.seat, again.token = client.table_id, client.seat, client.token
    return again


async def test_who_has_not_looked_and_loses_the_link_may_still_bid_blind() -> None:
    async with listening() as server:
        client, (other, *_), prompt = await may_bid_blind(server)
        stream, watching = await other.watch(), await client.watch()
        watching.call.cancel()
        assert (await stream.until_event("presence_changed")).presence_changed.seat == client.seat
        again = same_seat(client, server.port)
        server.clients.append(again)
        await again.watch()
        snapshot = await again.snapshot()
        assert not snapshot.hand.seats[client.seat - 1].cards
        assert [each.prompt_id for each in snapshot.prompts if each.seat == client.seat] == [prompt.prompt_id]
        await again.bid(prompt.prompt_id, BLIND_NIL)
        assert len((await again.snapshot()).hand.seats[client.seat - 1].cards) == 13


async def test_who_has_looked_and_never_heard_so_may_not_bid_blind_any_more() -> None:
    """The reply freezes on its way, and the client is gone before it comes."""
    async with listening() as server, forwarding(server.port) as (forwarder, port):
        client, (other, *_), prompt = await may_bid_blind(server)
        stream, far = await other.watch(), same_seat(client, port)
        server.clients.append(far)
        await far.snapshot()
        forwarder.back.clear()
        request = table_service_pb2.LookRequest(table_id=client.table_id, request_id=new_id())
        looking = asyncio.ensure_future(failing(far.tables.Look(request, metadata=far.metadata)))
        assert (await stream.until_event("cards_seen")).cards_seen.seat == client.seat
        forwarder.cut()
        assert (await looking).code is grpc.StatusCode.UNAVAILABLE
        snapshot = await client.snapshot()
        assert len(snapshot.hand.seats[client.seat - 1].cards) == 13
        (bidding,) = [each for each in snapshot.prompts if each.seat == client.seat]
        assert bidding.kind == prompt_pb2.PROMPT_KIND_BID
        for prompt_id in (prompt.prompt_id, bidding.prompt_id):
            failure = await failing(client.bid(prompt_id, BLIND_NIL))
            assert failure.reason in ("STALE_PROMPT", "BLIND_WINDOW_CLOSED")
        assert failure.code is grpc.StatusCode.FAILED_PRECONDITION
        assert (await client.snapshot()).sequence == snapshot.sequence
