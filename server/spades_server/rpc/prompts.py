"""Open prompts as messages: what everybody sees of them, and what only their owner does."""

from google.protobuf import duration_pb2

from spades.v1 import event_pb2, prompt_pb2
from spades_server.rpc.moments import Moment, Viewer
from spades_server.table.events import PromptClosed
from spades_server.table.prompts import ACCEPT, CONTINUE, DECLINE, HOLD, decision_of
from spades_server.table.state import OpenPrompt, PromptKind, Table
from spades_wire import choices_of

__all__ = ["own_choices", "prompt_closed", "prompt_for", "prompt_message", "prompts_of"]


def prompts_of(table: Table, seat: int, moment: Moment) -> list[prompt_pb2.Prompt]:
    """Return the open prompts of *seat* with their choices."""
    return [prompt_for(table, prompt, seat, moment) for prompt in table.prompts if prompt.seat == seat]


def prompt_for(table: Table, prompt: OpenPrompt, viewer: Viewer, moment: Moment) -> prompt_pb2.Prompt:
    """Return *prompt* as *viewer* may see it."""
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


def prompt_closed(event: PromptClosed) -> event_pb2.Event:
    """Return *event* as everybody is told it."""
    outcome = prompt_pb2.PromptOutcome.ValueType(event.outcome)
    return event_pb2.Event(prompt_closed=event_pb2.PromptClosed(prompt_id=event.prompt_id, outcome=outcome))
