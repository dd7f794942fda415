"""How line mode tells what happens: in prose for people, or as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Protocol

from google.protobuf.json_format import MessageToDict

from spades.v1.cards_pb2 import Card
from spades.v1.event_pb2 import Batch
from spades.v1.snapshot_pb2 import SEAT_KIND_HOUSE, Snapshot
from spades_client import texts
from spades_client.clean import clean
from spades_client.errors import Refused
from spades_client.fold_prompts import TURN_KINDS
from spades_client.line_io import Writer
from spades_client.line_view import View
from spades_client.prose import batch_lines
from spades_client.prose_deal import verdict_line
from spades_client.prose_prompt import prompt_line, waiting_line
from spades_client.prose_show import table_lines
from spades_client.prose_style import Style
from spades_client.reasons import why_refused
from spades_client.verify_deal import judge
from spades_client.verify_evidence import Evidence, learned, met
from spades_client.watch import Ended, Link, Update


class Teller(Protocol):
    """Tells one reader what happens."""

    style: Style

    def update(self, before: Snapshot, update: Update) -> None:
        """Tell what an update brought."""

    def link(self, link: Link) -> None:
        """Tell that the link was lost, or is back."""

    def turn(self, view: View) -> None:
        """Tell whose turn it is, once for each prompt."""

    def ask_again(self, prompt_id: int) -> None:
        """Let the next ``turn`` tell that prompt again."""

    def say(self, lines: Iterable[str]) -> None:
        """Tell these lines, an answer to a question."""

    def refuse(self, reason: str, refusal: Refused | None = None) -> None:
        """Tell that a command was refused."""

    def end(self, ended: Ended) -> None:
        """Tell why there is nothing left to watch."""


class ProseTeller:
    """Tells in sentences. Mutable: it remembers which prompts it has told, and how cards are to be written."""

    def __init__(self, writer: Writer, style: Style) -> None:
        self.style = style
        self._writer = writer
        self._told: set[int] = set()
        self._evidence = Evidence()

    def update(self, before: Snapshot, update: Update) -> None:
        """Tell each event, or the whole table where it was found anew."""
        if update.batch is None:
            self._told.clear()
            self._evidence = met(self._evidence, update.snapshot)
            self.say(table_lines(update.snapshot, self.style))
        else:
            self.say(batch_lines(before, update.batch, self.style))
            self._verify(update.snapshot, update.batch)

    def _verify(self, after: Snapshot, batch: Batch) -> None:
        """Tell after each hand whether it was dealt as promised: in silence nobody could tell who never looked."""
        for event in batch.events:
            self._evidence = learned(self._evidence, event, after.your_seat)
            if event.HasField("hand_ended"):
                self.say([verdict_line(judge(self._evidence, after, event.hand_ended))])

    def link(self, link: Link) -> None:
        """Tell that the link was lost, or is back."""
        if link is Link.CONNECTED:
            self._told.clear()  # what was asked before the link was lost is asked again
        self.say([texts.LINK_BACK if link is Link.CONNECTED else texts.LINK_LOST])

    def turn(self, view: View) -> None:
        """Tell the reader's open decisions, and for whom the table waits: people and bots, not house players.

        House players answer at once; a line for each of their turns would bury the others. At a paused table nothing
        can be decided: what is open is told when it goes on.
        """
        if view.snapshot.HasField("pause"):
            return
        left = view.left()
        asked = False
        for prompt in view.open_prompts():
            if prompt.prompt_id not in self._told and not prompt.suspended:
                self._told.add(prompt.prompt_id)
                remaining = left.get(prompt.prompt_id)
                self._writer.line(prompt_line(view.snapshot, prompt, remaining, short=self.style.short))
                asked = True
        if asked:
            self._writer.prompt()
        snapshot = view.snapshot
        waited_for = {seat.seat for seat in snapshot.seats if seat.kind != SEAT_KIND_HOUSE and not seat.stood_in}
        for prompt in snapshot.prompts:
            others = prompt.seat in waited_for and prompt.seat != snapshot.your_seat
            if others and prompt.kind in TURN_KINDS and prompt.prompt_id not in self._told:
                self._told.add(prompt.prompt_id)
                self._writer.line(waiting_line(snapshot, prompt, left.get(prompt.prompt_id)))

    def ask_again(self, prompt_id: int) -> None:
        """Let the next ``turn`` tell that prompt again."""
        self._told.discard(prompt_id)

    def say(self, lines: Iterable[str]) -> None:
        """Tell these lines."""
        for line in lines:
            self._writer.line(line)

    def refuse(self, reason: str, refusal: Refused | None = None) -> None:
        """Tell why, and which of the reader's cards oblige."""
        self._writer.line(refusal_line(reason, because(refusal), self.style))

    def end(self, ended: Ended) -> None:
        """Tell why there is nothing left to watch."""
        self._writer.line(end_line(ended))


class EventTeller:
    """Tells in JSON, one object a line, for programs."""

    def __init__(self, writer: Writer, style: Style) -> None:
        self.style = style
        self._writer = writer

    def update(self, before: Snapshot, update: Update) -> None:
        """Tell the batch, or the snapshot where there is none, as protobuf's JSON with the field names of the files."""
        message = update.batch or update.snapshot
        self._tell("batch" if update.batch else "snapshot", MessageToDict(message, preserving_proto_field_name=True))

    def link(self, link: Link) -> None:
        """Tell that the link was lost, or is back."""
        self._tell("link", link.value)

    def turn(self, view: View) -> None:
        """Tell nothing: the prompts are in the batches."""

    def ask_again(self, prompt_id: int) -> None:
        """Tell nothing."""

    def say(self, lines: Iterable[str]) -> None:
        """Tell these lines as a list."""
        self._tell("lines", list(lines))

    def refuse(self, reason: str, refusal: Refused | None = None) -> None:
        """Tell the reason word and the sentence."""
        self._tell("refused", {"reason": refusal.word if refusal else "", "message": reason})

    def end(self, ended: Ended) -> None:
        """Tell why there is nothing left to watch."""
        self._tell("ended", end_line(ended))

    def _tell(self, kind: str, value: object) -> None:
        self._writer.line(json.dumps({kind: value}))


def refusal_line(reason: str, cards: Iterable[Card], style: Style) -> str:
    """Return "refused: ..." with the cards that oblige."""
    sentence = clean(reason).rstrip()
    words = style.cards(cards)
    if not words:
        return texts.REFUSED.format(reason=sentence)
    ended = sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
    return texts.REFUSED_BECAUSE.format(reason=ended, cards=words)


def because(refusal: Refused | None) -> list[Card]:
    """Return the cards that oblige the reader."""
    return list(refusal.rejection.because_cards) if refusal and refusal.rejection else []


def end_line(ended: Ended) -> str:
    """Return why watching ended, as a sentence."""
    if ended.other is not None:
        return clean(str(ended.other))
    if ended.refusal is not None:
        return texts.GOODBYE_REFUSED.format(reason=why_refused(ended.refusal))
    if ended.reason in texts.GOODBYES:
        return texts.GOODBYES[ended.reason]
    return texts.GOODBYE_UNKNOWN
