"""Thousands of bad commands in the middle of a game: each refused with a reason, nothing changed, nothing told.

``SPADES_BAD_COMMANDS`` says how many there are; 2,000 if it is not set.
"""

import asyncio
import os
import random
from dataclasses import dataclass
from typing import cast

import grpc
from google.protobuf.message import Message

from server.common import ManualClock, new_id
from server.contract import METHODS, Method
from server.harness import Client, Failure, Listening, failure_of, listening, to_act
from server.test_server_bad_input import GOOD, is_right, seen, spoilt
from spades.v1 import cards_pb2, host_service_pb2, prompt_pb2, rules_pb2, snapshot_pb2, table_service_pb2
from spades_server import Limits, ServerConfig

COMMANDS = int(os.environ.get("SPADES_BAD_COMMANDS", "2000"))
EACH_MOVE = 25
"""Bad commands between two good ones."""

# The clock stands: that somebody did not call for a while would be an event that no command caused.
NO_LIMITS = ServerConfig(limits=Limits(loopback_factor=1_000_000, tables=50, tables_per_address=0), clock=ManualClock())
BY_NAME = {method.name: method for method in METHODS}
FUZZED = tuple(method for method in METHODS if not method.is_stream)
"""A stream changes who is present; streams with wrong tokens are tried in test_server_bad_input."""
WRONG_TOKENS = ("", "x", "A" * 32, "A" * 8000, "a.b", "a.b.c", "..", "=.=.=", "~!@#")
TABLE = snapshot_pb2.CHAT_SCOPE_TABLE
Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A command, and what became of it."""

    method: Method
    raw: bytes
    metadata: Metadata
    caller: Client | None
    """Whose token it had; None for no good one."""
    answer: bytes
    failure: Failure | None

    @property
    def code(self) -> grpc.StatusCode:
        """The status."""
        return grpc.StatusCode.OK if self.failure is None else self.failure.code


async def send(
    channel: grpc.aio.Channel, method: Method, raw: bytes, metadata: Metadata, caller: Client | None = None
) -> Sent:
    """Send these very bytes."""
    call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(method.path)
    answer, failure = b"", None
    try:
        answer = await call(raw, metadata=metadata, timeout=20)
    except grpc.aio.AioRpcError as error:
        failure = failure_of(error)
    return Sent(method=method, raw=raw, metadata=metadata, caller=caller, answer=answer, failure=failure)


AT_ANY_TIME = (
    *("LeaveTable", "CloseTable", "Say", "Look", "Pause", "Resume"),
    *("KickSeat", "TransferHost", "ReissueSeat", "SetRules"),
)
"""What a seat may do whoever is to act."""


@dataclass(slots=True)
class Fuzz:
    """One table under attack; mutable: the game goes on."""

    players: list[Client]
    beside: Client
    """A player of another table."""
    spectator: Client
    chance: random.Random
    accepted: list[Sent]
    to_act: Client
    prompt: prompt_pb2.Prompt

    def bad(self) -> tuple[Method, bytes, Metadata, Client | None]:
        """Return a command that must be refused: method, bytes, metadata and whose token that is."""
        kinds = (self._garbled, self._spoilt, self._not_mine, self._illegal, self._unknown, self._by_a_stranger)
        return self.chance.choice(kinds)()

    def _garbled(self) -> tuple[Method, bytes, Metadata, Client | None]:
        method = self.chance.choice([each for each in FUZZED if each.needs_token])
        raw = self.chance.randbytes(self.chance.choice((1, 5, 40, 1000, 60_000)))
        return method, b"\xff\xff" + raw, self._anybody().metadata, None

    def _spoilt(self) -> tuple[Method, bytes, Metadata, Client | None]:
        caller = self.chance.choice([each for each in self.players if each is not self.to_act])
        while True:
            method = self.chance.choice(FUZZED)
            known = {"table_id": caller.table_id, "request_id": new_id(), "prompt_id": self.prompt.prompt_id}
            raw = spoilt(method, known, self.chance)
            if method.name not in AT_ANY_TIME or not is_right(method, raw):
                return method, raw, caller.metadata, caller

    def _not_mine(self) -> tuple[Method, bytes, Metadata, Client | None]:
        """A choice that is legal, sent by another seat, a spectator, or a player of another table."""
        others = [each for each in (*self.players, self.spectator, self.beside) if each is not self.to_act]
        caller = self.chance.choice(others)
        ids = self.chance.sample([choice.choice_id for choice in self.prompt.choices], self.prompt.min_picks)
        return self._answer(ids, caller)

    def _illegal(self) -> tuple[Method, bytes, Metadata, Client | None]:
        """What the seat that is to act may not do: no such choice, too many, too few, a wrong prompt, an old one."""
        most = len(self.prompt.choices)
        ids: list[int] = self.chance.choice(([], [most + 1], [2**32 - 1], [1, 1], list(range(1, most + 3)), [0]))
        return self._answer(ids, self.to_act)

    def _answer(self, ids: list[int], caller: Client) -> tuple[Method, bytes, Metadata, Client | None]:
        request = table_service_pb2.AnswerRequest(
            table_id=self.to_act.table_id, request_id=new_id(), prompt_id=self.prompt.prompt_id, choice_ids=ids
        )
        return BY_NAME["Answer"], request.SerializeToString(), caller.metadata, caller

    def _unknown(self) -> tuple[Method, bytes, Metadata, Client | None]:
        """Values that no enum has (hence the casts), numbers out of every range, and long texts; the right seat."""
        number = self.chance.choice((0, 6, 77, 2**31 - 1, -1))
        table_id, prompt_id = self.to_act.table_id, self.prompt.prompt_id
        card = cards_pb2.Card(suit=cast("cards_pb2.Suit.ValueType", number), rank=number % 20, copy=number % 7)
        text = self.chance.choice(("\x1b[2J", "x" * 50_000, "\u202e", "\x00"))
        request: Message = self.chance.choice(
            (
                table_service_pb2.PlayRequest(table_id=table_id, request_id=new_id(), prompt_id=prompt_id, card=card),
                table_service_pb2.BidRequest(
                    table_id=table_id,
                    request_id=new_id(),
                    prompt_id=prompt_id,
                    bid=cards_pb2.Bid(tricks=self.chance.choice((14, 99, 2**32 - 1))),
                ),
                table_service_pb2.SayRequest(
                    table_id=table_id,
                    request_id=new_id(),
                    scope=cast("snapshot_pb2.ChatScope.ValueType", number or 77),
                    text="x",
                ),
                table_service_pb2.SayRequest(table_id=table_id, request_id=new_id(), scope=TABLE, text=text),
                host_service_pb2.FillWithBotsRequest(table_id=table_id, request_id=new_id(), level=text),
                table_service_pb2.AnswerRequest(table_id=table_id, request_id=text, prompt_id=prompt_id),
            )
        )
        method = BY_NAME[type(request).__name__.removesuffix("Request")]
        return method, request.SerializeToString(), self.to_act.metadata, self.to_act

    def _by_a_stranger(self) -> tuple[Method, bytes, Metadata, Client | None]:
        """The right answer with a token that proves nothing, or with none."""
        ids = list(self.prompt.default_choice_ids)
        method, raw, _, _ = self._answer(ids, self.to_act)
        token = self.chance.choice((*WRONG_TOKENS, self.to_act.token[:-1], self.to_act.token.swapcase()))
        metadata: Metadata = (("authorization", f"Bearer {token}"),) if self.chance.random() < 0.9 else ()
        return method, raw, metadata, None

    def _anybody(self) -> Client:
        return self.chance.choice((*self.players, self.spectator, self.beside))

    async def move_on(self) -> None:
        """Answer the open prompt, and find the next."""
        method, raw, metadata, caller = self._answer(list(self.prompt.default_choice_ids), self.to_act)
        sent = await send(self.to_act.channel, method, raw, metadata, caller)
        assert sent.failure is None, "the table still plays"
        self.accepted.append(sent)
        self.to_act, self.prompt = await to_act(self.players)


async def attacked(server: Listening) -> Fuzz:
    """Return a table in the middle of a game, and who is about it."""
    rules = rules_pb2.Rules(preset="sheet-000")
    settings = snapshot_pb2.TableSettings(think_seconds=0, continue_seconds=120)
    players = await server.playing(4, rules=rules, settings=settings)
    beside, *_ = await server.playing(2, rules=rules_pb2.Rules(preset="two-player"), settings=settings)
    spectator = await server.client().join(players[0].table_id, as_spectator=True)
    client, prompt = await to_act(players)
    return Fuzz(players, beside, spectator, random.Random(11), [], client, prompt)


def tells_nothing(sent: Sent, holdings: dict[str, list[cards_pb2.Card]]) -> bool:
    """Return whether a refusal holds only the caller's own prompts and cards."""
    assert sent.failure is not None
    rejection = sent.failure.rejection
    if rejection is None:
        return True
    if sent.caller is None or not sent.caller.seat:
        return False
    own = holdings[sent.caller.token]
    told = [*rejection.because_cards]
    for prompt in rejection.open_prompts:
        told += [choice.card for choice in prompt.choices if choice.HasField("card")]
        told += [card for barred in prompt.barred for card in barred.cards]
    return all(prompt.seat == sent.caller.seat for prompt in rejection.open_prompts) and all(c in own for c in told)


async def own_cards(fuzz: Fuzz) -> dict[str, list[cards_pb2.Card]]:
    """Return what each player holds, by token; nobody is shown another's cards."""
    found = {}
    for client in (*fuzz.players, fuzz.beside):
        seats = (await client.snapshot()).hand.seats
        assert all(not seat.cards for seat in seats if seat.seat != client.seat)
        found[client.token] = [card for seat in seats if seat.seat == client.seat for card in seat.cards]
    assert all(not seat.cards for seat in (await fuzz.spectator.snapshot()).hand.seats)
    return found


async def test_bad_commands_are_refused_and_change_nothing_and_tell_nothing_and_the_game_goes_on() -> None:
    refused = 0
    async with listening(NO_LIMITS) as server:
        fuzz = await attacked(server)
        while refused < COMMANDS:
            before, beside, holdings = await seen(fuzz.to_act), await seen(fuzz.beside), await own_cards(fuzz)
            for _ in range(EACH_MOVE):
                method, raw, metadata, caller = fuzz.bad()
                sent = await send(fuzz.to_act.channel, method, raw, metadata, caller)
                assert sent.code in GOOD, (method.name, sent)
                if sent.failure is None:
                    assert method.service not in ("TableService", "HostService") or method.name == "GetSnapshot", sent
                    continue
                # What is not text, or far too long, is refused before it is ours to give a reason.
                assert sent.failure.reason or not sent.failure.message.startswith("INTERNAL"), sent
                assert tells_nothing(sent, holdings), sent
                refused += 1
            for old in fuzz.accepted[-3:]:
                assert (await send(fuzz.to_act.channel, old.method, old.raw, old.metadata)).answer == old.answer
            assert (await seen(fuzz.to_act), await seen(fuzz.beside)) == (before, beside)
            await fuzz.move_on()
        assert server.server.tally.refusals["INTERNAL"] == 0
        assert server.server.tally.refusals.total() >= refused * 0.9


async def test_a_command_sent_three_times_at_once_happens_once_and_is_answered_the_same() -> None:
    async with listening(NO_LIMITS) as server:
        fuzz = await attacked(server)
        stream = await fuzz.spectator.watch()
        for _ in range(40):
            method, raw, metadata, caller = fuzz._answer(list(fuzz.prompt.default_choice_ids), fuzz.to_act)
            sent = await asyncio.gather(
                *(send(client.channel, method, raw, metadata, caller) for client in fuzz.players[:3])
            )
            assert len({each.answer for each in sent}) == 1
            assert {each.code for each in sent} == {grpc.StatusCode.OK}
            prompt_id = fuzz.prompt.prompt_id
            fuzz.to_act, fuzz.prompt = await to_act(fuzz.players)
            await stream.until_sequence((await fuzz.spectator.snapshot()).sequence)
            closed = [event.prompt_closed.prompt_id for event in stream.events if event.HasField("prompt_closed")]
            assert closed.count(prompt_id) == 1
