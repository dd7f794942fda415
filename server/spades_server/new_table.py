"""A table as it is opened."""

from dataclasses import dataclass

from spades_engine import Rules, new_game
from spades_server.clock import Clock
from spades_server.table import Seat, Settings, Stage, Table
from spades_server.table.names import checked_name
from spades_server.table.presence import CLOSE_SECONDS
from spades_server.tokens import digest

__all__ = ["NewTable", "table_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """What table to open."""

    name: str = ""
    rules: Rules
    preset: str = "standard"
    settings: Settings
    passcode: str = ""
    seed: str = ""
    stays: bool = False
    """It does not close by itself though no game ever starts."""


def table_of(new: NewTable, table_id: str, clock: Clock) -> Table:
    """Return the table that is asked for, with nobody at it."""
    return Table(
        table_id=table_id,
        name=checked_name(new.name) if new.name else "",
        settings=new.settings,
        passcode_hash=digest(new.passcode.encode()) if new.passcode else b"",
        seed=new.seed,
        rules=new.rules,
        preset=new.preset,
        seats=(Seat(),) * new.rules.players,
        host=None,
        stage=Stage.GATHERING,
        sequence=0,
        time=clock.time(),
        prompts=(),
        last_prompt_id=0,
        chat=(),
        game=new_game(new.rules),
        game_number=0,
        game_id="",
        abandoned=False,
        secrets=(),
        dealer_secret=b"",
        nonces=(),
        house_seed=b"",
        stays=new.stays,
        closes_at=None if new.stays else clock.monotonic() + CLOSE_SECONDS,
    )
