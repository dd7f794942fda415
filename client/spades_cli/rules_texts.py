"""The texts of ``spades rules``, in English; names of presets and options, and sources, stay as they are."""

from spades_client.forms import Plural
from spades_client.language import follow

PLAYERS_ALLOWED = "--players {typed}: 2, 3, 4 or 6 is allowed"
PRESETS = "Presets (spades rules PRESET shows the values of one):"
PRESET = "{name} ({players} players)"
OR = "{others} or {last}"
SOURCE = "Source: {source}"
OPTIONS = "Options:"
OPTIONS_CHANGED = Plural(
    one="Options; * marks the {count} that differs from standard:",
    many="Options; * marks the {count} that differ from standard:",
    by="count",
)
OPTION = "{name} = {value}  [{allowed}; default {default}]"
FLAG_ALLOWED = "true or false"
WORDS_ALLOWED = "one of {words}"
NUMBER_ALLOWED = "{least} to {most}"
NUMBER_ALLOWED_OR_OFF = "{least} to {most} or off"

follow(globals())
