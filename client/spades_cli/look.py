"""The player's settings as this run has them, and whether there is a full screen."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from spades_client.line_io import is_terminal
from spades_client.settings import Bell, Colours, Faces, Settings
from spades_client.settings_file import SettingsFile

if TYPE_CHECKING:
    from spades.v1.record_pb2 import GameRecord
    from spades_client.screen import Tips

__all__ = ["PlayersSettings", "add_look_options", "advised", "players_settings", "wants_screen"]


def add_look_options(parser: argparse.ArgumentParser, *, bell: bool) -> None:
    """Add the options that say how the table is shown; *bell*: it rings as the settings say unless it is named."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--line", "--plain", action="store_true", help="play by lines of text, also at a terminal")
    which.add_argument("--full", action="store_true", help="fill the screen, whatever the settings say")
    parser.add_argument(
        "--ascii", action="store_true", help="suits as letters, for terminals that cannot show their signs"
    )
    parser.add_argument(
        "--colours",
        choices=[colours.value for colours in Colours],
        help="colours of the suits (NO_COLOR is heeded; default: your settings)",
    )
    parser.add_argument(
        "--bell",
        nargs="?",
        const=Bell.TURN.value,
        default=None if bell else Bell.OFF.value,
        choices=[bell.value for bell in Bell],
        help="when to ring (default: your settings)" if bell else "when to ring (default: off)",
    )
    parser.add_argument("--keys", metavar="FILE", help="a file with keys of your own (default: your settings)")
    parser.add_argument("--no-bell", action="store_const", const=Bell.OFF.value, dest="bell", help="do not ring")


class PlayersSettings:
    """What holds in this run: what the player has kept, and over it what was typed on the command line."""

    def __init__(self, chosen: argparse.Namespace, *, warn: Callable[[str], None]) -> None:
        self._file = SettingsFile(warn=warn)
        self.now: Settings = _with_options(self._file.read(), chosen)

    def keep(self, before: Settings, after: Settings) -> None:
        """Keep what the player has changed, and let it hold."""
        self.now = after
        self._file.keep(before, after)


def players_settings(chosen: argparse.Namespace) -> PlayersSettings:
    """Return the settings of this run; what is wrong with the file is one line on standard error."""
    return PlayersSettings(chosen, warn=lambda text: print(f"spades: {text}", file=sys.stderr))


def _with_options(settings: Settings, chosen: argparse.Namespace) -> Settings:
    return replace(
        settings,
        name=chosen.name or settings.name,
        cards=Faces.LETTERS if chosen.ascii else settings.cards,
        colours=Colours(chosen.colours) if chosen.colours else settings.colours,
        bell=Bell(chosen.bell) if chosen.bell else settings.bell,
        keys=chosen.keys or settings.keys,
    )


def advised(record: GameRecord) -> Tips:
    """Return what gives the tips for the decisions of a record that is looked at."""
    # Only here: the engine and its players load slowly, and few games are looked at again.
    from spades_cli.hindsight import tips_of

    return tips_of(record)


def wants_screen(chosen: argparse.Namespace, settings: Settings) -> bool:
    """Tell whether the table fills the screen: at a terminal, unless lines of text were asked for."""
    if chosen.line or chosen.events or chosen.strict or not is_terminal(sys.stdin, sys.stdout):
        return False
    return bool(chosen.full) or not (settings.line or os.environ.get("SPADES_PLAIN"))
