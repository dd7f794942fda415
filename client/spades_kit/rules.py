"""What the kit checks: rules with stable ids, each with a sentence and the section of docs/protocol.md it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KitRule:
    """One thing that a client, or a server, must do. An id is never given to another rule."""

    id: str
    """``C-`` for clients, ``S-`` for servers, a word, and a number."""

    sentence: str

    section: str
    """The heading in docs/protocol.md."""

    patient: bool = False
    """It takes half a minute to check, and is checked only on demand."""


def table_of(section: str, *rows: tuple[str, str], patient: bool = False) -> tuple[KitRule, ...]:
    """Return the rules of one *section* from rows of id and sentence."""
    return tuple(KitRule(id=id_, sentence=sentence, section=section, patient=patient) for id_, sentence in rows)


def document(rules: Iterable[KitRule]) -> str:
    """Return *rules* as the table that stands in docs/protocol.md."""
    rows = ["| rule | what it says | section |", "|---|---|---|"]
    for rule in rules:
        mark = " (with `--patient`)" if rule.patient else ""
        rows.append(f"| `{rule.id}` | {rule.sentence}{mark} | [{rule.section}](#{anchor(rule.section)}) |")
    return "\n".join(rows)


def anchor(heading: str) -> str:
    """Return what a link to *heading* ends with."""
    return heading.lower().replace(" ", "-")
