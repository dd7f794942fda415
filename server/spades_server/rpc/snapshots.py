"""A table as messages: all that a viewer may see of it, and its seats, settings, pause and chat."""

from spades.v1 import snapshot_pb2
from spades_engine import view
from spades_server.rpc.moments import Moment, Viewer
from spades_server.rpc.prompts import prompt_for
from spades_server.table.evolve import CHAT_LINES
from spades_server.table.state import ChatLine, Pause, Presence, SeatKind, Settings, Table
from spades_wire import fill_game, game_result_message, pack_message, rules_message, view_hash

__all__ = ["chat_line", "hidden_line", "pause_message", "seat_message", "settings_message", "snapshot_of"]


def snapshot_of(table: Table, viewer: Viewer, moment: Moment) -> snapshot_pb2.Snapshot:
    """Return all that *viewer* may see of *table*."""
    message = snapshot_pb2.Snapshot(
        sequence=table.sequence,
        table_id=table.table_id,
        table_name=table.name,
        rules=rules_message(table.rules, table.preset),
        pack=pack_message(table.rules),
        seats=[seat_message(table, seat, moment) for seat in range(len(table.seats))],
        host_seat=0 if table.host is None else table.host + 1,
        your_seat=0 if viewer is None else viewer + 1,
        stage=snapshot_pb2.TableStage.ValueType(table.stage),
        game_number=table.game_number,
        game_id=table.game_id,
        seeded=table.is_seeded,
        prompts=[prompt_for(table, prompt, viewer, moment) for prompt in table.prompts],
        chat=[chat_line(line) for line in _heard(table, viewer)],
        settings=settings_message(table.settings),
        has_passcode=bool(table.passcode_hash),
        nonces=table.nonces,
    )
    message.time.FromMilliseconds(round(table.time * 1000))
    if table.next_rules is not None:
        message.next_rules.CopyFrom(rules_message(table.next_rules.rules, table.next_rules.preset))
    if table.pause is not None:
        message.pause.CopyFrom(pause_message(table.pause, moment))
    fill_game(message, view(table.game, viewer))
    if table.abandoned:
        message.game_result.reason = snapshot_pb2.GAME_END_REASON_ABANDONED
    elif table.game.result is not None:
        message.game_result.CopyFrom(game_result_message(table.game.result, table.seed))
    message.view_hash = view_hash(message)
    return message


def seat_message(table: Table, seat: int, moment: Moment | None = None) -> snapshot_pb2.Seat:
    """Return a seat as everybody sees it; without *moment* it does not say when its grace ends."""
    taken = table.seats[seat]
    message = snapshot_pb2.Seat(
        seat=seat + 1,
        side=table.rules.side_of(seat) + 1,
        kind=snapshot_pb2.SeatKind.ValueType(taken.kind),
        name=taken.name,
        level=taken.level,
        presence=snapshot_pb2.Presence.ValueType(taken.presence),
        ready=taken.ready,
        stood_in=taken.stood_in,
    )
    if taken.newcomer is not None:
        message.newcomer.name = taken.newcomer.name
        message.newcomer.is_bot = taken.newcomer.kind is SeatKind.BOT
    if moment is not None and taken.until is not None and taken.presence is Presence.UNRESPONSIVE:
        message.grace_deadline.CopyFrom(moment.stamp(taken.until))
    return message


def pause_message(pause: Pause, moment: Moment) -> snapshot_pb2.Pause:
    """Return why the table stands still, and since when."""
    return snapshot_pb2.Pause(
        seat=0 if pause.seat is None else pause.seat + 1,
        since=moment.stamp(pause.now),
        reason=snapshot_pb2.PauseReason.ValueType(pause.reason),
    )


def settings_message(settings: Settings) -> snapshot_pb2.TableSettings:
    """Return how a table is run."""
    return snapshot_pb2.TableSettings(
        think_seconds=settings.think_seconds,
        grace_seconds=settings.grace_seconds,
        house_pace_ms=settings.house_pace_ms,
        continue_seconds=settings.continue_seconds,
        chat=snapshot_pb2.ChatPolicy.ValueType(settings.chat),
        no_tips=settings.no_tips,
        no_spectators=settings.no_spectators,
        unlisted=settings.unlisted,
    )


def _heard(table: Table, viewer: Viewer) -> list[ChatLine]:
    """Return the last lines that *viewer* may read."""
    return [line for line in table.chat if viewer is None or not line.hidden][-CHAT_LINES:]


def chat_line(line: ChatLine) -> snapshot_pb2.ChatLine:
    """Return a line for a viewer who hears it."""
    message = hidden_line(line)
    message.text, message.phrase_id = line.text, line.phrase_id
    return message


def hidden_line(line: ChatLine) -> snapshot_pb2.ChatLine:
    """Return a line for a viewer who does not hear it: that somebody spoke."""
    return snapshot_pb2.ChatLine(
        sequence=line.sequence,
        seat=0 if line.seat is None else line.seat + 1,
        name=line.name,
        scope=snapshot_pb2.ChatScope.ValueType(line.scope),
    )
