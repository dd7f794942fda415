"""Everything that is to be translated: our own texts, those that a server lends in English, argparse's."""

from __future__ import annotations

import argparse
import pkgutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir

import spades_cli
import spades_client
from spades_cli.main import command_parser
from spades_client import language
from spades_client.forms import Form, Plural
from spades_engine.presets import PRESETS
from spades_engine.rules import OPTIONS
from spades_server.house import LEVEL_EXPLANATIONS
from spades_server.table import PHRASES

CLIENT = Path(spades_client.__file__).parents[1]

ARGPARSE: tuple[str | tuple[str, str], ...] = (
    "usage: ",
    "options",
    "positional arguments",
    "show this help message and exit",
    "show program's version number and exit",
    "argument %(argument_name)s: %(message)s",
    "the following arguments are required: %s",
    "one of the arguments %s is required",
    "not allowed with argument %s",
    "unrecognized arguments: %s",
    "ambiguous option: %(option)s could match %(matches)s",
    "ignored explicit argument %r",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    ("expected %s argument", "expected %s arguments"),
    "invalid %(type)s value: %(value)r",
    "invalid choice: %(value)r (choose from %(choices)s)",
)
"""What argparse says through gettext, in Python 3.11 to 3.14."""

_SAME_EVERY_TIME = datetime(2026, 11, 30, tzinfo=UTC)


def template() -> Catalog:
    """Return every message without translations, each with where it stands; always in the same order."""
    found = new_catalogue()
    for context, form, module in _texts():
        found.add(form_id(form), context=context, locations=[(module, 0)])
    for text in (
        *PHRASES,
        *(preset.explanation for preset in PRESETS.values()),
        *(option.explanation for option in OPTIONS),
        *LEVEL_EXPLANATIONS.values(),
    ):
        found.add(text, context=language.LENT)
    for text in _helps():
        found.add(text, locations=[("spades --help", 0)])
    for folder in ("spades_cli", "spades_client"):
        for name, _, message, _, _ in extract_from_dir(CLIENT / folder, [("**.py", "python")], keywords={"tr": None}):
            found.add(message, locations=[(f"{folder}/{name}", 0)])
    for said in ARGPARSE:
        found.add(said, locations=[("argparse", 0)])
    return found


def new_catalogue(code: str | None = None) -> Catalog:
    """Return an empty catalogue that says nothing of who made it when."""
    made = Catalog(
        locale=code,
        project="spades-lan",
        version="1",
        charset="utf-8",
        creation_date=_SAME_EVERY_TIME,
        revision_date=_SAME_EVERY_TIME,
        header_comment="# Texts of Spades over the LAN; the context of a text is the name of its constant.",
        msgid_bugs_address="spades-lan",
        last_translator="spades-lan",
        language_team="spades-lan",
        fuzzy=False,
    )
    if code:
        # Both languages count as English does; Babel would ask for a third form, for whole millions.
        made.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    return made


def form_id(form: Form) -> str | tuple[str, str]:
    """Return how a catalogue calls a text."""
    return (form.one, form.many) if isinstance(form, Plural) else form


def _helps() -> Iterator[str]:
    """Yield what ``--help`` says of the program, each command and each option."""
    parser = command_parser()
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    actions: list[argparse.Action] = list(commands._choices_actions)
    for each in (parser, *commands.choices.values()):
        yield from filter(None, (each.description, each.epilog))
        actions += each._actions
    yield from (action.help for action in actions if action.help and action.help not in (*ARGPARSE, argparse.SUPPRESS))


def _texts() -> Iterator[tuple[str, Form, str]]:
    """Yield each text of a module that follows the language: context, text, module."""
    for package in (spades_cli, spades_client):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    for module_name, constants in sorted(language.english(), key=lambda pair: pair[0]):
        for name, value in constants.items():
            found: list[Form] = []

            def keep(form: Form, found: list[Form] = found) -> Form:
                found.append(form)
                return form

            language.each_text(value, keep)
            yield from ((name, form, module_name.replace(".", "/") + ".py") for form in found)
