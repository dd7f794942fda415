"""The table form in front of a table that is there: its host changes the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.snapshot_pb2 import Snapshot
from spades_client.errors import LinkLost, Refused
from spades_client.screen import seats_texts
from spades_client.screen.cells import tame
from spades_client.screen.front import Front
from spades_client.screen.hall import texts
from spades_client.screen.hall.binding import OwnDeeds
from spades_client.screen.hall.draw_form import present_form
from spades_client.screen.hall.form import rules_form, rules_of
from spades_client.screen.hall.form_keys import FormWish, press_form
from spades_client.screen.hall.page import Page
from spades_client.table_client import TableClient


async def change_rules(
    table: TableClient,
    snapshot: Snapshot,
    info: GetServerInfoResponse,
    *,
    show: Callable[[Front | None], None],
    changed: Callable[[], None],
    own: OwnDeeds,
) -> str:
    """Let the host fill in the form of the table's rules and send it; return what there is to say then.

    *own*: the player's own keys.
    """
    name = tame(snapshot.table_name).strip() or tame(snapshot.table_id)
    state = replace(rules_form(info, snapshot.rules, table=name), own=own)
    form = Page(state, press=press_form, present=present_form, changed=changed)
    show(form)
    try:
        while await form.wish() is FormWish.SEND:
            form.tell(texts.SENDING)
            try:
                await table.set_rules(rules_of(form.state))
            except Refused as refusal:
                form.put(form.state.refused(refusal.fields, tame(refusal.message).strip()))
            except LinkLost:
                form.tell(texts.NOT_THROUGH)
            else:
                return seats_texts.RULES_SENT
        return ""
    finally:
        show(None)
