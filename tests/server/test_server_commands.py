"""Commands over gRPC: safe to repeat, checked in the promised order, and every "no" says what was allowed."""

import asyncio

import grpc
import pytest

from server.common import new_id
from server.harness import called_by, failing, listening, to_act
from server.refusals import BID, FAILED, INVALID, PLAY, event_of, says, state_of
from spades.v1 import (
    cards_pb2,
    error_pb2,
    host_service_pb2,
    prompt_pb2,
    rules_pb2,
    snapshot_pb2,
    table_service_pb2,
)
from spades_server.rpc.handlers import RefusedCall

# The same command again


async def test_a_play_sent_three_times_at_once_is_one_play() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        streams = [await client.watch() for client in clients]
        client, prompt = await to_act(clients, PLAY)
        card, request_id = prompt.choices[0].card, new_id()
        plays = [client.play(prompt.prompt_id, card, request_id=request_id) for _ in range(3)]
        sequences = set(await asyncio.gather(*plays))
        assert len(sequences) == 1
        (sequence,) = sequences
        for stream in streams:
            await stream.until_sequence(sequence)
            assert [event.card_played.card for event in stream.events if event.HasField("card_played")] == [card]
        assert "card_played" in event_of(sequence, streams[0].batches)
        following, _ = await to_act(clients, PLAY)
        assert following is not client
        assert await client.play(prompt.prompt_id, card, request_id=request_id) == sequence
        held = (await client.snapshot()).hand.seats[client.seat - 1]
        assert held.card_count == 12


async def test_of_two_different_plays_at_once_one_is_made() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, PLAY)
        plays = (client.play(prompt.prompt_id, choice.card) for choice in prompt.choices[:2])
        results = await asyncio.gather(*plays, return_exceptions=True)
        assert sorted(isinstance(result, int) for result in results) == [False, True]
        assert (await client.snapshot()).hand.seats[client.seat - 1].card_count == 12


async def test_the_outcome_of_a_request_is_given_again_be_it_success_or_error() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, BID)
        wrong, right = new_id(), new_id()
        first = await failing(client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=14), request_id=wrong))
        assert says(first, FAILED, "BID_OUT_OF_RANGE")
        sequence = await client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=3), request_id=right)
        again = await failing(client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=14), request_id=wrong))
        assert (again.code, again.reason, again.message) == (first.code, first.reason, first.message)
        assert await client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=3), request_id=right) == sequence
        other = await failing(client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=4), request_id=right))
        assert says(other, INVALID, "REQUEST_ID_REUSED")


async def test_two_seats_may_use_the_same_request_id() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        for _ in range(2):
            client, prompt = await to_act(clients, BID)
            await client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=2), request_id="mine")
        assert sum(held.HasField("bid") for held in (await clients[0].snapshot()).hand.seats) == 2


async def test_who_takes_a_seat_that_was_left_is_not_given_the_answers_of_its_last_owner() -> None:
    async with listening() as server:
        host, *others = await server.table_of(4)
        leaving = others[0]
        request = table_service_pb2.SetReadyRequest(table_id=host.table_id, request_id="r1", ready=True)
        await leaving.tables.SetReady(request, metadata=leaving.metadata)
        seat = leaving.seat
        await leaving.leave()
        newcomer = await server.client().join(host.table_id)
        assert newcomer.seat == seat
        await newcomer.tables.SetReady(request, metadata=newcomer.metadata)
        assert (await newcomer.snapshot()).seats[seat - 1].ready


# The order of checks


async def test_a_repeated_request_is_answered_before_anything_of_the_game_is_looked_at() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, BID)
        sequence = await client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=1), request_id="once")
        await to_act(clients, PLAY)
        assert await client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=1), request_id="once") == sequence
        assert says(
            await failing(client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=1))),
            grpc.StatusCode.ABORTED,
            "STALE_PROMPT",
        )
        failure = await failing(server.client().tables.Bid(table_service_pb2.BidRequest(table_id=client.table_id)))
        assert says(failure, grpc.StatusCode.UNAUTHENTICATED, "SEAT_TOKEN_MISSING")
        assert failure.rejection is None


async def test_the_prompt_is_looked_at_before_the_card() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, PLAY)
        waiting = next(other for other in clients if other is not client)
        before = await state_of(client)
        not_mine = next(card.card for card in (await client.snapshot()).pack.cards if card.card not in held(prompt))
        failure = await failing(waiting.play(prompt.prompt_id, not_mine))
        assert says(failure, FAILED, "NOT_YOUR_TURN")
        assert failure.rejection is not None
        assert not failure.rejection.open_prompts, "nothing is asked of this seat"
        stale = await failing(client.play(prompt.prompt_id - 1, prompt.choices[0].card))
        assert says(stale, grpc.StatusCode.ABORTED, "STALE_PROMPT")
        never = await failing(client.play(99_999, prompt.choices[0].card))
        assert says(never, grpc.StatusCode.ABORTED, "STALE_PROMPT")
        failure = await failing(client.play(prompt.prompt_id, not_mine))
        assert says(failure, FAILED, "CARD_NOT_HELD")
        for refusal in (stale, never, failure):
            assert refusal.rejection is not None
            assert [each.prompt_id for each in refusal.rejection.open_prompts] == [prompt.prompt_id]
            assert list(refusal.rejection.open_prompts[0].choices) == list(prompt.choices)
            assert refusal.rejection.sequence == before[0]
        assert await state_of(client) == before


def held(prompt: prompt_pb2.Prompt) -> list[cards_pb2.Card]:
    """Return what the owner of a PLAY prompt holds."""
    return [choice.card for choice in prompt.choices] + [card for each in prompt.barred for card in each.cards]


async def test_who_must_follow_suit_is_told_with_which_cards() -> None:
    """What is refused is what the prompt bars, for the same reason."""
    async with listening() as server:
        clients = await server.playing(4)
        for _ in range(12):
            client, prompt = await to_act(clients, PLAY)
            snapshot = await client.snapshot()
            if snapshot.hand.HasField("trick") and prompt.barred:
                break
            await client.play(prompt.prompt_id, prompt.choices[0].card)
        (barred,) = prompt.barred
        assert barred.reason == error_pb2.ERROR_REASON_MUST_FOLLOW_SUIT
        before = await state_of(client)
        for card in barred.cards:
            failure = await failing(client.play(prompt.prompt_id, card))
            assert says(failure, FAILED, "MUST_FOLLOW_SUIT")
            assert failure.rejection is not None
            assert list(failure.rejection.because_cards) == list(barred.because_cards)
            led = snapshot.hand.trick.plays[0].card.suit
            assert {each.suit for each in failure.rejection.because_cards} == {led}
        assert await state_of(client) == before


async def test_a_bid_of_zero_is_a_value_and_no_bid_is_none() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        for _ in range(4):
            client, prompt = await to_act(clients, BID)
            failure = await failing(client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=0)))
            assert says(failure, FAILED, "ZERO_IS_NIL")
            assert "nil" in failure.message
            for missing in (None, cards_pb2.Bid()):
                failure = await failing(client.bid(prompt.prompt_id, missing))
                assert says(failure, INVALID, "FIELD_INVALID")
                assert failure.fields == ("bid",)
            await client.bid(prompt.prompt_id, cards_pb2.Bid(nil=cards_pb2.Nil()))
        hand = (await clients[0].snapshot()).hand
        assert [each.bid.WhichOneof("kind") for each in hand.seats] == ["nil"] * 4
        assert hand.phase == snapshot_pb2.PHASE_PLAY


async def test_a_card_of_which_a_part_is_missing_is_no_card() -> None:
    """Never a two of clubs by default."""
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, PLAY)
        before = await state_of(client)
        cases: dict[str, cards_pb2.Card | None] = {
            "card.suit": cards_pb2.Card(rank=2, copy=1),
            "card.rank": cards_pb2.Card(suit=cards_pb2.SUIT_CLUBS, copy=1),
            "card.copy": cards_pb2.Card(suit=cards_pb2.SUIT_CLUBS, rank=2),
        }
        for field, card in cases.items():
            failure = await failing(client.play(prompt.prompt_id, card))
            assert says(failure, INVALID, "FIELD_INVALID")
            assert failure.fields == (field,)
        assert (await failing(client.play(prompt.prompt_id, None))).fields == ("card.suit",)
        assert (await failing(client.play(0, prompt.choices[0].card))).fields == ("prompt_id",)
        request = table_service_pb2.PlayRequest(table_id=client.table_id, prompt_id=prompt.prompt_id)
        request.card.CopyFrom(prompt.choices[0].card)
        for request_id in ("", "a b", "x" * 65, "né"):
            request.request_id = request_id
            assert (await failing(client.tables.Play(request, metadata=client.metadata))).fields == ("request_id",)
        assert await state_of(client) == before


async def test_choice_ids_that_are_not_offered_change_nothing() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, BID)
        before = await state_of(client)
        most = len(prompt.choices)
        wrong: tuple[tuple[int, ...], ...] = ((), (0,), (most + 1,), (1, 2), (1, 1), (2**32 - 1,), tuple(range(1, 200)))
        for choice_ids in wrong:
            failure = await failing(client.answer(prompt.prompt_id, choice_ids))
            assert says(failure, INVALID, "CHOICES_INVALID")
            assert failure.rejection is not None
            assert len(failure.rejection.open_prompts[0].choices) == most
        assert await state_of(client) == before
        assert await client.answer(prompt.prompt_id, [1]) > before[0]


async def test_a_bid_is_no_answer_to_a_play_nor_a_card_to_a_bid() -> None:
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, BID)
        mine = (await client.snapshot()).hand.seats[client.seat - 1].cards[0]
        assert says(await failing(client.play(prompt.prompt_id, mine)), FAILED, "WRONG_PHASE")
        client, prompt = await to_act(clients, PLAY)
        failure = await failing(client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=1)))
        assert says(failure, FAILED, "WRONG_PHASE")
        look = table_service_pb2.LookRequest(table_id=client.table_id, request_id=new_id())
        assert says(await failing(client.tables.Look(look, metadata=client.metadata)), FAILED, "WRONG_PHASE")


@pytest.mark.parametrize("tricks", [14, 99, 2**31 - 1, 2**32 - 1])
async def test_a_bid_beyond_the_cards_held_is_refused(tricks: int) -> None:
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, BID)
        for bid, reason in (
            (cards_pb2.Bid(tricks=tricks), "BID_OUT_OF_RANGE"),
            (cards_pb2.Bid(blind_tricks=tricks), "BLIND_NOT_ALLOWED"),
            (cards_pb2.Bid(blind_nil=cards_pb2.BlindNil()), "BLIND_WINDOW_CLOSED"),
        ):
            failure = await failing(client.bid(prompt.prompt_id, bid))
            assert failure.reason == reason
            assert failure.code is FAILED


async def test_nobody_bids_blind_who_has_looked_and_another_seat_s_look_is_not_mine() -> None:
    async with listening() as server:
        threshold = rules_pb2.RuleOption(name="blind_nil_threshold", value=rules_pb2.OptionValue(number=0))
        clients = await server.playing(4, rules=rules_pb2.Rules(options=[threshold]))
        client, prompt = await to_act(clients)
        assert prompt.kind == prompt_pb2.PROMPT_KIND_BLIND
        blind = cards_pb2.Bid(blind_nil=cards_pb2.BlindNil())
        assert not (await client.snapshot()).hand.seats[client.seat - 1].cards
        failure = await failing(client.bid(prompt.prompt_id, cards_pb2.Bid(tricks=3)))
        assert says(failure, FAILED, "WRONG_PHASE")
        assert failure.rejection is not None
        assert not failure.rejection.because_cards
        for other in clients:
            if other is not client:
                request = table_service_pb2.LookRequest(table_id=other.table_id, request_id=new_id())
                await other.tables.Look(request, metadata=other.metadata)
                assert len((await other.snapshot()).hand.seats[other.seat - 1].cards) == 13
                break
        assert not (await client.snapshot()).hand.seats[client.seat - 1].seen
        await client.bid(prompt.prompt_id, blind)
        assert len((await client.snapshot()).hand.seats[client.seat - 1].cards) == 13
        following, prompt = await to_act(clients, BID)
        failure = await failing(following.bid(prompt.prompt_id, blind))
        assert says(failure, FAILED, "BLIND_WINDOW_CLOSED")


async def test_only_the_host_starts_fills_and_closes() -> None:
    async with listening() as server:
        host, other, *_ = await server.table_of(3)
        await server.clients[-1].leave()
        denied = grpc.StatusCode.PERMISSION_DENIED
        for call in (other.start(), other.fill(), other.close_table()):
            failure = await failing(call)
            assert says(failure, denied, "NOT_HOST")
            assert failure.rejection is not None
        assert says(await failing(host.start()), FAILED, "SEATS_EMPTY")
        assert says(await failing(host.fill(seats=[0])), grpc.StatusCode.NOT_FOUND, "SEAT_NOT_FOUND")
        assert says(await failing(host.fill(seats=[5])), grpc.StatusCode.NOT_FOUND, "SEAT_NOT_FOUND")
        assert says(await failing(host.fill(seats=[2])), FAILED, "SEAT_TAKEN")
        assert (await failing(host.fill(level="wizard"))).fields == ("level",)
        await host.fill()
        await host.start()
        assert says(await failing(host.start()), FAILED, "ALREADY_STARTED")
        assert says(await failing(host.fill()), FAILED, "ALREADY_STARTED")
        assert says(await failing(other.ready()), FAILED, "ALREADY_STARTED")


async def test_a_refusal_of_the_host_s_calls_names_the_request_in_no_other_call() -> None:
    """The same request id for two calls is a mistake of the client, not a repetition."""
    async with listening() as server:
        host, *_ = await server.table_of(4)
        start = host_service_pb2.StartGameRequest(table_id=host.table_id, request_id="r")
        await host.host.StartGame(start, metadata=host.metadata)
        ready = table_service_pb2.SetReadyRequest(table_id=host.table_id, request_id="r", ready=True)
        failure = await failing(host.tables.SetReady(ready, metadata=host.metadata))
        assert says(failure, INVALID, "REQUEST_ID_REUSED")


async def test_the_same_bytes_for_another_call_are_another_request() -> None:
    """LookRequest and LeaveTableRequest have the same fields: what was looked at must not count as left."""
    async with listening() as server:
        threshold = rules_pb2.RuleOption(name="blind_nil_threshold", value=rules_pb2.OptionValue(number=0))
        clients = await server.playing(4, rules=rules_pb2.Rules(options=[threshold]))
        client, _ = await to_act(clients)
        look = table_service_pb2.LookRequest(table_id=client.table_id, request_id="r")
        await client.tables.Look(look, metadata=client.metadata)
        leave = table_service_pb2.LeaveTableRequest(table_id=client.table_id, request_id="r")
        failure = await failing(client.tables.LeaveTable(leave, metadata=client.metadata))
        assert says(failure, INVALID, "REQUEST_ID_REUSED")
        assert (await client.snapshot()).seats[client.seat - 1].kind == snapshot_pb2.SEAT_KIND_PERSON


async def test_what_was_sent_together_with_leaving_does_not_act_for_who_sits_there_next() -> None:
    """The token is dead when the command comes to be carried out, though it was alive when it came in."""
    async with listening() as server:
        clients = await server.playing(4)
        client, prompt = await to_act(clients, PLAY)
        service, context = server.tables_service(), called_by(client)
        requests = (
            table_service_pb2.PlayRequest(prompt_id=prompt.prompt_id, card=prompt.choices[0].card),
            table_service_pb2.PlayRequest(
                prompt_id=prompt.prompt_id, card=cards_pb2.Card(suit=cards_pb2.SUIT_SPADES, rank=2, copy=2)
            ),
            table_service_pb2.SayRequest(scope=snapshot_pb2.CHAT_SCOPE_TABLE, text="boo"),
            table_service_pb2.LeaveTableRequest(),
        )
        for request in requests:
            request.table_id, request.request_id = client.table_id, new_id()
        play, wrong, say, leave = requests
        gone, *refused = await asyncio.gather(
            service.leave_table(leave, context),
            service.play(play, context),
            service.play(wrong, context),
            service.say(say, context),
            return_exceptions=True,
        )
        assert isinstance(gone, table_service_pb2.LeaveTableResponse)
        assert [getattr(each, "reason", None) for each in refused] == ["SEAT_TOKEN_INVALID"] * 3
        assert not any(isinstance(each, RefusedCall) for each in refused), "the seat's prompts were told"


async def test_leaving_twice_at_once_is_leaving_once() -> None:
    async with listening() as server:
        host, other, *_ = await server.table_of(4)
        request = table_service_pb2.LeaveTableRequest(table_id=host.table_id, request_id=new_id())
        service, context = server.tables_service(), called_by(other)
        first, second = await asyncio.gather(*(service.leave_table(request, context) for _ in range(2)))
        assert first == second
