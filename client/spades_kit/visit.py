"""A visit to one server: whoever visits it, the table that they play at, and how an answer is judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import grpc
from google.protobuf.message import Message

from spades.v1.rules_pb2 import OptionValue, RuleOption, Rules
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.snapshot_pb2 import TableSettings
from spades_kit.reading import Reading
from spades_kit.refusal import Refusal
from spades_kit.report import Ledger
from spades_kit.visitor import Stream, Visitor

PLAYERS = 4
ONE_HAND = "max_hands"
"""The option that makes a game short, where the server has it."""


@dataclass(slots=True, kw_only=True)
class Visit:
    """One check of one server. Mutable: visitors come, and find things out."""

    open_channel: Callable[[], grpc.aio.Channel]
    reading: Reading
    ledger: Ledger
    info: GetServerInfoResponse = field(default_factory=GetServerInfoResponse)
    """What the server says it is, once it was asked."""
    seats: list[Visitor] = field(default_factory=list)
    """Those who sit at the table, in seat order."""
    spectator: Visitor | None = None
    main_streams: list[Stream] = field(default_factory=list)
    """Of the seats and the spectator, from before the game on."""
    visitors: list[Visitor] = field(default_factory=list)

    def visitor(self) -> Visitor:
        """Return a new program at the server."""
        visitor = Visitor(self.open_channel(), self.ledger)
        self.visitors.append(visitor)
        return visitor

    async def close(self) -> None:
        """Let everybody hang up."""
        for visitor in self.visitors:
            await visitor.close()

    def judge(self, rule: str, kept: object, detail: str) -> bool:
        """Note whether *rule* was kept, and return it."""
        return self.ledger.judge(rule, kept, detail)

    def judge_refusal(self, rule: str, answer: Message | Refusal, reason: str, what: str) -> bool:
        """Note whether *what* was refused with *reason*, and return it."""
        told = f"it was refused with {answer.message!r}" if isinstance(answer, Refusal) else "it was carried out"
        return self.judge(rule, isinstance(answer, Refusal) and answer.reason == reason, f"{what}: {told}")

    async def open_table(self, visitor: Visitor, *, seed: str = "", players: int = PLAYERS) -> Message:
        """Open a table for a hand, at which nobody has to hurry; return the request that did it."""
        settings = TableSettings(think_seconds=0, house_pace_ms=0, grace_seconds=600)
        options = [
            RuleOption(name=option.name, value=OptionValue(number=1))
            for option in self.info.options
            if option.name == ONE_HAND
        ]
        rules = Rules(preset="standard", players=players, options=options)
        request = visitor.request("CreateTable", name="Conformance", settings=settings, rules=rules, seed=seed)
        visitor.table_id = (await visitor.call("CreateTable", request, token="")).table_id  # type: ignore[attr-defined]  # as its descriptor says
        return request

    async def sit_down(self, *, seed: str = "") -> None:
        """Open the table of the visit; four visitors take its seats, a fifth looks on, and all watch."""
        first = self.visitor()
        await self.open_table(first, seed=seed)
        self.seats = [first, *(self.visitor() for _ in range(PLAYERS - 1))]
        for number, visitor in enumerate(self.seats, start=1):
            await visitor.join(first.table_id, f"Kit {number}", seat=number)
        self.spectator = self.visitor()
        await self.spectator.join(first.table_id, "Kit Eye", as_spectator=True)
        self.main_streams = [await visitor.watch() for visitor in (*self.seats, self.spectator)]
