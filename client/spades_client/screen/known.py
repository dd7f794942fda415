"""What the screen knows from moment to moment: the stream's updates go in, a record for the next frame comes out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from spades.v1.snapshot_pb2 import Trick
from spades.v1.table_service_pb2 import GetTipResponse
from spades_client import texts as prose
from spades_client.calls import Pace
from spades_client.connection import Connection
from spades_client.line_view import View
from spades_client.screen.cells import tame
from spades_client.screen.deal import Deal
from spades_client.screen.events import LOG_LINES, LOUD, chat_so_far, finished_trick, newcomers_so_far, told
from spades_client.screen.look import ScreenStyle
from spades_client.screen.table_view import LogLine, TableView
from spades_client.screen.ui_state import UiState
from spades_client.verify_evidence import Evidence, met
from spades_client.watch import Link, LinkChanged, Update


class Known:
    """The table as it is known now. Mutable: updates come in."""

    def __init__(self, *, place: str, pace: Pace) -> None:
        self._pace = pace
        self._view = TableView(place=place, keeps_seat=False)
        self._prompts = View(pace=pace, clock_offset=0.0)
        self._evidence = Evidence()
        self._link_since = 0.0

    def now(self) -> TableView:
        """Return what is known at this moment."""
        lost = self._pace.now() - self._link_since if self._view.link is Link.LOST else 0.0
        return replace(
            self._view,
            snapshot=self._prompts.snapshot,
            mine=tuple(self._prompts.open_prompts()),
            left=self._prompts.left(),
            lost_for=lost,
        )

    def meet(self, connection: Connection, *, keeps_seat: bool, invites: Iterable[str]) -> None:
        """Take in what a server says of itself, whether it keeps seats, and what friends must type to come there."""
        info = connection.info
        self._prompts = View(pace=connection.pace, clock_offset=connection.clock_offset)
        self._view = replace(
            self._view,
            server=tame(info.name).strip() or connection.address.place,
            capabilities=frozenset(info.capabilities),
            phrases={phrase.phrase_id: tame(phrase.text) for phrase in info.phrases},
            options=tuple(info.options),
            keeps_seat=keeps_seat,
            levels=tuple(info.house_levels),
            invites=tuple(map(tame, invites)),
        )

    def take(self, update: Update, ui: UiState) -> tuple[Trick | None, bool]:
        """Take in an update; return the trick that it has just finished, and whether it brought something loud."""
        before = self._prompts.snapshot
        style = ScreenStyle(look=ui.look, phrases=self._view.phrases, muted=ui.muted, chat=ui.settings.chat, short=True)
        self._prompts.update(update)
        if update.batch is None:
            self._evidence = met(self._evidence, update.snapshot)
            if not before.table_id:
                self.note(*chat_so_far(update.snapshot, style), *newcomers_so_far(update.snapshot))
            return None, False
        lines, self._evidence = told(before, update.batch, self._evidence, style)
        self.note(*lines)
        loud = any(line.kind in LOUD for line in lines)
        return finished_trick(update.batch, update.snapshot) if update.live else None, loud

    def take_link(self, changed: LinkChanged) -> bool:
        """Take in that the link came or went; tell whether it is back after a loss."""
        back = changed.link is Link.CONNECTED and self._view.link is Link.LOST
        self._view = replace(self._view, link=changed.link)
        self._link_since = changed.since
        if back or changed.link is Link.LOST:
            self.note(LogLine(text=prose.LINK_BACK if back else prose.LINK_LOST))
        return back

    def advise(self, prompt_id: int, tip: GetTipResponse) -> None:
        """Take in what is suggested for a prompt."""
        self._view = replace(self._view, tip=tip, tip_for=prompt_id)

    def set_answered(self, prompt_id: int) -> None:
        """Note that a prompt wants no answer any more: the event that says so may still be on its way."""
        self._prompts.set_answered(prompt_id)

    def hold(self, trick: Trick | None) -> bool:
        """Keep a finished trick on the table, or take it off; tell whether that changes anything."""
        changed = trick is not self._view.held
        self._view = replace(self._view, held=trick)
        return changed

    def deal(self, deal: Deal | None) -> None:
        """Show a picture of a deal, or none."""
        self._view = replace(self._view, deal=deal)

    def note(self, *lines: LogLine) -> None:
        """Write lines into the log."""
        self._view = replace(self._view, log=(self._view.log + lines)[-LOG_LINES:])
