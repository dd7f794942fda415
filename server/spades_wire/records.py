"""Records of games as text: the canonical JSON, JSON lines, and back.

The canonical JSON of a record is protobuf's JSON with the field names of the files, keys sorted, no spaces, on one
line of ASCII; equal records give equal text. As JSON lines there is one line for each hand: every line is itself a
``GameRecord`` with one hand, and the record is what protobuf's merge makes of all lines in order. The first line has
everything else besides; the others repeat only ``format`` and ``game_id``, so that lines of two games are not mixed.
"""

import json
from collections.abc import Iterable

from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

from spades.v1 import record_pb2
from spades_wire.record_faults import RecordError

__all__ = ["FORMAT", "check_format", "read_record", "record_json", "record_lines"]

FORMAT = 1
"""The version of the format that is written here, and the newest that can be read."""


def record_json(record: record_pb2.GameRecord) -> str:
    """Return the canonical JSON of *record*: one line without its end."""
    message = MessageToDict(record, preserving_proto_field_name=True)
    return json.dumps(message, sort_keys=True, separators=(",", ":"))


def record_lines(record: record_pb2.GameRecord) -> list[str]:
    """Return *record* as JSON lines, one for each hand; one line also where no hand is finished."""
    first = record_pb2.GameRecord()
    first.CopyFrom(record)
    del first.hands[1:]
    others = (
        record_pb2.GameRecord(format=record.format, game_id=record.game_id, hands=[hand]) for hand in record.hands[1:]
    )
    return [record_json(line) for line in (first, *others)]


def read_record(text: str) -> record_pb2.GameRecord:
    """Return the record that *text* is the JSON or the JSON lines of; whether it is sound, ``verify`` says.

    Raises:
        RecordError: *text* is neither, or its format is newer than this program.
    """
    if not text.strip():
        raise RecordError("record", "the text is empty")
    try:
        return _record_of(json.loads(text), "record")
    except ValueError as error:
        if isinstance(error, RecordError):
            raise
        lines = [line for line in text.split("\n") if line.strip()]
        if len(lines) == 1 or not _is_json(lines[0]):
            raise RecordError("record", f"this is not JSON: {error}") from error
    except RecursionError:
        raise RecordError("record", "this is no record: it is nested too deeply") from None
    return _merged(lines)


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _merged(lines: Iterable[str]) -> record_pb2.GameRecord:
    record = record_pb2.GameRecord()
    for number, line in enumerate(lines, 1):
        try:
            one = _record_of(json.loads(line), f"line {number}")
        except (ValueError, RecursionError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(f"line {number}", f"this is not JSON: {error}") from error
        if number > 1 and one.game_id != record.game_id:
            raise RecordError(f"line {number}", "game_id: the line belongs to another game than the first")
        if number > 1 and (len(one.hands) != 1 or {field.name for field, _ in one.ListFields()} - _REPEATED):
            raise RecordError(f"line {number}", "one hand is to stand here, and only the first line has more")
        record.MergeFrom(one)
    return record


_REPEATED = {"format", "game_id", "hands"}
"""What lines after the first may hold."""


def _record_of(value: object, place: str) -> record_pb2.GameRecord:
    if not isinstance(value, dict):
        raise RecordError(place, "a JSON object is to stand here")
    # Before its fields are looked at: those of a newer format may be unknown, and that would be the wrong complaint.
    check_format(value.get("format"), place)
    try:
        return ParseDict(value, record_pb2.GameRecord())
    except (ParseError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise RecordError(place, f"this is no record: {error}") from error


def check_format(found: object, place: str = "record") -> None:
    """Refuse a format that is missing, unknown, or newer than this program."""
    if isinstance(found, int) and found > FORMAT:
        raise RecordError(place, f"format {found} is newer than this program, which reads up to {FORMAT}")
    if found is True or found != FORMAT:
        shown = "missing" if found in (None, 0) else str(found)[:20]
        raise RecordError(place, f"format: {shown}; {FORMAT} is allowed")
