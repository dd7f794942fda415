"""Options of the full screen, and when there is one."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from spades_client.line_io import is_terminal

if TYPE_CHECKING:
    # Where there is no screen, nothing of it is loaded: a script starts faster without.
    from spades_client.screen import Look

__all__ = ["add_look_options", "look_of", "wants_screen"]


def add_look_options(parser: argparse.ArgumentParser, *, bell: bool) -> None:
    """Add the options that say how the table is shown; *bell*: it rings unless that is switched off."""
    parser.add_argument("--line", action="store_true", help="play by lines of text, also at a terminal")
    parser.add_argument(
        "--ascii", action="store_true", help="suits as letters, for terminals that cannot show their signs"
    )
    parser.add_argument(
        "--colours",
        choices=("four", "two", "none", "contrast"),
        default="four",
        help="colours of the suits (default: four; NO_COLOR is heeded)",
    )
    parser.add_argument(
        "--bell",
        action=argparse.BooleanOptionalAction,
        default=bell,
        help="ring when it is your turn (default: %(default)s)",
    )


def wants_screen(chosen: argparse.Namespace) -> bool:
    """Tell whether the table fills the screen: at a terminal, unless lines of text were asked for."""
    lines = chosen.line or chosen.events or chosen.strict
    return not lines and is_terminal(sys.stdin, sys.stdout)


def look_of(chosen: argparse.Namespace) -> Look:
    """Return how the table is to look."""
    from spades_client.screen import Colours, Look, needs_letters

    return Look(
        ascii=chosen.ascii or needs_letters(sys.stdout.encoding), colours=Colours(chosen.colours), bell=chosen.bell
    )
