"""The stage on which a client is checked: the scripted table, the rules that hold all the time, and waiting.

What is wrong at once is noted by ``check`` and ``reply``; what a scene waits for in vain ends the scene.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from spades.v1 import CONTRACT_VERSION
from spades.v1 import event_pb2 as e
from spades.v1 import prompt_pb2 as p
from spades.v1 import snapshot_pb2 as s
from spades.v1 import table_service_pb2 as t
from spades.v1.lobby_service_pb2 import (
    JoinTableRequest,
    JoinTableResponse,
    ListTablesResponse,
    LobbyList,
    TableSummary,
    WatchLobbyResponse,
)
from spades.v1.rejection_pb2 import Rejection
from spades.v1.rules_pb2 import Preset
from spades.v1.server_service_pb2 import GetServerInfoResponse, HouseLevel, Limits, Phrase
from spades.v1.table_service_pb2 import AnswerRequest, BidRequest, PlayRequest
from spades_kit.newer import with_unknown_fields
from spades_kit.reading import Reading
from spades_kit.refusal import Refusal, duration
from spades_kit.report import Ledger
from spades_kit.script_server import WITH_TOKEN, Call, Item, Refused, Script, ScriptStream, fresh_token
from spades_kit.script_table import OWN_SEAT, TABLE_ID, ScriptTable, now

Found = TypeVar("Found")

_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LEAST_RANDOM = 16
"""Characters of the request id of a joining."""

ANSWERS = ("Answer", "Bid", "Play")
"""The calls that answer a prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """How long the kit waits, in seconds."""

    arrival: float = 60.0
    """For a client to come."""
    patience: float = 20.0
    """For a client to do what it must."""
    quiet: float = 3.0
    """For a client to do what it must not, where nothing else shows that it does not."""
    first_wait: float = 0.2
    """The shortest wait between two attempts: 0.25 s less 20 %."""
    asked_wait: float = 1.0
    """What the script tells a client to wait."""
    slow: float = 1.0
    """How long a slow answer takes."""
    deadline: float = 15.0
    """For a client to give up a call that is not answered."""
    silence: float = 40.0
    """For a client to give up a stream that is silent for 25 s."""


class SceneOver(Exception):
    """A scene cannot go on: what it waited for did not come."""


class Stage(Script):
    """One table for one client. Mutable: scenes move it."""

    def __init__(self, reading: Reading, ledger: Ledger, times: Times) -> None:
        super().__init__()
        self.table = ScriptTable(reading)
        self.ledger = ledger
        self.times = times
        self.tokens: dict[str, str] = {}
        """The token of each joining by its request id."""
        self.refused_tokens: set[str] = set()
        """Tokens that the server does not know any more."""
        self.dead_tokens: set[str] = set()
        """Those of them whose holder has been told."""
        self.baits: dict[int, tuple[str, str]] = {}
        """Prompts that nobody may answer: the rule that says so, and what it is."""
        self.newer = False
        """Everything that is sent holds fields that nobody knows."""
        self.is_gone: Callable[[], bool] = lambda: False
        """Tells whether the client has ended."""
        self.server_id = base64.b32encode(secrets.token_bytes(32)).decode().rstrip("=")
        self.restarts = 0
        self._contents: dict[tuple[str, str], bytes] = {}
        self._outcomes: dict[tuple[str, str], Message | Refusal] = {}
        self._refused_answers: dict[int, Refusal] = {}

    @property
    def epoch(self) -> str:
        """New at each start of the server."""
        return f"epoch-{self.restarts}"

    def restart(self) -> None:
        """Be the same server in another epoch, which can send nothing of the one before."""
        self.restarts += 1
        self.table.forget()

    def settle(self) -> None:
        """Take back whatever a scene has begun: nothing is asked, paused, held or about to fail."""
        self.faults.clear()
        self.lost_replies.clear()
        self.newer = False
        events = [self.table.close(prompt_id, p.PROMPT_OUTCOME_WITHDRAWN) for prompt_id in self.table.open_prompts]
        if self.table.snapshot.HasField("pause"):
            events.append(e.Event(table_resumed=e.TableResumed()))
        if events:
            self.tell(*events)

    def refuse_answer(self, prompt: p.Prompt, refusal: Refusal) -> None:
        """Let the first answer to *prompt* fail, by whichever of the three calls it comes."""
        self._refused_answers[prompt.prompt_id] = refusal

    def fault_of(self, call: Call) -> Refusal | None:
        """Return how *call* is to fail."""
        if call.name in ANSWERS:
            return self._refused_answers.pop(getattr(call.request, "prompt_id", 0), None)
        return super().fault_of(call)

    # What holds all the time.

    def check(self, call: Call) -> None:
        """Note what is wrong with *call* whatever the scene."""
        ledger = self.ledger
        is_first = len(self.calls) == 1
        if is_first:
            starts_well = call.service in ("ServerService", "LobbyService") or call.token
            ledger.judge("C-FIRST-01", starts_well, f"it began with {call.name}")
        if call.service in WITH_TOKEN:
            known = call.token in self.tokens.values()
            ledger.judge("C-TOKEN-01", known, f"{call.name} came with authorization {call.authorization!r}")
        raw = call.request.SerializeToString()
        if self.tokens:
            leaked = any(token.encode() in raw for token in self.tokens.values())
            ledger.judge("C-TOKEN-02", not leaked, f"{call.name} has it in a field")
        if call.token in self.dead_tokens:
            ledger.breach("C-TOKEN-03", f"{call.name} showed it again")
        if call.service in ("LobbyService", "TableService", "HostService") and call.name not in (
            "WatchTable",
            "WatchLobby",
        ):
            ledger.judge("C-DEADLINE-01", call.seconds_left is not None, f"{call.name} has none")
        if "request_id" in call.request.DESCRIPTOR.fields_by_name:
            self._check_request_id(call, raw)

    def _check_request_id(self, call: Call, raw: bytes) -> None:
        id_ = call.request_id
        least = _LEAST_RANDOM if call.service == "LobbyService" else 1
        fits = bool(_REQUEST_ID.fullmatch(id_)) and len(id_) >= least
        self.ledger.judge("C-ID-01", fits, f"{call.name} has {id_!r}")
        known = self._contents.setdefault((call.token, id_), call.name.encode() + raw)
        same = known == call.name.encode() + raw
        self.ledger.judge("C-ID-02", same, f"{call.name} came with {id_!r}, which had another content")

    # Answering like a server.

    def reply(self, call: Call, method: MethodDescriptor) -> Message:
        """Carry out *call*, once for each request id."""
        key = (call.token, call.request_id)
        outcome = self._outcomes.get(key) if call.request_id else None
        if outcome is None:
            try:
                outcome = self._carry_out(call, method)
            except Refused as refused:
                outcome = refused.refusal
            self._outcomes[key] = outcome
        if isinstance(outcome, Refusal):
            raise Refused(outcome)
        return self._sent(outcome)

    def _carry_out(self, call: Call, method: MethodDescriptor) -> Message:
        match call.name:
            case "GetServerInfo":
                return self._info()
            case "ListTables":
                return ListTablesResponse(tables=[self._summary()])
            case "JoinTable":
                return self._join(call)
        if call.service in WITH_TOKEN:
            self._check_token(call)
        match call.name:
            case "GetSnapshot":
                return t.GetSnapshotResponse(epoch=self.epoch, snapshot=self.table.shown())
            case name if name in ANSWERS:
                self._take_answer(call)
            case "CreateTable" | "ListGames" | "ExportGame":
                raise Refused(Refusal(code=grpc.StatusCode.UNIMPLEMENTED, reason="NOT_SERVED", sentence="by the kit"))
        reply = GetMessageClass(method.output_type)()
        if "sequence" in reply.DESCRIPTOR.fields_by_name:
            reply.sequence = self.table.snapshot.sequence  # type: ignore[attr-defined]  # as its descriptor says
        return reply

    def _info(self) -> GetServerInfoResponse:
        return GetServerInfoResponse(
            server_id=self.server_id,
            name="Conformance",
            version="kit",
            contract_version=CONTRACT_VERSION,
            oldest_client_version=CONTRACT_VERSION,
            epoch=self.epoch,
            capabilities=["pause", "a-newer-thing"],
            limits=Limits(name_cells=20, chat_characters=200, request_bytes=65536),
            presets=[Preset(name="standard", explanation="A table by script.", source="kit", players=[4])],
            phrases=[Phrase(phrase_id=1, text="Well played.")],
            house_levels=[HouseLevel(name="rules", explanation="Plays by script.", is_default=True)],
            time=now(),
        )

    def _summary(self) -> TableSummary:
        seats = [s.Seat(seat=OWN_SEAT, side=1, kind=s.SEAT_KIND_EMPTY), *self.table.snapshot.seats[1:]]
        stage = s.TABLE_STAGE_GATHERING
        return TableSummary(
            table_id=TABLE_ID, name="Conformance", preset="standard", players=4, seats=seats, stage=stage
        )

    def listed(self) -> Message:
        """Return the list of the one table."""
        return self._sent(WatchLobbyResponse(list=LobbyList(tables=[self._summary()])))

    def _join(self, call: Call) -> JoinTableResponse:
        assert isinstance(call.request, JoinTableRequest)
        if call.request.table_id != TABLE_ID:
            sentence = f"there is {TABLE_ID} only"
            raise Refused(Refusal(code=grpc.StatusCode.NOT_FOUND, reason="TABLE_NOT_FOUND", sentence=sentence))
        token = self.tokens[call.request_id] = fresh_token()
        return JoinTableResponse(seat=OWN_SEAT, token=token, sequence=self.table.snapshot.sequence)

    def _check_token(self, call: Call) -> None:
        if call.token in self.tokens.values() and call.token not in self.refused_tokens:
            return
        if call.token in self.refused_tokens:
            self.dead_tokens.add(call.token)
        word = "INVALID" if call.token else "MISSING"
        code = grpc.StatusCode.UNAUTHENTICATED
        raise Refused(Refusal(code=code, reason=f"SEAT_TOKEN_{word}", sentence="join the table"))

    def _take_answer(self, call: Call) -> None:
        request = call.request
        assert isinstance(request, AnswerRequest | BidRequest | PlayRequest)
        prompt_id = request.prompt_id
        prompt = self.table.open_prompts.get(prompt_id)
        if prompt_id in self.baits:
            rule, what = self.baits[prompt_id]
            self.ledger.breach(rule, f"prompt {prompt_id} was answered: {what}")
        if prompt is not None and prompt.seat != OWN_SEAT:
            raise self._rejected("NOT_YOUR_TURN", f"seat {prompt.seat} is asked")
        if prompt is None:
            if prompt_id in self.table.answered:
                rule = "C-ANSWER-05" if call.at > self.table.answered[prompt_id] else "C-ANSWER-06"
                self.ledger.breach(rule, f"prompt {prompt_id} was answered again by {call.request_id!r}")
            raise self._rejected("STALE_PROMPT", "it is answered or gone", grpc.StatusCode.ABORTED)
        if self.table.snapshot.HasField("pause"):
            raise self._rejected("TABLE_PAUSED", "wait until it goes on")
        if prompt.suspended:
            raise self._rejected("PROMPT_SUSPENDED", "wait until it is resumed")
        picks = self._picks(request, prompt)
        self.tell(*self.table.effects(prompt, picks))

    def _picks(self, request: AnswerRequest | BidRequest | PlayRequest, prompt: p.Prompt) -> list[int]:
        choices = self.table.offered[prompt.prompt_id].choices
        ids = {choice.choice_id for choice in choices}
        if isinstance(request, AnswerRequest):
            picks = list(request.choice_ids)
        elif isinstance(request, BidRequest):
            picks = [choice.choice_id for choice in choices if choice.bid == request.bid]
        else:
            picks = [choice.choice_id for choice in choices if choice.card == request.card]
        fits = set(picks) <= ids and len(set(picks)) == len(picks)
        fits = fits and prompt.min_picks <= len(picks) <= prompt.max_picks
        wanted = f"{prompt.min_picks} to {prompt.max_picks} of {sorted(ids)} were to be picked"
        self.ledger.judge("C-ANSWER-01", fits, f"{wanted}, and {picks} came")
        if not fits:
            raise self._rejected("CHOICES_INVALID", wanted, grpc.StatusCode.INVALID_ARGUMENT)
        return picks

    def _rejected(
        self, reason: str, sentence: str, code: grpc.StatusCode = grpc.StatusCode.FAILED_PRECONDITION
    ) -> Refused:
        return Refused(Refusal(code=code, reason=reason, sentence=sentence, rejection=self.rejection()))

    def rejection(self) -> Rejection:
        """Return the detail of a refusal: what is open now."""
        own = [prompt for prompt in self.table.snapshot.prompts if prompt.seat == OWN_SEAT]
        return Rejection(open_prompts=own, sequence=self.table.snapshot.sequence)

    # The stream.

    def welcome(self, stream: ScriptStream) -> None:
        """Begin a stream: what was missed, or a snapshot. An earlier one with the token ends."""
        self._check_token(stream.call)
        self._check_cursor(stream.request)
        for other in self.streams:
            if not other.ended and other.call.token == stream.call.token:
                other.send(self.goodbye(t.GOODBYE_REASON_SUPERSEDED))
                other.end(Refusal(code=grpc.StatusCode.ABORTED, reason="SUPERSEDED", sentence="a later stream came"))
        known = stream.request.after_sequence
        missed = self.table.since(known) if known and stream.request.epoch == self.epoch else None
        if missed is None:
            self.send(stream, Item(snapshot=self.table.shown()))
        for batch in missed or ():
            self.send(stream, Item(batch=batch))
        sequence, view_hash = self.table.snapshot.sequence, self.table.view_hash()
        self.send(stream, Item(caught_up=t.CaughtUp(sequence=sequence, view_hash=view_hash)))

    def _check_cursor(self, request: t.WatchTableRequest) -> None:
        known, last = request.after_sequence, self.table.snapshot.sequence
        if not known or request.epoch != self.epoch:
            return
        at_an_end = self.table.since(known) is not None or known < self._oldest()
        self.ledger.judge("C-RESUME-04", at_an_end, f"it wants to go on after {known}; the last event is {last}")

    def _oldest(self) -> int:
        batches = self.table.batches
        return batches[0].first_sequence - 1 if batches else self.table.snapshot.sequence

    def send(self, stream: ScriptStream, item: Item) -> None:
        """Send *item* with the epoch of this server."""
        own = Item()
        own.CopyFrom(item)
        own.epoch = self.epoch
        stream.send(with_unknown_fields(own) if self.newer else own)

    def _sent(self, message: Message) -> Message:
        sent = type(message)()
        sent.CopyFrom(message)
        return with_unknown_fields(sent) if self.newer else sent

    @property
    def live(self) -> ScriptStream | None:
        """The stream that the client reads now."""
        return next((stream for stream in reversed(self.streams) if not stream.ended), None)

    def tell(self, *events: e.Event, hidden: bool = False) -> e.Batch:
        """Let *events* happen in one batch; a *hidden* one is sent to nobody, as if it got lost."""
        batch = self.table.happen(*events)
        for stream in self.streams:
            if not stream.ended and not hidden:
                self.send(stream, Item(batch=batch))
        return batch

    def goodbye(self, reason: int, retry: float | None = None) -> Item:
        """Return the end of a stream as an item; *retry* None: there is no point."""
        farewell = t.Goodbye(retry_after=None if retry is None else duration(retry))
        farewell.reason = reason  # type: ignore[assignment]  # also a number that nobody knows
        return Item(epoch=self.epoch, goodbye=farewell)

    # Waiting.

    async def expect(self, rule: str, wanted: Callable[[], Found], otherwise: str, seconds: float = 0.0) -> Found:
        """Return what *wanted* gives as soon as it is true, and note that *rule* was kept.

        Raises:
            SceneOver: the client ended, or *seconds* (0: the usual patience) went by; *rule* is broken.
        """
        await self.bell.until(lambda: wanted() or self.is_gone(), seconds or self.times.patience)
        found = wanted()
        if not found:
            ended = " and ended" if self.is_gone() else ""
            self.ledger.breach(rule, otherwise + ended)
            raise SceneOver(rule)
        self.ledger.keep(rule)
        return found

    def calls_named(self, *names: str, after: int = 0) -> Sequence[Call]:
        """Return the calls of these names behind the first *after* of all calls."""
        return [call for call in self.calls[after:] if call.name in names]
