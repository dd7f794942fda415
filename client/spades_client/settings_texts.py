"""The texts about settings and keys files, in English: whole sentences with named gaps, as in ``texts``."""

from __future__ import annotations

from spades_client.language import follow

# The files.
IN_FILE_WRONG = "{path}: {name} must be one of these: {allowed}; it is left as usual"
IN_FILE_NO_TEXT = "{path}: {name} must be a text; it is left as usual"
NOT_KEPT = "settings cannot be kept: {path}: {reason}"
NOT_READ = "settings cannot be read: {path}: {reason}"
DAMAGED = "the settings could not be read and were set aside as {aside}"

# The commands.
IS_NOW = "{name} is now {value}: {label}."
IS_NOW_EMPTY = "{name} is now left to the system: {label}."
NO_SUCH = "there is no setting {name}; settings lists them"
WANTS = "{name} is one of these: {allowed}"
SHOWN = "{name}: {value}. {label}."
SHOWN_WITH_CHOICE = "{name}: {value}. {label}; {allowed}."
FROM_THE_NEXT_TIME = "This holds from the next time on."

# What they are, in at most 36 cells.
LABELS = {
    "name": "what you are called at a table",
    "language": "the language of all texts",
    "cards": "suits as signs or letters",
    "colours": "colours of the suits",
    "sort": "order of your cards on the screen",
    "panel": "panel at the side",
    "confirm": "lift a card before it is played",
    "queue": "choose a card before your turn",
    "auto-play": "play the only possible card by itself",
    "auto-play-pause": "seconds before that, at least",
    "trick-pause": "seconds that a finished trick stays",
    "bell": "when the terminal rings",
    "title": "whose turn it is, in the title",
    "desktop-note": "a desktop note on your turn",
    "mouse": "cards can be clicked",
    "tips": "a suggested bid with its reasons",
    "chat": "what is shown of what others say",
    "line": "lines of text, as for a screen reader",
    "line-cards": "cards in words, in lines of text",
    "line-sort": "order of your cards in lines of text",
    "keys": "file with keys of your own",
    "muted": "players who are not heard",
}
TITLE = "SETTINGS"
EMPTY = "(as usual)"
"""The value of a text that was left out."""
HINT_STEP = "{key.value_on} and {key.value_back} change it at once; it is kept when you leave with {key.close}."
HINT_TYPE = "{key.value_on} lets you type it, - for as usual; it is kept when you leave with {key.close}."

follow(globals())
