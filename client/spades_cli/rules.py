"""``spades rules``: the presets and the options, with their ranges, sources and meanings."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from typing import assert_never

from spades_cli import rules_texts as texts
from spades_cli.failure import Failure
from spades_cli.options import Commands, rules_options
from spades_client.language import lent
from spades_engine import OPTIONS, PRESETS, STANDARD, Preset, Rules
from spades_engine.options import Option, OptionKind, Value

__all__ = ["add_rules", "add_table_options", "chosen_rules", "numbers_of_players", "show", "written"]


def add_rules(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("rules", help="show the presets and the options", description=__doc__)
    parser.add_argument("preset", metavar="PRESET", nargs="?", help="show the values of this preset (default: all)")
    add_table_options(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=_run)


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Add what adjusts a preset; it is read by ``chosen_rules``."""
    parser.add_argument("--players", metavar="N", help="people at the table: 2, 3, 4 or 6 (default: the preset's)")
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="change one option, for example target_score=300",
    )


def chosen_rules(preset: str, chosen: argparse.Namespace) -> Rules:
    """Return the rules of *preset* as adjusted on the command line."""
    if chosen.players not in (None, "2", "3", "4", "6"):
        raise Failure(texts.PLAYERS_ALLOWED.format(typed=chosen.players), 2)
    players = None if chosen.players is None else int(chosen.players)
    rules, _, _ = rules_options(argparse.Namespace(rules=preset, players=players, set=chosen.set))
    return rules


def written(value: Value) -> str:
    """Return *value* as it is typed after ``--set OPTION=``."""
    if value is None:
        return "off"
    return str(value).lower() if isinstance(value, bool) else str(value)


def numbers_of_players(preset: Preset) -> str:
    """Return the numbers of players that *preset* is meant for, as a phrase."""
    *others, last = map(str, sorted(preset.players))
    return texts.OR.format(others=", ".join(others), last=last) if others else last


def show(text: str) -> None:
    """Print *text*; that its reader has had enough (``| head``) is no failure."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # What is still buffered would be written, and fail again, at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


async def _run(chosen: argparse.Namespace) -> int:
    rules = chosen_rules(chosen.preset or "standard", chosen)
    if chosen.json:
        show(json.dumps(_as_json(chosen.preset, rules), indent=2))
    else:
        show("\n".join(_as_text(chosen.preset, rules)))
    return 0


def _listed(preset: str | None) -> list[Preset]:
    return [PRESETS[preset]] if preset else list(PRESETS.values())


def _as_json(preset: str | None, rules: Rules) -> dict[str, object]:
    return {
        "preset": preset or "standard",
        "presets": [
            {
                "name": each.name,
                "explanation": each.explanation,
                "source": each.source,
                "players": list(each.players),
                "changes": dict(each.changes),
            }
            for each in _listed(preset)
        ],
        "options": [_option_as_json(option, rules) for option in OPTIONS],
    }


def _option_as_json(option: Option, rules: Rules) -> dict[str, object]:
    value = getattr(rules, option.name)
    described: dict[str, object] = {
        "name": option.name,
        "kind": option.kind.value,
        "value": value,
        "default": option.default,
        "differs": value != getattr(STANDARD, option.name),
        "allowed": option.allowed(),
        "explanation": option.explanation,
        "source": option.source,
    }
    if option.kind is OptionKind.NUMBER:
        described |= {"minimum": option.minimum, "maximum": option.maximum, "can_be_off": option.can_be_off}
    if option.kind is OptionKind.WORD:
        described["words"] = list(option.words)
    return described


def _as_text(preset: str | None, rules: Rules) -> Iterator[str]:
    if preset is None:
        yield texts.PRESETS
        yield ""
    for each in _listed(preset):
        yield texts.PRESET.format(name=each.name, players=numbers_of_players(each))
        yield f"    {lent(each.explanation)}"
        yield f"    {texts.SOURCE.format(source=each.source)}"
    changed = len(rules.differences(STANDARD))
    yield ""
    yield texts.OPTIONS_CHANGED.format(count=changed) if changed else texts.OPTIONS
    yield ""
    for option in OPTIONS:
        value = getattr(rules, option.name)
        sign = "*" if value != getattr(STANDARD, option.name) else " "
        line = texts.OPTION.format(
            name=option.name, value=written(value), allowed=_allowed(option), default=written(option.default)
        )
        yield f"{sign} {line}"
        yield f"    {lent(option.explanation)}"
        yield f"    {texts.SOURCE.format(source=option.source)}"


def _allowed(option: Option) -> str:
    """Return what may be typed for an option, in the language in use; in English as the engine says it."""
    match option.kind:
        case OptionKind.FLAG:
            return texts.FLAG_ALLOWED
        case OptionKind.WORD:
            return texts.WORDS_ALLOWED.format(words=", ".join(option.words))
        case OptionKind.NUMBER:
            form = texts.NUMBER_ALLOWED_OR_OFF if option.can_be_off else texts.NUMBER_ALLOWED
            return form.format(least=option.minimum, most=option.maximum)
        case other:
            assert_never(other)
