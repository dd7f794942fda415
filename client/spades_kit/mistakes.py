"""What a stranger does wrong, and what the server says to it: each mistake is made once, at a table that is bid at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from google.protobuf import json_format
from google.protobuf.message import Message

from spades.v1.cards_pb2 import SUIT_HEARTS, Bid, Card
from spades.v1.prompt_pb2 import Prompt
from spades_kit.refusal import Refusal
from spades_kit.visitor import ServerFailed, Stream, Visitor

NO_PROMPT = 4_000_000
"""An id that no table reaches."""
NO_CHOICE = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One call that should not have been made."""

    what: str
    call: str
    request: Message
    reason: str
    """With which it is to be refused."""
    rule: str
    """The rule of the kit that says so."""
    answer: Message | Refusal
    known: bool
    """The caller showed the token of a seat."""
    field: str = ""
    """What ``BadRequest`` is to name; empty: nothing."""


TAKEN = "answered twice"
"""The first mistake after which the prompt is answered."""


async def make_mistakes(seats: Sequence[Visitor], spectator: Visitor) -> tuple[Visitor, list[Mistake]]:
    """Make every mistake at a table in its first bidding; return who was asked, and what was made of it.

    At the end the prompt is answered.

    Raises:
        ServerFailed: nobody is asked for a bid.
    """
    asked, prompt = await _asked(seats)
    other = next(visitor for visitor in seats if visitor is not asked)
    made = _Mistakes(asked, prompt)
    await made.of_token(spectator)
    await made.of_turn(other)
    await made.of_content()
    await made.of_repeating()
    return asked, made.made


async def until_asked(stream: Stream) -> None:
    """Wait until *stream* tells of a prompt: the deal may come after the answer to ``StartGame``.

    Raises:
        ServerFailed: it does not.
    """
    if not await stream.until(lambda: any(event.HasField("prompt_opened") for _, event in stream.numbered())):
        raise ServerFailed("the game has begun, and no prompt is opened")


async def _asked(seats: Sequence[Visitor]) -> tuple[Visitor, Prompt]:
    for visitor in seats:
        for prompt in await visitor.prompts():
            if prompt.choices:
                return visitor, prompt
    raise ServerFailed("the game has begun and nobody is asked anything, with choices")


class _Mistakes:
    """Makes them. Mutable: it keeps what was made."""

    def __init__(self, asked: Visitor, prompt: Prompt) -> None:
        self._asked = asked
        self._prompt = prompt
        self.made: list[Mistake] = []

    async def _make(
        self,
        what: str,
        request: Message,
        reason: str,
        rule: str,
        *,
        by: Visitor | None = None,
        token: str | None = None,
        field: str = "",
    ) -> None:
        caller = by or self._asked
        call = request.DESCRIPTOR.name.removesuffix("Request")
        answer = await caller.try_call(call, request, token=token)
        known = token is None and bool(caller.seat)
        self.made.append(
            Mistake(
                what=what, call=call, request=request, reason=reason, rule=rule, answer=answer, known=known, field=field
            )
        )

    async def of_token(self, spectator: Visitor) -> None:
        """Show no token, a wrong one, and that of somebody who only watches."""
        answer = self._asked.answer(self._prompt)
        await self._make("no token", answer, "SEAT_TOKEN_MISSING", "S-TOKEN-01", token="")
        await self._make("a token that never was", answer, "SEAT_TOKEN_INVALID", "S-TOKEN-02", token="A" * 43)
        await self._make("a spectator answers", answer, "NOT_YOUR_SEAT", "S-TOKEN-03", by=spectator)

    async def of_turn(self, other: Visitor) -> None:
        """Answer for somebody else, and what was never asked."""
        await self._make("not its turn", other.answer(self._prompt), "NOT_YOUR_TURN", "S-TURN-01", by=other)
        nothing = self._asked.request("Answer", prompt_id=NO_PROMPT, choice_ids=[1])
        await self._make("a prompt that never was", nothing, "STALE_PROMPT", "S-STALE-01")

    async def of_content(self) -> None:
        """Send what is not offered, not asked, or not all there."""
        asked, prompt = self._asked, self._prompt
        first = prompt.choices[0].choice_id
        several = [choice.choice_id for choice in prompt.choices[: prompt.max_picks + 1]]
        for what, ids in (
            ("an id that is not offered", [NO_CHOICE]),
            ("an id twice", [first] * 2),
            ("too many", several),
        ):
            await self._make(what, asked.answer(prompt, *ids), "CHOICES_INVALID", "S-CHOICE-01")
        card = Card(suit=SUIT_HEARTS, rank=5, copy=1)
        play = asked.request("Play", prompt_id=prompt.prompt_id, card=card)
        await self._make("a card where a bid is asked", play, "WRONG_PHASE", "S-PHASE-01")
        id_ = prompt.prompt_id
        no_bid = asked.request("Bid", prompt_id=id_, bid=Bid())
        await self._make("a bid that is none", no_bid, "FIELD_INVALID", "S-FIELD-01", field="bid")
        no_id = asked.request("Answer", request_id="", prompt_id=id_, choice_ids=[first])
        await self._make("no request id", no_id, "FIELD_INVALID", "S-FIELD-01", field="request_id")
        no_suit = asked.request("Play", prompt_id=id_, card=Card(rank=5, copy=1))
        await self._make("a card without a suit", no_suit, "FIELD_INVALID", "S-FIELD-02", field="card")
        no_scope = asked.request("Say", text="hi")
        await self._make("a scope that is not set", no_scope, "FIELD_INVALID", "S-FIELD-02", field="scope")

    async def of_repeating(self) -> None:
        """Answer, answer again, and say something else under the same request id."""
        asked, prompt, id_ = self._asked, self._prompt, "kit-bid-1"
        await asked.call("Answer", asked.answer(prompt, request_id=id_))
        await self._make(TAKEN, asked.answer(prompt), "STALE_PROMPT", "S-STALE-01")
        other = asked.answer(prompt, prompt.choices[-1].choice_id, request_id=id_)
        await self._make("a request id with another content", other, "REQUEST_ID_REUSED", "S-IDEM-02")


def transcript(mistakes: Sequence[Mistake]) -> str:
    """Return *mistakes* as the table that stands in docs/protocol.md."""
    rows = ["| mistake | call | code | message | allowed now |", "|---|---|---|---|---|"]
    for mistake in mistakes:
        answer = mistake.answer
        assert isinstance(answer, Refusal), f"{mistake.what} was carried out"
        call = f"`{mistake.call}` `{_written(mistake.request)}`"
        rows.append(f"| {mistake.what} | {call} | {answer.code.name} | `{answer.message}` | {_allowed(answer)} |")
    return "\n".join(rows)


def _written(request: Message) -> str:
    """Return what matters of *request*; ids that differ each time are left out."""
    copy = type(request)()
    copy.CopyFrom(request)
    for field in ("table_id", "request_id"):
        copy.ClearField(field)
    return json_format.MessageToJson(copy, indent=None)


def _allowed(answer: Refusal) -> str:
    if answer.rejection is None:
        return "not told: whose call it is is not known" if answer.reason.startswith("SEAT_TOKEN") else "not told"
    prompts = answer.rejection.open_prompts
    if not prompts:
        return "nothing is asked of this seat"
    labels = (f"{choice.choice_id} {choice.label}" for choice in prompts[0].choices[:3])
    return f"prompt {prompts[0].prompt_id}: {', '.join(labels)} ..."
