"""The form of a table: what is chosen, what is shown of it, and what a change makes of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from spades.v1.rules_pb2 import Preset, RuleOption, Rules
from spades.v1.server_service_pb2 import GetServerInfoResponse
from spades.v1.snapshot_pb2 import CHAT_POLICY_FREE, CHAT_POLICY_OFF, CHAT_POLICY_PHRASES, TableSettings
from spades_client import texts as prose
from spades_client.screen.hall import fields as f
from spades_client.screen.hall import texts
from spades_client.screen.hall.fields import Field, Kind, Value
from spades_client.screen.hall.page import PageState
from spades_client.screen.text_line import TextLine


class Purpose(Enum):
    """What the form is for."""

    OPEN = "open"
    """A new table."""
    CHANGE = "change"
    """The rules of a table that is there."""


class Entry(Enum):
    """The lines that can be typed."""

    VALUE = "value"
    SEARCH = "search"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(PageState):
    """The form."""

    purpose: Purpose = Purpose.OPEN
    subject: str = ""
    """The server, or the table whose rules are changed."""
    fields: tuple[Field, ...] = ()
    presets: tuple[Preset, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    """What was chosen, by the name of the line; what is not there is as usual."""
    at: str = f.PRESET
    """The line of the cursor, by its name."""
    search: str = ""
    """Only lines that have this in them are shown; empty: all."""
    only_changed: bool = False
    entry: Entry | None = None
    typed: TextLine = field(default_factory=TextLine)
    errors: Mapping[str, str] = field(default_factory=dict)
    """What the server says against a line, by its name."""
    leaving: bool = False
    """Escape was pressed although something is changed."""

    @property
    def preset(self) -> Preset:
        """The preset that the rules start from."""
        name = self.values.get(f.PRESET, f.PRESET)
        return next((preset for preset in self.presets if preset.name == name), _first(self.presets))

    @property
    def chosen(self) -> Field | None:
        """The line the cursor is on."""
        return next((line for line in self.shown if line.name == self.at), next(iter(self.shown), None))

    @property
    def shown(self) -> tuple[Field, ...]:
        """The lines that are shown now."""
        return tuple(line for line in self.fields if self._fits(line))

    def _fits(self, line: Field) -> bool:
        if self.only_changed and not (self.is_changed(line) or line.name in self.errors):
            return False
        return self.search.lower() in f"{line.label} {line.name} {line.means} {line.group}".lower()

    def line(self, name: str) -> Field | None:
        """Return the line of that name; None: there is none."""
        return next((line for line in self.fields if line.name == name), None)

    def words(self, line: Field) -> tuple[str, ...]:
        """Return the words that a line may be set to."""
        if line.name == f.PLAYERS:
            return tuple(map(str, sorted(self.preset.players)))
        if line.name == f.SEAT:
            return (f.ANY, *(str(seat) for seat in range(1, self.players + 1)))
        return line.words

    @property
    def players(self) -> int:
        """People at the table."""
        line = self.line(f.PLAYERS)
        value = self.value(line) if line is not None else None
        return int(value) if isinstance(value, str) and value.isdecimal() else 0

    def usual(self, line: Field) -> Value:
        """Return what a line is set to as long as nobody changes it."""
        if line.name == f.PLAYERS:
            return next(map(str, self.preset.players), None)  # its own number comes first
        if line.name == f.SEAT:
            return next(iter(self.words(line)), None)
        if line.is_option:
            changed = (option.value for option in self.preset.options if option.name == line.name)
            return next(map(f.value_of, changed), line.usual)
        return line.usual

    def value(self, line: Field) -> Value:
        """Return what a line is set to."""
        return self.values.get(line.name, self.usual(line))

    def is_changed(self, line: Field) -> bool:
        """Tell whether a line is set to something else than usual."""
        return self.value(line) != self.usual(line)

    @property
    def changes(self) -> int:
        """How many lines are changed."""
        return sum(map(self.is_changed, self.fields))

    def put(self, line: Field, value: Value) -> Form:
        """Return the form with a line set to *value*; what the server said against it is forgotten."""
        errors = {name: text for name, text in self.errors.items() if name != line.name}
        form = replace(self, values={**self.values, line.name: value}, errors=errors, note="", leaving=False)
        # The preset says how many may play, and the number of players which seats there are.
        for name in (f.PLAYERS, f.SEAT):
            other = form.line(name)
            if other is not None and str(form.value(other)) not in form.words(other):
                kept = {known: value for known, value in form.values.items() if known != name}
                form = replace(form, values=kept)
        return form

    def refused(self, names: tuple[str, ...], reason: str) -> Form:
        """Return the form with what the server said, on the lines that it named."""
        known = [line for name in names if (line := self.line(_line_name(name))) is not None]
        if not known:
            return self.said(prose.REFUSED.format(reason=reason))
        note = texts.FIELD_REFUSED.format(label=known[0].label, reason=reason)
        errors = {line.name: reason for line in known}
        return replace(self, errors=errors, at=known[0].name, search="", only_changed=False, note=note)


def _first(presets: tuple[Preset, ...]) -> Preset:
    return presets[0] if presets else Preset()


_LINES = {
    "name": f.NAME,
    "passcode": f.PASSCODE,
    "seed": f.SEED,
    "seat": f.SEAT,
    "rules.preset": f.PRESET,
    "preset": f.PRESET,
    "rules.players": f.PLAYERS,
    "players": f.PLAYERS,
    "settings.think_seconds": f.THINK,
    "settings.grace_seconds": f.GRACE,
    "settings.house_pace_ms": f.PACE,
    "settings.continue_seconds": f.SHEET,
    "settings.chat": f.CHAT,
}
"""The lines by the names that the server has for their fields."""


def _line_name(name: str) -> str:
    return _LINES.get(name, name.removeprefix("rules.options[").partition("]")[0])


def new_table_form(info: GetServerInfoResponse, *, server: str) -> Form:
    """Return an empty form of a new table."""
    fields = f.table_fields(info.presets, info.options)
    return Form(purpose=Purpose.OPEN, subject=server, fields=fields, presets=tuple(info.presets))


def rules_form(info: GetServerInfoResponse, rules: Rules, *, table: str) -> Form:
    """Return the form of a table's rules as they are now."""
    fields = f.rule_fields(info.presets, info.options)
    form = Form(purpose=Purpose.CHANGE, subject=table, fields=fields, presets=tuple(info.presets))
    values: dict[str, Value] = {f.PRESET: rules.preset or form.preset.name, f.PLAYERS: str(rules.players)}
    form = replace(form, values=values)
    now = {option.name: f.value_of(option.value) for option in rules.options}
    differing = {
        line.name: now[line.name] for line in fields if line.name in now and now[line.name] != form.usual(line)
    }
    return replace(form, values={**values, **differing})


def rules_of(form: Form) -> Rules:
    """Return the rules that the form asks for: the preset, and what is changed of it."""
    options = [
        RuleOption(name=line.name, value=f.message_of(form.value(line)))
        for line in form.fields
        if line.is_option and form.is_changed(line)
    ]
    return Rules(preset=form.preset.name, players=form.players, options=options)


def settings_of(form: Form) -> TableSettings:
    """Return how the new table is to be run; what nobody has chosen is left to the server."""
    chats = dict(zip(f.CHATS, (CHAT_POLICY_FREE, CHAT_POLICY_PHRASES, CHAT_POLICY_OFF), strict=True))
    return TableSettings(
        think_seconds=_number(form, f.THINK),
        grace_seconds=_number(form, f.GRACE),
        house_pace_ms=_number(form, f.PACE),
        continue_seconds=_number(form, f.SHEET),
        chat=chats[str(form.values.get(f.CHAT, f.CHATS[0]))],
        no_tips=form.values.get(f.TIPS, True) is False,
        no_spectators=form.values.get(f.SPECTATORS, True) is False,
        unlisted=form.values.get(f.LISTED, True) is False,
    )


def _number(form: Form, name: str) -> int | None:
    value = form.values.get(name)
    return value if isinstance(value, int) else None


def text_of(form: Form, name: str) -> str:
    """Return what was typed into a line; empty if nothing was."""
    value = form.values.get(name, "")
    return value if isinstance(value, str) else ""


def seat_of(form: Form) -> int:
    """Return the seat that is wished for; 0: any."""
    value = text_of(form, f.SEAT)
    return int(value) if value.isdecimal() else 0


def is_number(line: Field, text: str) -> bool:
    """Tell whether *text* is a number that the line may be set to."""
    digits = text.removeprefix("-")
    # Nine digits at most: a longer text would be refused by Python, in its own words.
    short = digits.isascii() and digits.isdecimal() and len(digits) <= 9
    return short and line.kind is Kind.NUMBER and line.least <= int(text) <= line.most
