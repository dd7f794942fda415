"""Rules, presets and option descriptions as messages, and rules from the messages of a stranger."""

from functools import lru_cache

from spades.v1 import rules_pb2
from spades_engine import OPTIONS, PRESETS, Preset, Rules, RulesError, rules_of
from spades_engine.options import Option, OptionKind, Value
from spades_wire.values import FieldInvalid

__all__ = ["option_messages", "preset_messages", "rules_from_message", "rules_message"]

_TYPES = {
    OptionKind.FLAG: rules_pb2.OPTION_TYPE_FLAG,
    OptionKind.NUMBER: rules_pb2.OPTION_TYPE_NUMBER,
    OptionKind.WORD: rules_pb2.OPTION_TYPE_WORD,
}
_PLAYERS = "players"


@lru_cache(maxsize=64)
def rules_message(rules: Rules, preset: str) -> rules_pb2.Rules:
    """Return *rules* with every option; *preset* is the name they were made from. Shared, so never to be changed."""
    return rules_pb2.Rules(
        preset=preset,
        players=rules.players,
        options=[_option(option.name, getattr(rules, option.name)) for option in OPTIONS if option.name != _PLAYERS],
    )


@lru_cache(maxsize=256)
def changed_options(rules: Rules, preset: str) -> tuple[rules_pb2.RuleOption, ...]:
    """Return the options of *rules* that differ from *preset*; kept, for a lobby tells them with every change."""
    usual = rules_of(preset, players=rules.players)
    return tuple(_option(name, value) for name, value in rules.differences(usual).items() if name != _PLAYERS)


def rules_from_message(message: rules_pb2.Rules) -> tuple[Rules, str]:
    """Return the rules that *message* asks for, and the name of their preset.

    Raises:
        FieldInvalid: an option has no value, or one of another type.
        RulesError: there is no such preset or option, or the options cannot be played.
    """
    return _rules_from(message.SerializeToString(deterministic=True))


@lru_cache(maxsize=64)
def _rules_from(raw: bytes) -> tuple[Rules, str]:
    """Kept, for a bot reads the same rules in every snapshot."""
    message = rules_pb2.Rules.FromString(raw)
    changes: dict[str, Value] = {}
    for given in message.options:
        if given.name == _PLAYERS:
            raise FieldInvalid("rules.options", "players is a field of the rules, not an option")
        if given.name in changes:
            raise FieldInvalid("rules.options", f"{given.name} stands twice")
        changes[given.name] = _value(given)
    preset = message.preset or "standard"
    return _shared(rules_of(preset, players=message.players or None, changes=changes)), preset


@lru_cache(maxsize=256)
def _shared(rules: Rules) -> Rules:
    """Return one object for all equal rules: the engine's caches hold on to every one that comes by."""
    return rules


def _value(given: rules_pb2.RuleOption) -> Value:
    option = next((option for option in OPTIONS if option.name == given.name), None)
    if option is None:
        raise RulesError(f"no option is called {given.name[:40]!r}", given.name)
    match given.value.WhichOneof("kind"):
        case "flag":
            return given.value.flag
        case "number":
            return given.value.number
        case "word":
            off = option.kind is OptionKind.NUMBER and given.value.word == "off"
            return None if off else given.value.word
        case _:
            raise FieldInvalid(f"rules.options[{given.name}].value", f"missing; {option.allowed()} is allowed")


def _option(name: str, value: Value) -> rules_pb2.RuleOption:
    return rules_pb2.RuleOption(name=name, value=_value_message(value))


def _value_message(value: Value) -> rules_pb2.OptionValue:
    if value is None:
        return rules_pb2.OptionValue(word="off")
    if isinstance(value, bool):
        return rules_pb2.OptionValue(flag=value)
    return rules_pb2.OptionValue(number=value) if isinstance(value, int) else rules_pb2.OptionValue(word=value)


def option_messages() -> list[rules_pb2.OptionDescription]:
    """Return the description of every option but the number of players, in the order to show them."""
    return [_description(option) for option in OPTIONS if option.name != _PLAYERS]


def _description(option: Option) -> rules_pb2.OptionDescription:
    return rules_pb2.OptionDescription(
        name=option.name,
        explanation=option.explanation,
        type=_TYPES[option.kind],
        default_value=_value_message(option.default),
        minimum=option.minimum,
        maximum=option.maximum,
        words=option.words,
        can_be_off=option.can_be_off,
        source=option.source,
        group=option.group,
    )


def preset_messages() -> list[rules_pb2.Preset]:
    """Return every preset, "standard" first."""
    return [_preset(preset) for preset in PRESETS.values()]


def _preset(preset: Preset) -> rules_pb2.Preset:
    return rules_pb2.Preset(
        name=preset.name,
        explanation=preset.explanation,
        source=preset.source,
        players=preset.players,
        options=[_option(name, value) for name, value in preset.changes.items() if name != _PLAYERS],
    )
