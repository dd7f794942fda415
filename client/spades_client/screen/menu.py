"""What the menu offers. Pure."""

from __future__ import annotations

from enum import Enum


class MenuLine(Enum):
    """One line of the menu."""

    BACK = "back"
    HELP = "help"
    SETTINGS = "settings"
    GO = "go"
    """End the client and keep the seat."""
    LEAVE = "leave"
    """Leave the table for good."""


def menu_lines(*, may_return: bool) -> tuple[MenuLine, ...]:
    """Return the lines that make sense: a seat is kept only where there is one, at a server that stays."""
    if may_return:
        return (MenuLine.BACK, MenuLine.HELP, MenuLine.SETTINGS, MenuLine.GO, MenuLine.LEAVE)
    return (MenuLine.BACK, MenuLine.HELP, MenuLine.SETTINGS, MenuLine.LEAVE)
