"""Tables as messages: what a viewer sees of one, and is told of what happens at it.

A viewer is a seat counted from 0, or None for a spectator.
"""

from dataclasses import dataclass

from google.protobuf import duration_pb2, timestamp_pb2

from spades.v1 import event_pb2, prompt_pb2, snapshot_pb2
from spades_engine import Rules, redact, view
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
from spades_server.table.evolve import CHAT_LINES
from spades_server.table.prompts import ACCEPT, CONTINUE, DECLINE, HOLD, decision_of
from spades_server.table.state import ChatLine, OpenPrompt, Pause, Presence, PromptKind, SeatKind, Settings, Table
from spades_wire import (
    choices_of,
    event_message,
    fill_game,
    game_result_message,
    pack_message,
    rules_message,
    side_messages,
    view_hash,
)

__all__ = [
    "Moment",
    "Viewer",
    "event_for",
    "knows_more",
    "own_choices",
    "prompt_closed",
    "prompt_message",
    "prompts_of",
    "seat_message",
    "snapshot_of",
    "timestamp_of",
]

Viewer = int | None


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is told: on the clock of the deadlines, and as Unix time."""

    now: float
    time: float

    def stamp(self, at: float) -> timestamp_pb2.Timestamp:
        """Return what is *at* on the clock of the deadlines, as Unix time."""
        return timestamp_of(round(self.time * 1000) + round((at - self.now) * 1000))


def timestamp_of(ms: int) -> timestamp_pb2.Timestamp:
    """Return Unix time in milliseconds as a message."""
    return timestamp_pb2.Timestamp(seconds=ms // 1000, nanos=ms % 1000 * 1_000_000)


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
        prompts=[_prompt(table, prompt, viewer, moment) for prompt in table.prompts],
        chat=[_chat_line(line) for line in _heard(table, viewer)],
        settings=settings_message(table.settings),
        has_passcode=bool(table.passcode_hash),
        nonces=table.nonces,
    )
    message.time.FromMilliseconds(round(table.time * 1000))
    if table.next_rules is not None:
        message.next_rules.CopyFrom(rules_message(table.next_rules.rules, table.next_rules.preset))
    if table.pause is not None:
        message.pause.CopyFrom(_pause(table.pause, moment))
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


def _pause(pause: Pause, moment: Moment) -> snapshot_pb2.Pause:
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


def _chat_line(line: ChatLine) -> snapshot_pb2.ChatLine:
    message = _hidden_line(line)
    message.text, message.phrase_id = line.text, line.phrase_id
    return message


def _hidden_line(line: ChatLine) -> snapshot_pb2.ChatLine:
    """Return a line for a viewer who does not hear it: that somebody spoke."""
    return snapshot_pb2.ChatLine(
        sequence=line.sequence,
        seat=0 if line.seat is None else line.seat + 1,
        name=line.name,
        scope=snapshot_pb2.ChatScope.ValueType(line.scope),
    )


def prompts_of(table: Table, seat: int, moment: Moment) -> list[prompt_pb2.Prompt]:
    """Return the open prompts of *seat* with their choices."""
    return [_prompt(table, prompt, seat, moment) for prompt in table.prompts if prompt.seat == seat]


def _prompt(table: Table, prompt: OpenPrompt, viewer: Viewer, moment: Moment) -> prompt_pb2.Prompt:
    message = prompt_message(prompt, moment)
    if prompt.seat == viewer:
        message.MergeFromString(own_choices(table, prompt))
    return message


def prompt_message(prompt: OpenPrompt, moment: Moment) -> prompt_pb2.Prompt:
    """Return *prompt* as everybody may see it."""
    until, left_ms = prompt.deadline, 0 if prompt.deadline is None else round((prompt.deadline - moment.now) * 1000)
    return prompt_pb2.Prompt(
        prompt_id=prompt.prompt_id,
        kind=prompt_pb2.PromptKind.ValueType(prompt.kind),
        seat=prompt.seat + 1,
        min_picks=prompt.least,
        max_picks=prompt.most,
        suspended=prompt.suspended,
        deadline=None if until is None else moment.stamp(until),
        time_left=None if until is None else _duration_of(max(left_ms, 0)),
    )


def _duration_of(ms: int) -> duration_pb2.Duration:
    return duration_pb2.Duration(seconds=ms // 1000, nanos=ms % 1000 * 1_000_000)


def own_choices(table: Table, prompt: OpenPrompt) -> bytes:
    """Return what only the owner of *prompt* may see, as bytes to be put behind those of the message."""
    if prompt.kind is PromptKind.REMATCH:
        return _REMATCH
    if prompt.kind is PromptKind.CONTINUE:
        return _CONTINUE_OR_HOLD if prompt.may_hold else _CONTINUE
    return choices_of(decision_of(table, prompt))


def _actions(*choices: prompt_pb2.Choice, default: int) -> bytes:
    return prompt_pb2.Prompt(choices=choices, default_choice_ids=[default + 1]).SerializeToString()


def _action(index: int, label: str, action: prompt_pb2.Action.ValueType) -> prompt_pb2.Choice:
    return prompt_pb2.Choice(choice_id=index + 1, label=label, action=action)


_GO_ON = _action(CONTINUE, "go on", prompt_pb2.ACTION_CONTINUE)
_CONTINUE = _actions(_GO_ON, default=CONTINUE)
_CONTINUE_OR_HOLD = _actions(_GO_ON, _action(HOLD, "hold the score sheet", prompt_pb2.ACTION_HOLD), default=CONTINUE)
_REMATCH = _actions(
    _action(ACCEPT, "another game", prompt_pb2.ACTION_ACCEPT),
    _action(DECLINE, "no", prompt_pb2.ACTION_DECLINE),
    default=DECLINE,
)


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
            resumed = event_pb2.PromptResumed(prompt=_prompt(table, again, None, moment))
            return event_pb2.Event(prompt_resumed=resumed)
        case PromptOpened():
            opened = event_pb2.PromptOpened(prompt=_prompt(table, event.prompt, viewer, moment))
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
            return event_pb2.Event(table_paused=event_pb2.TablePaused(pause=_pause(event.pause, moment)))
        case TableResumed():
            going_on = dict(event.deadlines)
            resumed_table = event_pb2.TableResumed(
                seat=0 if event.seat is None else event.seat + 1,
                prompts=[_prompt(table, each, None, moment) for each in table.prompts if each.prompt_id in going_on],
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
            return event_pb2.Event(said=event_pb2.Said(line=_chat_line(line) if heard else _hidden_line(line)))
        case ChatOpened():
            lines = [] if viewer is None else map(_chat_line, event.lines)
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


def prompt_closed(event: PromptClosed) -> event_pb2.Event:
    """Return *event* as everybody is told it."""
    outcome = prompt_pb2.PromptOutcome.ValueType(event.outcome)
    return event_pb2.Event(prompt_closed=event_pb2.PromptClosed(prompt_id=event.prompt_id, outcome=outcome))


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
