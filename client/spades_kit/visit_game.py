"""A hand played by its defaults, seen from every seat and from outside: what each viewer was told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import grpc
from google.protobuf.message import Message

from spades.v1.cards_pb2 import Card
from spades.v1.event_pb2 import Event
from spades.v1.prompt_pb2 import Prompt
from spades.v1.snapshot_pb2 import Snapshot
from spades.v1.table_service_pb2 import GOODBYE_REASON_SUPERSEDED
from spades_kit.reading import CannotRead
from spades_kit.visit import Visit
from spades_kit.visit_table import say
from spades_kit.visitor import ServerFailed, Stream, Visitor

COMPARED_EVERY = 17
"""Answers between two comparisons of a view with the server's."""
MOST_ANSWERS = 500
"""A hand of four takes 56."""
_PUBLIC = ("pack", "dealer_drawn")
"""Fields whose cards say nothing about who holds what."""


async def the_links(visit: Visit) -> None:
    """Break a stream, go on after it, from elsewhere, and twice; a spectator does, whom nobody waits for."""
    eye, host = visit.spectator, visit.seats[0]
    assert eye is not None, "the visitors sit"
    earlier = visit.main_streams[-1]
    later = await eye.watch()
    await earlier.until(lambda: earlier.code is not None)
    said = earlier.items[-1].goodbye.reason == GOODBYE_REASON_SUPERSEDED
    visit.judge(
        "S-SUPERSEDED-01",
        said and earlier.code is grpc.StatusCode.ABORTED,
        f"the earlier stream ended with {earlier.code} and {earlier.items[-1].WhichOneof('item')}",
    )
    await later.end()
    known, epoch = later.sequence, later.items[-1].epoch
    for number in range(3):
        last = await host.call("Say", say(host, f"Missed {number}."))
    reader = visit.main_streams[0]
    if not await reader.reached(int(getattr(last, "sequence", 0))):
        raise ServerFailed("the events of Say did not come")
    resumed = await eye.watch(after=known, epoch=epoch)
    missed = [_extent(batch) for batch in reader.batches if batch.first_sequence > known]
    got = [_extent(batch) for batch in resumed.batches]
    right = resumed.snapshot is None and got[: len(missed)] == missed
    visit.judge("S-RESUME-01", right, f"after {known} came {got[:4]} and not {missed[:4]}")
    for what, after, other in (("another epoch", known, f"{epoch}-not"), ("a sequence to come", known + 10_000, epoch)):
        stream = await eye.watch(after=after, epoch=other)
        visit.judge("S-RESUME-02", stream.items[0].HasField("snapshot"), f"{what} got no snapshot")
    visit.main_streams[-1] = eye.streams[-1]


def _extent(batch: Message) -> tuple[int, int]:
    return batch.first_sequence, len(batch.events)  # type: ignore[attr-defined]  # it is a batch


async def the_hand(visit: Visit) -> None:
    """Answer everything by its default until the hand has ended, and look now and then whether all views agree."""
    views = [_View(visit, stream) for stream in visit.main_streams]
    await _compare(visit, views)
    answers, sequence = 0, 0
    while not any(view.has_ended for view in views):
        for view in views:
            await view.take(sequence)
        asked = _asked(visit.seats, views)
        if asked is None:
            sequence = views[0].stream.sequence + 1
            if not await views[0].stream.reached(sequence):
                raise ServerFailed("the hand stands still: nobody is asked and nothing happens")
            continue
        visitor, prompt = asked
        _judge_prompt(visit, prompt)
        answer = await visitor.try_call("Answer", visitor.answer(prompt))
        if not visit.judge("S-PROMPT-02", hasattr(answer, "sequence"), f"prompt {prompt.prompt_id}: {answer}"):
            return
        sequence = int(getattr(answer, "sequence", 0))
        answers += 1
        if answers > MOST_ANSWERS:
            raise ServerFailed(f"{answers} answers, and the hand has not ended")
        if answers % COMPARED_EVERY == 0:
            for view in views:
                await view.take(sequence)
            await _compare(visit, views)
    await _compare(visit, views)


class _View:
    """What one viewer makes of its stream. Mutable: it folds what comes."""

    def __init__(self, visit: Visit, stream: Stream) -> None:
        self._visit = visit
        self.stream = stream
        found = stream.snapshot
        if found is None:
            raise ServerFailed("a stream without a cursor began without a snapshot")
        self.snapshot: Snapshot = found
        self._taken = 0
        self.has_ended = False

    async def take(self, sequence: int) -> None:
        """Fold what came up to *sequence* and beyond."""
        if not await self.stream.reached(sequence):
            raise ServerFailed(f"event {sequence} did not come to every viewer")
        for batch in self.stream.batches[self._taken :]:
            try:
                self.snapshot = self._visit.reading.fold(self.snapshot, batch)
            except CannotRead as error:
                self._visit.ledger.breach("S-FOLD-01", str(error))
                raise ServerFailed(f"what was told makes no sense: {error}") from error
            self.has_ended |= any(event.HasField("hand_ended") for event in batch.events)
            self._taken += 1


def _asked(seats: Sequence[Visitor], views: Sequence[_View]) -> tuple[Visitor, Prompt] | None:
    for visitor, view in zip(seats, views, strict=False):
        for prompt in view.snapshot.prompts:
            if prompt.seat == visitor.seat and not prompt.suspended:
                return visitor, prompt
    return None


def _judge_prompt(visit: Visit, prompt: Prompt) -> None:
    ids = [choice.choice_id for choice in prompt.choices]
    default = list(prompt.default_choice_ids)
    fits = ids and min(ids) >= 1 and len(set(ids)) == len(ids) and 0 < prompt.max_picks <= len(ids)
    fits = fits and prompt.min_picks <= prompt.max_picks and set(default) <= set(ids)
    fits = fits and prompt.min_picks <= len(default) <= prompt.max_picks and len(set(default)) == len(default)
    told = f"prompt {prompt.prompt_id} offers {ids}, {prompt.min_picks} to {prompt.max_picks}, default {default}"
    visit.judge("S-PROMPT-01", fits, told)


async def _compare(visit: Visit, views: Sequence[_View]) -> None:
    """Compare what each viewer knows with what the server shows it now."""
    assert visit.spectator is not None, "the visitors sit"
    for visitor, view in zip((*visit.seats, visit.spectator), views, strict=True):
        theirs = await visitor.snapshot()
        await view.take(theirs.sequence)
        if view.snapshot.sequence != theirs.sequence:
            continue  # Something has happened since: the next comparison tells.
        own = visit.reading.view_hash(theirs)
        visit.judge("S-HASH-01", theirs.view_hash == own, f"event {theirs.sequence}: {theirs.view_hash}, not {own}")
        mine = [prompt.prompt_id for prompt in view.snapshot.prompts if prompt.seat == visitor.seat]
        shown = [prompt.prompt_id for prompt in theirs.prompts if prompt.seat == visitor.seat and prompt.choices]
        visit.judge("S-PROMPT-03", mine == shown, f"seat {visitor.seat} owes {mine}, and the snapshot says {shown}")
        wrong = _differences(view.snapshot, theirs)
        visit.judge("S-FOLD-01", not wrong, f"event {theirs.sequence}, seat {visitor.seat}: {', '.join(wrong)} differ")


def _differences(mine: Snapshot, theirs: Snapshot) -> list[str]:
    """Return the fields that differ, but for what counts down and the order of cards; prompts are S-PROMPT-03."""
    one, other = _comparable(mine), _comparable(theirs)
    names = [field.name for field in Snapshot.DESCRIPTOR.fields]
    return [name for name in names if getattr(one, name) != getattr(other, name)]


def _comparable(snapshot: Snapshot) -> Snapshot:
    copy = Snapshot()
    copy.CopyFrom(snapshot)
    for name in ("view_hash", "time", "prompts"):
        copy.ClearField(name)
    for held in copy.hand.seats if copy.HasField("hand") else ():
        held.cards.sort(key=_number)
    return copy


def _number(card: Card) -> tuple[int, int, int]:
    return card.suit, card.rank, card.copy


# What everybody was told, when it is over.


def what_was_told(visit: Visit) -> None:
    """Look through everything that came: sequences, epochs, tokens and cards."""
    tokens = [visitor.token.encode() for visitor in visit.visitors if visitor.token]
    for visitor in visit.visitors:
        for stream in visitor.streams:
            _judge_stream(visit, stream)
            raw = b"".join(item.SerializeToString() for item in stream.items)
            visit.judge("S-TOKEN-04", not any(token in raw for token in tokens), "a stream holds a token")
    _judge_kinds(visit)
    _judge_cards(visit)
    host = visit.main_streams[0]
    if not any(event.HasField("hand_ended") for _, event in host.numbered()):
        return visit.ledger.leave("S-DEAL-01", "the hand was not played to its end")
    findings = visit.reading.verify(host.snapshot or Snapshot(), host.batches)
    visit.judge("S-DEAL-01", set(findings) == {"verified"}, f"verifying said {findings}")
    return None


def _judge_stream(visit: Visit, stream: Stream) -> None:
    found = stream.snapshot
    marks = [item.caught_up for item in stream.items if item.HasField("caught_up")]
    if found and marks and marks[0].sequence == found.sequence:
        own = visit.reading.view_hash(found)
        agree = found.view_hash == marks[0].view_hash == own
        visit.judge("S-HASH-01", agree, f"{found.view_hash} and {marks[0].view_hash} are told, and {own} it is")
    kinds = [item.WhichOneof("item") for item in stream.items]
    begins = kinds[:1] == ["snapshot"] or (kinds and kinds[0] in ("batch", "caught_up"))
    before = kinds[: kinds.index("caught_up")] if "caught_up" in kinds else ["nothing"]
    visit.judge("S-STREAM-01", begins and set(before) <= {"snapshot", "batch"}, f"it began with {kinds[:4]}")
    epochs = {item.epoch for item in stream.items}
    visit.judge("S-STREAM-02", epochs == {visit.info.epoch}, f"{sorted(epochs)} came, and {visit.info.epoch!r} is it")
    last = stream.snapshot.sequence if stream.snapshot else None
    for batch in stream.batches:
        names = {event.WhichOneof("kind") for event in batch.events}
        whole = names and not {"hand_started", "hand_ended"} <= names
        visit.judge("S-BATCH-01", whole, f"the batch from {batch.first_sequence} on holds {sorted(map(str, names))}")
        dense = last is None or batch.first_sequence == last + 1
        visit.judge("S-DENSE-01", dense, f"after event {last} came {batch.first_sequence}")
        last = batch.first_sequence + len(batch.events) - 1


def _judge_kinds(visit: Visit) -> None:
    """Compare the kinds of events that the viewers got under each sequence."""
    told: dict[int, str | None] = {}
    for stream in visit.main_streams:
        for sequence, event in stream.numbered():
            kind = event.WhichOneof("kind")
            first = told.setdefault(sequence, kind)
            visit.judge("S-DENSE-02", first == kind, f"event {sequence} is {first} for one and {kind} for another")


def _judge_cards(visit: Visit) -> None:
    owners = _owners(visit)
    for number, stream in enumerate(visit.main_streams, start=1):
        seat = number if number <= len(visit.seats) else 0
        rule = "S-HIDDEN-02" if seat else "S-HIDDEN-01"
        open_cards: set[tuple[int, int, int]] = set()
        for sequence, event in stream.numbered():
            if event.HasField("hand_ended"):
                break
            if event.HasField("card_played"):
                open_cards.add(_number(event.card_played.card))
            seen = {_number(card) for card in _cards_in(event)}
            hidden = {card for card in seen - open_cards if owners.get(card, seat) != seat}
            visit.judge(rule, not hidden, f"event {sequence} shows seat {seat} cards of seat {_first(owners, hidden)}")
            _judge_owner(visit, event, seat, sequence)


def _owners(visit: Visit) -> dict[tuple[int, int, int], int]:
    """Return the seat of each card, as its owner was told."""
    owners: dict[tuple[int, int, int], int] = {}
    for seat, stream in enumerate(visit.main_streams[: len(visit.seats)], start=1):
        for _, event in stream.numbered():
            dealt = event.cards_dealt if event.HasField("cards_dealt") else event.cards_seen
            if dealt.seat == seat:
                owners |= {_number(card): seat for card in dealt.cards}
    return owners


def _first(owners: dict[tuple[int, int, int], int], hidden: set[tuple[int, int, int]]) -> int:
    return min((owners.get(card, 0) for card in hidden), default=0)


def _judge_owner(visit: Visit, event: Event, seat: int, sequence: int) -> None:
    for kind in ("prompt_opened", "prompt_resumed"):
        if event.WhichOneof("kind") == kind:
            prompt = getattr(event, kind).prompt
            told = prompt.choices or prompt.default_choice_ids or prompt.barred
            kept = prompt.seat == seat or not told
            visit.judge("S-HIDDEN-03", kept, f"event {sequence} shows seat {seat} the choices of seat {prompt.seat}")


def _cards_in(message: Message) -> Iterator[Card]:
    """Yield every card in *message* whose place says something."""
    for descriptor, value in message.ListFields():
        if descriptor.name in _PUBLIC:
            continue
        for one in value if descriptor.is_repeated else (value,):
            if isinstance(one, Card):
                yield one
            elif isinstance(one, Message):
                yield from _cards_in(one)
