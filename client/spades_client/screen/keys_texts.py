"""The texts about files of keys, in English: whole sentences with named gaps, as in ``texts``."""

from __future__ import annotations

from spades_client.language import follow

NO_FILE = "there is no file of keys at {path}; the usual keys are used"
NOT_READ = "the keys cannot be read: {path}: {reason}; the usual keys are used"
NO_TOML = '{path} is no TOML, as in: tip = "y"; the usual keys are used'
NOT_USED = "{path} is not used: {fault}"
NO_SUCH_COMMAND = "there is no command {name}; there are {names}"
WANTS_KEYS = "{name} wants a key, or several in brackets"
FORBIDDEN = "{key} cannot be used for {name}: terminals keep it for themselves"
NO_SUCH_KEY = "{key} is no key for {name}; a letter or sign is, and so are {names}"
TYPES_TEXT = "{key} cannot be used for {name}: it types text there"
WANTS_AS_MANY = "{name} wants {count} keys, in the order of {usual}"
NO_PART = "hall is a part of the file: [hall], and below it a line for each command"
CONFLICT = "{key} would be both {one} and {other}"

follow(globals())
