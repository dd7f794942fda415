"""A record as people read it: the rules, the seats, each hand with its deal, auction, play and six lines, the result.

Made for sound records; cards are written as ``KH``, seats as their numbers, and names lose what no terminal should
get from a stranger's file.
"""

from collections.abc import Iterator
from datetime import UTC

from google.protobuf.timestamp_pb2 import Timestamp

from spades.v1 import record_pb2, snapshot_pb2
from spades_engine import OPTIONS, Rules, format_card, rules_of
from spades_wire.record_hand_text import hand_lines
from spades_wire.record_verify import dealer_draw
from spades_wire.rules_messages import rules_from_message

__all__ = ["record_text"]

_KINDS: dict[int, str] = {
    snapshot_pb2.SEAT_KIND_EMPTY: "empty",
    snapshot_pb2.SEAT_KIND_PERSON: "person",
    snapshot_pb2.SEAT_KIND_BOT: "bot",
    snapshot_pb2.SEAT_KIND_HOUSE: "computer player",
}
_REASONS: dict[int, str] = {
    snapshot_pb2.GAME_END_REASON_TARGET: "the target was reached",
    snapshot_pb2.GAME_END_REASON_FLOOR: "a side fell to the losing score",
    snapshot_pb2.GAME_END_REASON_HAND_LIMIT: "the agreed number of hands was played",
    snapshot_pb2.GAME_END_REASON_SET_LIMIT: "a side was set too often",
    snapshot_pb2.GAME_END_REASON_ALL_TRICKS: "every trick was bid and taken",
    snapshot_pb2.GAME_END_REASON_ABANDONED: "the table was given up",
}


def record_text(record: record_pb2.GameRecord) -> str:
    """Return a sound *record* as lines of text, the last one ended too."""
    rules, preset = rules_from_message(record.rules)
    lines = [*_head(record, rules, preset), ""]
    for hand in record.hands:
        lines += [*hand_lines(hand, rules), ""]
    lines.append(_result(record))
    return "\n".join(lines) + "\n"


def _clean(text: str) -> str:
    """Return *text* without control and formatting characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _head(record: record_pb2.GameRecord, rules: Rules, preset: str) -> Iterator[str]:
    yield f"Game {_clean(record.game_id) or 'without an id'}{_times(record)}"
    yield f"Rules: {_clean(preset)}, {rules.players} players"
    yield from (f"  {change}" for change in _changes(rules, preset))
    if record.seeded:
        yield "Deals: from a code that somebody chose; what was dealt cannot be verified"
    else:
        yield "Deals: fair; each follows from a secret committed to before it and from the seats' nonces"
    for seat in record.seats:
        kind = _KINDS.get(seat.kind, "unknown")
        level = f" {_clean(seat.level)}" if seat.level else ""
        yield f"Seat {seat.seat}: {_clean(seat.name) or 'nobody'}, {kind}{level}, side {seat.side}"
    drawn = dealer_draw(record, rules)
    if drawn is not None and drawn.draws:
        cards = ", ".join(f"seat {seat + 1} {format_card(card)}" for seat, card in drawn.draws)
        yield f"Draw for dealer: {cards}; seat {drawn.dealer + 1} deals"
    elif drawn is not None:
        yield f"Draw for dealer: seat {drawn.dealer + 1} deals"


def _times(record: record_pb2.GameRecord) -> str:
    began = f", began {_time(record.started)}" if record.HasField("started") else ""
    return began + (f", ended {_time(record.ended)}" if record.HasField("ended") else "")


def _time(stamp: Timestamp) -> str:
    try:
        return stamp.ToDatetime(tzinfo=UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (ValueError, OverflowError):
        return "at no known time"


def _changes(rules: Rules, preset: str) -> Iterator[str]:
    """Yield the options that are not as in the preset."""
    usual = rules_of(preset, players=rules.players)
    for option in OPTIONS:
        value = getattr(rules, option.name)
        if value != getattr(usual, option.name):
            yield f"{option.name} = {'off' if value is None else str(value).lower()}"


def _result(record: record_pb2.GameRecord) -> str:
    if not record.HasField("result"):
        return "The game goes on."
    result = record.result
    won = f"side {result.winner_side} won" if result.winner_side else "nobody won"
    code = f" The code of this game was {_clean(result.seed)}." if result.seed else ""
    return f"Result: {won}; {_REASONS.get(result.reason, 'for a reason unknown here')}.{code}"
