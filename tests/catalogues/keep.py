"""The catalogues as files: text for translators, binary for gettext."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from catalogues.gather import new_catalogue, template
from spades_client.language import DOMAIN, ENGLISH, FOLDER, LANGUAGES

CODES = tuple(code for code in LANGUAGES if code != ENGLISH)


def path_of(code: str, ending: str = "po") -> Path:
    """Return the file of a language's catalogue."""
    return FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.{ending}"


def read(code: str) -> Catalog:
    """Return the catalogue of a language as its translator left it; an empty one where there is none yet."""
    path = path_of(code)
    if not path.exists():
        return new_catalogue(code)
    with path.open("rb") as file:
        return read_po(file, locale=code, charset="utf-8")


def updated(code: str) -> Catalog:
    """Return a language's catalogue with the messages of today: new ones empty, old ones gone."""
    old, new = read(code), new_catalogue(code)
    for message in template():
        if not message.id:
            continue
        known = old.get(message.id, message.context)
        new.add(
            message.id,
            known.string if known is not None else None,
            locations=message.locations,
            context=message.context,
            user_comments=known.user_comments if known is not None else (),
        )
    return new


def files(code: str) -> Iterator[tuple[Path, bytes]]:
    """Yield the two files of a language's catalogue and what they must hold."""
    catalogue = updated(code)
    text, binary = io.BytesIO(), io.BytesIO()
    write_po(text, catalogue, width=0, include_lineno=False)
    write_mo(binary, _translated(catalogue))
    yield path_of(code), text.getvalue()
    yield path_of(code, "mo"), binary.getvalue()


def _translated(catalogue: Catalog) -> Catalog:
    """Return the messages that have a translation: an empty one would be shown as nothing."""
    for message in list(catalogue):
        if message.id and not (message.string and all(message.string)):
            catalogue.delete(message.id, message.context)
    return catalogue


def write() -> None:
    """Write the files of every language again."""
    for code in CODES:
        for path, content in files(code):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def stale() -> list[Path]:
    """Return the files that are not what the texts and translations of today make."""
    return [
        path for code in CODES for path, content in files(code) if not path.exists() or path.read_bytes() != content
    ]
