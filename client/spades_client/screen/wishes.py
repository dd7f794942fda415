"""What a reader wishes for at every table, settings, language and keys, and what of it is kept for the next run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from spades_client import texts as prose
from spades_client.language import LANGUAGES, current, use, wanted
from spades_client.screen.own_keys import OwnKeys
from spades_client.screen.ui_state import UiState
from spades_client.settings import Language, Settings

if TYPE_CHECKING:
    from spades_client.screen.hall.binding import OwnDeeds

ReadKeys: TypeAlias = Callable[[str], tuple[OwnKeys, list[str]]]
"""Reads the file of keys that the setting names, and tells what is wrong with it."""


class Wishes:
    """Keeps what was changed since *settings* were read. Mutable: it knows what is kept already.

    *keep*: given what the settings were and what they are now.
    """

    def __init__(self, settings: Settings, *, keep: Callable[[Settings, Settings], None], read_keys: ReadKeys) -> None:
        self._kept = settings
        self._keep = keep
        self._read_keys = read_keys
        self.hall: OwnDeeds = {}
        """The reader's own keys before a table."""

    def with_keys(self, ui: UiState) -> tuple[UiState, list[str]]:
        """Return the state with the keys of the reader's file in force, and what is wrong with it."""
        keys, faults = self._read_keys(ui.settings.keys)
        self.hall = keys.hall
        return replace(ui, bindings=keys.table, note=faults[0] if faults else ui.note), faults

    def kept(self, ui: UiState) -> tuple[UiState, list[str]]:
        """Keep what was changed; return as ``with_keys``, where that was the file of keys."""
        before, self._kept = self._kept, ui.settings
        self._keep(before, self._kept)
        return self.with_keys(ui) if before.keys != self._kept.keys else (ui, [])


def in_next_language(ui: UiState) -> UiState:
    """Put everything into the language after the one in use."""
    codes = list(LANGUAGES)
    code = codes[(codes.index(current()) + 1) % len(codes)]
    return in_its_language(ui.wishing(language=Language(code)))


def in_its_language(ui: UiState) -> UiState:
    """Put everything into the language that was chosen; what is in the log stays as it was told."""
    use(wanted(saved=ui.settings.language.value))
    return replace(ui, note=prose.SPEAKS)
