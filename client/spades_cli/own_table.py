"""The table of ``spades host``: one of an earlier run, or a new one."""

import argparse
import hashlib
import secrets

from spades_cli.options import USUAL_RULES, rules_options
from spades_server import NewTable, RunningServer, Settings
from spades_server.table import Stage

__all__ = ["kept_table", "new_table", "open_table"]


def new_table(chosen: argparse.Namespace) -> NewTable:
    """Return the table that the command line asks for."""
    rules, preset, _ = rules_options(chosen)
    settings = Settings(think_seconds=chosen.think, grace_seconds=chosen.grace, house_pace_ms=chosen.pace)
    return NewTable(rules=rules, preset=preset, settings=settings, seed=chosen.seed, stays=True)


def kept_table(server: RunningServer, chosen: argparse.Namespace, new: NewTable) -> str:
    """Return the newest table of an earlier run that this one is to go on with; empty if there is none.

    A game goes on there, or people sit there: by the rules that were asked for, or if none were, at a server's own
    table by any rules. So an evening goes on by the command that moved it, whatever it was begun with.
    """
    if chosen.private:
        return ""
    in_use = [
        table
        for table in server.lobby.tables()
        if table.stage is Stage.PLAYING or any(seat.is_owned for seat in table.seats)
    ]
    names_rules = (chosen.rules, chosen.players, chosen.set, chosen.seed) != (USUAL_RULES, None, [], "")
    own = [table for table in in_use if table.stays and not names_rules]
    alike = [table for table in in_use if (table.rules, table.seed) == (new.rules, new.seed)]
    return next((table.table_id for table in (*own, *alike)), "")


async def open_table(server: RunningServer, new: NewTable) -> str:
    """Open the server's own table and return its id: that of an earlier one at which nothing has ever happened."""
    for table in server.lobby.tables():
        if table.stays and not table.sequence:
            await server.lobby.open_anew(table.table_id, new)
            return table.table_id
    request_id = secrets.token_urlsafe(16)
    return await server.lobby.create(request_id, hashlib.sha256(request_id.encode()).digest(), new)
