"""Tips over gRPC: advice for the own open prompt, with reasons as data; none where the table forbids it."""

import grpc
import pytest

from server.harness import Client, failing, listening, to_act
from spades.v1 import cards_pb2, prompt_pb2, rules_pb2, snapshot_pb2
from spades.v1.table_service_pb2 import GetTipRequest, GetTipResponse

BID, PLAY = prompt_pb2.PROMPT_KIND_BID, prompt_pb2.PROMPT_KIND_PLAY
CONTINUE = prompt_pb2.PROMPT_KIND_CONTINUE


async def tip_for(client: Client, prompt_id: int) -> GetTipResponse:
    """Return the advice that *client* is given."""
    request = GetTipRequest(table_id=client.table_id, prompt_id=prompt_id)
    return await client.tables.GetTip(request, metadata=client.metadata)


async def test_a_bid_is_advised_with_its_parts_and_what_it_was_compared_with() -> None:
    async with listening() as server:
        client, prompt = await to_act(await server.playing(), BID)
        tip = await tip_for(client, prompt.prompt_id)
        assert len(tip.choice_ids) == 1
        assert {choice.choice_id for choice in prompt.choices} == {one.choice_ids[0] for one in tip.alternatives}
        assert tip.alternatives[0].choice_ids == tip.choice_ids
        assert all(0 <= one.made <= 1 for one in tip.alternatives)
        codes = {reason.code for reason in tip.reasons}
        assert "nil_odds" in codes or {"outlook", "rest"} <= codes
        honours = [reason for reason in tip.reasons if reason.code == "side_honour"]
        held = {card.SerializeToString() for seat in (await client.snapshot()).hand.seats for card in seat.cards}
        assert all(reason.cards[0].SerializeToString() in held for reason in honours)
        assert all(reason.suit in cards_pb2.Suit.values() and reason.suit for reason in honours)


async def test_a_card_is_advised_for_its_role() -> None:
    async with listening() as server:
        client, prompt = await to_act(await server.playing(), PLAY)
        tip = await tip_for(client, prompt.prompt_id)
        assert set(tip.choice_ids) <= {choice.choice_id for choice in prompt.choices}
        assert tip.reasons
        assert all(reason.text for reason in tip.reasons)


async def test_a_tip_changes_nothing_and_may_be_followed() -> None:
    async with listening() as server:
        client, prompt = await to_act(await server.playing(2, rules=rules_pb2.Rules(players=2)))
        before = await client.snapshot()
        tip = await tip_for(client, prompt.prompt_id)
        after = await client.snapshot()
        assert (after.sequence, after.view_hash) == (before.sequence, before.view_hash)
        assert await client.answer(prompt.prompt_id, tip.choice_ids) > before.sequence


async def test_every_prompt_of_a_hand_has_its_tip() -> None:
    """Two people follow every tip to the end of a hand."""
    async with listening() as server:
        clients = await server.table_of(2, rules=rules_pb2.Rules(players=2))
        await clients[0].start()
        kinds = set()
        while CONTINUE not in kinds:
            client, prompt = await to_act(clients)
            kinds.add(prompt.kind)
            tip = await tip_for(client, prompt.prompt_id)
            assert tip.reasons
            await client.answer(prompt.prompt_id, tip.choice_ids)
        assert {prompt_pb2.PROMPT_KIND_DRAW, BID, PLAY} <= kinds


async def test_a_table_may_play_without_tips() -> None:
    async with listening() as server:
        clients = await server.playing(settings=snapshot_pb2.TableSettings(no_tips=True))
        client, prompt = await to_act(clients, BID)
        failure = await failing(tip_for(client, prompt.prompt_id))
        assert (failure.code, failure.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "TIPS_NOT_ALLOWED")
        assert failure.rejection is not None
        assert [one.prompt_id for one in failure.rejection.open_prompts] == [prompt.prompt_id]


@pytest.mark.parametrize(("shift", "reason"), [(0, "NOT_YOUR_TURN"), (90, "STALE_PROMPT")])
async def test_only_the_own_open_prompt_is_advised(shift: int, reason: str) -> None:
    async with listening() as server:
        clients = await server.playing()
        client, prompt = await to_act(clients, BID)
        other = next(one for one in clients if one is not client)
        assert (await failing(tip_for(other, prompt.prompt_id + shift))).reason == reason
