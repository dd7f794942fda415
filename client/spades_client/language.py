"""The language of the texts: which one is wanted, and putting its texts in the place of the English ones.

A module of texts holds them in English, as constants, and hands itself to ``follow``. ``use`` then fills it with the
texts of another language, at any time: whoever reads ``texts.WON`` when drawing has the language of that moment. Each
constant's name is the context of its texts in the catalogues, so that one English word can become two.
"""

from __future__ import annotations

import gettext
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from spades_client.forms import Form, Plural, Voice

DOMAIN = "spades"
FOLDER = Path(__file__).with_name("locale")
"""The catalogues, as gettext arranges them."""

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "pt": "português", "es": "español"}
"""What can be chosen, each by its own name."""

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where an environment names the language; the first that is set decides."""

LENT = "LENT"
"""The context of texts that servers send in English."""

_GAP = re.compile(r"\{[^{}]*\}")
_Texts = dict[str, Any]  # Any: the names of a module, whatever they hold
_following: list[tuple[_Texts, _Texts]] = []
_catalogue = gettext.NullTranslations()
_current = ENGLISH


def wanted(
    asked: str = "",
    saved: str = "",
    environment: Mapping[str, str] = os.environ,
    system: Callable[[], str] | None = None,
) -> str:
    """Return the code of the language that is wanted: what was asked for, was saved, the environment or system names.

    A language that we do not have is English, and a saved one is passed over.
    """
    for code in (asked, saved):
        if code in LANGUAGES:
            return code
    for named in filter(None, map(environment.get, VARIABLES)):
        return next(filter(None, map(_code, named.split(":"))), ENGLISH)
    return _code((system or _system_language)()) or ENGLISH


def _code(locale: str) -> str:
    """Return our code for a locale such as "pt_BR.UTF-8"; empty if we do not have that language."""
    code = re.split(r"[-_.@]", locale.lower())[0]
    return code if code in LANGUAGES else ""


def _system_language() -> str:
    """Return the locale that Windows shows itself in; empty elsewhere, where the environment tells."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return ""


def current() -> str:
    """Return the code of the language in use."""
    return _current


def speaks_english() -> bool:
    """Tell whether the language in use is the one that servers speak too."""
    return _current == ENGLISH


def use(code: str) -> None:
    """Put every text into the language with that code, one of ``LANGUAGES``."""
    global _catalogue, _current
    _catalogue = catalogue(code)
    _current = code
    for module, constants in _following:
        _fill(module, constants)


def catalogue(code: str) -> gettext.NullTranslations:
    """Return the translations of a language, one of ``LANGUAGES``; English needs none."""
    if code == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, [code])


def follow(module: _Texts) -> None:
    """Let the texts in the ``globals()`` of a module follow the language from now on."""
    constants = {name: value for name, value in module.items() if name.isupper()}
    _following.append((module, constants))
    _fill(module, constants)


def english() -> Iterator[tuple[str, _Texts]]:
    """Yield each module of texts that is loaded: its name and its constants, in English."""
    for module, constants in _following:
        yield module["__name__"], constants


def _fill(module: _Texts, constants: _Texts) -> None:
    for name, value in constants.items():
        module[name] = value if _current == ENGLISH else each_text(value, partial(_say, name))


def _say(context: str, form: Form) -> Form:
    if isinstance(form, str):
        return _catalogue.pgettext(context, form)
    choose = partial(_catalogue.npgettext, context)
    return Plural(one=form.one, many=form.many, by=form.by, choose=choose)


def each_text(value: Any, say: Callable[[Form], Form]) -> Any:  # Any: a constant of a module, whatever it holds
    """Return *value* with *say* of each text in it: in tuples, in the values of mappings, in voices."""
    match value:
        case str():
            return say(value) if _has_words(value) else value
        case Plural():
            return say(value)
        case Voice():
            return Voice(you=each_text(value.you, say), other=each_text(value.other, say))
        case tuple():
            return tuple(each_text(part, say) for part in value)
        case dict():
            return {key: each_text(part, say) for key, part in value.items()}
    return value


def _has_words(text: str) -> bool:
    return any(sign.isalpha() for sign in _GAP.sub("", text))


def tr(text: str) -> str:
    """Return a text of ours, written where it is used, in the language in use."""
    return _catalogue.gettext(text)


def speak(code: str) -> None:
    """Use a language in this whole process: for argparse, which asks gettext itself, and in programs it starts too."""
    use(code)
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)


def lent(text: str) -> str:
    """Return a text that a server has sent in English: in the language in use where we know it, else as it is."""
    return _catalogue.pgettext(LENT, text)
