"""What happens at a table as messages: who is told what, and how it is said to them."""

from spades.v1 import event_pb2, snapshot_pb2
from spades_engine import Rules, redact
from spades_engine.events import (
    CardDrawn,
    CardOffered,
    CardsDealt,
    CardsExchanged,
    CardsSeen,
    GameEnded,
    HandEnded,
    Talked,
)
from spades_server.rpc.moments import Moment, Viewer
from spades_server.rpc.prompts import prompt_closed, prompt_for
from spades_server.rpc.snapshots import chat_line, hidden_line, pause_message, seat_message
from spades_server.table.events import (
    ChatOpened,
    GameAbandoned,
    GameStarted,
    HandDealt,
    HostChanged,
    NewcomerGone,
    NewcomerWaits,
    NextRulesChanged,
    PresenceChanged,
    PromptClosed,
    PromptOpened,
    PromptResumed,
    PromptSuspended,
    ReadyChanged,
    RulesChanged,
    Said,
    SeatReclaimed,
    SeatReissued,
    SeatsSwapped,
    SeatStoodIn,
    SeatTaken,
    SeatVacated,
    TableClosed,
    TableClosing,
    TableEvent,
    TablePaused,
    TableResumed,
)
from spades_server.table.state import Table
from spades_wire import event_message, game_result_message, pack_message, rules_message, side_messages

__all__ = ["event_for", "knows_more"]


def knows_more(rules: Rules, event: TableEvent) -> tuple[int, ...]:
    """Return the seats that are not told the same of *event* as the spectators."""
    match event:
        case Said(hidden=True) | ChatOpened():
            return tuple(range(rules.players))
        case PromptOpened():
            return (event.prompt.seat,)
        case CardsDealt() | CardsSeen() | CardOffered() | CardDrawn():
            return (event.seat,)
        case Talked():
            return rules.sides[rules.side_of(event.seat)] if rules.partner_talk_heard_by == "side" else ()
        case CardsExchanged():
            return (event.giver, event.receiver)
        case _:
            return ()


def event_for(table: Table, event: TableEvent, viewer: Viewer, moment: Moment) -> event_pb2.Event:
    """Return *event* as *viewer* may be told it; *table* is the state after it."""
    match event:
        case PromptClosed():
            return prompt_closed(event)
        case PromptSuspended():
            suspended = event_pb2.PromptSuspended(prompt_id=event.prompt_id)
            return event_pb2.Event(prompt_suspended=suspended)
        case PromptResumed():
            again = next(prompt for prompt in table.prompts if prompt.prompt_id == event.prompt_id)
            resumed = event_pb2.PromptResumed(prompt=prompt_for(table, again, None, moment))
            return event_pb2.Event(prompt_resumed=resumed)
        case PromptOpened():
            opened = event_pb2.PromptOpened(prompt=prompt_for(table, event.prompt, viewer, moment))
            return event_pb2.Event(prompt_opened=opened)
        case SeatTaken():
            return event_pb2.Event(seat_taken=event_pb2.SeatTaken(seat=seat_message(table, event.seat, moment)))
        case SeatVacated():
            vacated = event_pb2.SeatVacated(seat=event.seat + 1, reason=event_pb2.LeaveReason.ValueType(event.reason))
            return event_pb2.Event(seat_vacated=vacated)
        case PresenceChanged() | SeatReissued():
            seat = seat_message(table, event.seat, moment)
            changed = event_pb2.PresenceChanged(seat=seat.seat, presence=seat.presence)
            if seat.HasField("grace_deadline"):
                changed.grace_deadline.CopyFrom(seat.grace_deadline)
            return event_pb2.Event(presence_changed=changed)
        case SeatStoodIn():
            return event_pb2.Event(seat_stood_in=event_pb2.SeatStoodIn(seat=event.seat + 1))
        case SeatReclaimed():
            return event_pb2.Event(seat_reclaimed=event_pb2.SeatReclaimed(seat=event.seat + 1))
        case SeatsSwapped():
            swapped = event_pb2.SeatsSwapped(seat=event.seat + 1, other_seat=event.other + 1)
            return event_pb2.Event(seats_swapped=swapped)
        case NewcomerWaits() | NewcomerGone():
            newcomer = seat_message(table, event.seat)
            waits = newcomer.newcomer if newcomer.HasField("newcomer") else None
            return event_pb2.Event(newcomer_changed=event_pb2.NewcomerChanged(seat=newcomer.seat, newcomer=waits))
        case RulesChanged():
            return event_pb2.Event(rules_changed=_rules_changed(table, moment))
        case NextRulesChanged(waiting=waiting):
            later = event_pb2.RulesChanged(from_next_game=True)
            if waiting is not None:
                later.rules.CopyFrom(rules_message(waiting.rules, waiting.preset))
            return event_pb2.Event(rules_changed=later)
        case TablePaused():
            return event_pb2.Event(table_paused=event_pb2.TablePaused(pause=pause_message(event.pause, moment)))
        case TableResumed():
            going_on = dict(event.deadlines)
            resumed_table = event_pb2.TableResumed(
                seat=0 if event.seat is None else event.seat + 1,
                prompts=[prompt_for(table, each, None, moment) for each in table.prompts if each.prompt_id in going_on],
            )
            return event_pb2.Event(table_resumed=resumed_table)
        case TableClosing():
            return event_pb2.Event(table_closing=event_pb2.TableClosing(closes_at=moment.stamp(event.closes_at)))
        case ReadyChanged():
            ready = event_pb2.ReadyChanged(seat=event.seat + 1, ready=event.ready, nonce=event.nonce)
            return event_pb2.Event(ready_changed=ready)
        case HostChanged():
            host = 0 if event.seat is None else event.seat + 1
            return event_pb2.Event(host_changed=event_pb2.HostChanged(seat=host))
        case Said():
            line = table.chat[-1]
            heard = viewer is None or not line.hidden
            return event_pb2.Event(said=event_pb2.Said(line=chat_line(line) if heard else hidden_line(line)))
        case ChatOpened():
            lines = [] if viewer is None else map(chat_line, event.lines)
            return event_pb2.Event(chat_opened=event_pb2.ChatOpened(lines=lines))
        case TableClosed():
            by = 0 if event.seat is None else event.seat + 1
            return event_pb2.Event(table_closed=event_pb2.TableClosed(seat=by))
        case GameAbandoned():
            abandoned = snapshot_pb2.GameResult(reason=snapshot_pb2.GAME_END_REASON_ABANDONED)
            return event_pb2.Event(game_ended=event_pb2.GameEnded(result=abandoned))
        case GameStarted():
            return event_pb2.Event(game_started=_game_started(table))
        case GameEnded():
            return event_pb2.Event(game_ended=event_pb2.GameEnded(result=game_result_message(event.result, table.seed)))
        case HandDealt():
            return event_message(table.game, redact(table.rules, event.started, viewer))
        case HandEnded():
            message = event_message(table.game, event)
            message.hand_ended.secrets.extend(table.secrets)
            return message
        case _:
            return event_message(table.game, redact(table.rules, event, viewer))


def _game_started(table: Table) -> event_pb2.GameStarted:
    return event_pb2.GameStarted(
        game_number=table.game_number,
        game_id=table.game_id,
        seeded=table.is_seeded,
        rules=rules_message(table.rules, table.preset),
        pack=pack_message(table.rules),
        sides=side_messages(table.game),
        nonces=table.nonces,
    )


def _rules_changed(table: Table, moment: Moment) -> event_pb2.RulesChanged:
    return event_pb2.RulesChanged(
        rules=rules_message(table.rules, table.preset),
        pack=pack_message(table.rules),
        seats=[seat_message(table, seat, moment) for seat in range(len(table.seats))],
        sides=side_messages(table.game),
    )
