"""Whatever a table can be, and whatever can happen there, is read as it was written."""

import dataclasses
import enum
import json
import types
from collections.abc import Iterator
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spades_engine import PRESETS, Rules, rules_of
from spades_server.journal.codec import CodecError, decode, encode
from spades_server.table import Table, TableEvent
from spades_server.table.events import GameAbandoned, HostChanged, Said

EVENTS = get_args(TableEvent)
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(min_value=-(2**108), max_value=2**108),
    float: st.floats(allow_nan=False),
    str: st.text(max_size=5),
    bytes: st.binary(max_size=5),
}


def fields_of(kind: Any) -> dict[str, Any]:
    """Return the declared fields of a record with their types."""
    hints = get_type_hints(kind)
    names = [field.name for field in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else kind._fields
    return {name: hints[name] for name in names}


def records_in(declared: Any) -> Iterator[Any]:
    """Yield every record that a value of the *declared* type may hold."""
    for inner in get_args(declared):
        yield from records_in(inner)
    if dataclasses.is_dataclass(declared) or hasattr(declared, "_fields"):
        yield declared
        for inner in fields_of(declared).values():
            yield from records_in(inner)


def values_of(declared: Any) -> st.SearchStrategy[Any]:
    """Return values of the *declared* type, by what it declares and nothing else."""
    if declared in PLAIN:
        return PLAIN[declared]
    if get_origin(declared) in (Union, types.UnionType):
        return st.one_of([st.none() if kind is types.NoneType else values_of(kind) for kind in get_args(declared)])
    if get_origin(declared) is tuple:
        items = get_args(declared)
        if items[-1] is Ellipsis:
            return st.lists(values_of(items[0]), max_size=2).map(tuple)
        return st.tuples(*map(values_of, items))
    if issubclass(declared, enum.Enum):
        return st.sampled_from(declared)
    return filled(declared)


def filled(kind: Any) -> st.SearchStrategy[Any]:
    """Return records of *kind* with any values: past its checks, which are not what is asked here."""

    def make(values: dict[str, Any]) -> Any:
        if hasattr(kind, "_fields"):
            return kind(**values)
        made = object.__new__(kind)
        for name, value in values.items():
            object.__setattr__(made, name, value)
        return made

    if kind is Rules:
        return st.sampled_from([rules_of(name) for name in PRESETS])
    return st.fixed_dictionaries({name: values_of(hint) for name, hint in fields_of(kind).items()}).map(make)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_read_as_it_was_written(kind: Any) -> None:
    @given(values_of(kind))
    def check(event: Any) -> None:
        assert decode(TableEvent, encode(TableEvent, event)) == event

    check()


@given(values_of(Table))
def test_every_table_is_read_as_it_was_written(table: Table) -> None:
    again = decode(Table, encode(Table, table))
    assert again == table
    assert type(again) is Table


@pytest.mark.parametrize("kind", sorted({*EVENTS, *records_in(Table)}, key=str))
def test_every_declared_field_is_written_by_its_name(kind: Any) -> None:
    """Whatever its values are, of which the tests above draw more."""
    written: list[dict[str, Any]] = []

    @settings(max_examples=10)
    @given(values_of(kind))
    def check(value: Any) -> None:
        written.append(json.loads(encode(kind, value)))

    check()
    for plain in written:
        assert plain.keys() == fields_of(kind).keys()


def test_a_field_that_a_newer_program_wrote_is_named() -> None:
    with pytest.raises(CodecError, match="HostChanged has no 'moved'"):
        decode(TableEvent, '["HostChanged",{"seat":1,"moved":true}]')


def test_an_event_that_a_newer_program_wrote_is_named() -> None:
    with pytest.raises(CodecError, match="TableBurned"):
        decode(TableEvent, '["TableBurned",{}]')


def test_a_field_that_an_older_program_did_not_know_has_its_default_or_is_missed() -> None:
    @dataclasses.dataclass(frozen=True)
    class Older:
        seat: int

    @dataclasses.dataclass(frozen=True)
    class Newer:
        seat: int
        calm: bool = True

    assert decode(Newer, encode(Older, Older(3))) == Newer(3)
    with pytest.raises(CodecError, match="Said lacks name"):
        decode(Said, '{"seat":1,"text":"","phrase_id":0}')


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{}",
        '["HostChanged"]',
        '["HostChanged",{"seat":"1"}]',
        '["HostChanged",{"seat":true}]',
        '["PromptClosed",{"prompt_id":1,"outcome":99}]',
        '["ReadyChanged",{"seat":1,"ready":true,"nonce":"xyz"}]',
        '["BidMade",{"seat":1,"bid":null,"phase":3}]',
    ],
)
def test_what_is_no_event_is_refused_and_never_read_as_one(text: str) -> None:
    with pytest.raises(CodecError):
        decode(TableEvent, text)


def test_a_type_that_the_journal_cannot_keep_is_found_before_anything_is_written() -> None:
    @dataclasses.dataclass(frozen=True)
    class Odd:
        names: set[str]

    with pytest.raises(TypeError, match="set"):
        encode(Odd, Odd(set()))


def test_events_take_little_room() -> None:
    assert encode(TableEvent, HostChanged(None)) == '["HostChanged",{"seat":null}]'
    assert encode(TableEvent, GameAbandoned()) == '["GameAbandoned",{}]'
