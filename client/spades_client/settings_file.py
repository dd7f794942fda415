"""The settings on disk: one TOML file, for its owner's eyes only, there whole or not at all."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tomli_w

from spades_client import settings_texts as texts
from spades_client.saved_seats import config_folder
from spades_client.settings import SETTINGS, Settings
from spades_client.settings_values import allowed, from_plain, to_plain, value_of
from spades_client.whole_file import write_whole

FILE_NAME = "settings.toml"


def saved_language(folder: Path | None = None) -> str:
    """Return the language kept, so that whatever is said at the start is said in it; empty where there is none."""
    try:
        values = tomllib.loads(((folder or config_folder()) / FILE_NAME).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return ""  # whoever reads the settings tells what is wrong with them
    return str(values.get("language", ""))


class SettingsFile:
    """The file in one folder. Mutable: it tells each thing that is wrong once."""

    def __init__(self, folder: Path | None = None, *, warn: Callable[[str], None] = lambda text: None) -> None:
        self.path = (folder or config_folder()) / FILE_NAME
        self._warn = warn
        self._told: set[str] = set()

    def read(self) -> Settings:
        """Return the settings kept, defaults where there are none; a damaged file is set aside with a warning."""
        settings, wrong = from_plain(self._values() or {})
        for one in wrong:
            form = texts.IN_FILE_WRONG if allowed(one) else texts.IN_FILE_NO_TEXT
            self._tell(form.format(path=self.path, name=one.name, allowed=allowed(one)))
        return settings

    def keep(self, before: Settings, after: Settings) -> None:
        """Write what differs between *before* and *after* over what the file holds now; where that fails, warn once.

        Another client may have changed other settings meanwhile, and a newer one may know more of them: those stay.
        """
        changed = [one for one in SETTINGS if value_of(before, one) != value_of(after, one)]
        if not changed:
            return
        values = self._values()
        if values is None:
            return  # what cannot be read must not be written over
        values.update({one.name: to_plain(after, one) for one in changed})
        try:
            write_whole(self.path, tomli_w.dumps(values))
        except OSError as error:
            self._tell(texts.NOT_KEPT.format(path=self.path, reason=error.strerror))

    def _values(self) -> dict[str, Any] | None:  # Any: whatever TOML can hold
        """Return what the file holds; None where it cannot be read."""
        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8-sig"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            self._tell(texts.NOT_READ.format(path=self.path, reason=error.strerror))
            return None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
            return {} if self._set_aside() else None

    def _set_aside(self) -> bool:
        aside = self.path.with_suffix(".damaged")
        try:
            os.replace(self.path, aside)
        except OSError as error:
            self._tell(texts.NOT_READ.format(path=self.path, reason=error.strerror))
            return False
        self._tell(texts.DAMAGED.format(aside=aside))
        return True

    def _tell(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._warn(sentence)
