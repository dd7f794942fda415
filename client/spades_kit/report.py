"""What a check came to: a finding for each rule, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from spades_kit.rules import KitRule


class Outcome(Enum):
    """What became of one rule."""

    KEPT = "kept"
    BROKEN = "broken"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What became of one rule, and why."""

    rule: KitRule
    outcome: Outcome
    detail: str = ""
    """What was seen where the rule was broken, or why it was not checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The findings in the order of the rules."""

    subject: str
    """What was checked, for people."""
    findings: tuple[Finding, ...]

    def broken(self) -> list[str]:
        """Return the ids of the rules that were broken."""
        return [finding.rule.id for finding in self.findings if finding.outcome is Outcome.BROKEN]

    @property
    def status(self) -> int:
        """The exit status: 0 nothing is broken, 1 something is, 2 nothing could be checked."""
        if all(finding.outcome is Outcome.NOT_CHECKED for finding in self.findings):
            return 2
        return 1 if self.broken() else 0

    def text(self) -> str:
        """Return the report for people: a line for each rule, and a sum."""
        width = max(len(finding.rule.id) for finding in self.findings)
        lines = [self.subject]
        for finding in self.findings:
            lines.append(f"{finding.outcome.value:11}  {finding.rule.id:{width}}  {finding.rule.sentence}")
            if finding.detail:
                lines.append(f"{'':13}{'':{width}}  -> {finding.detail}")
        counts = {each: sum(finding.outcome is each for finding in self.findings) for each in Outcome}
        lines.append(", ".join(f"{count} {each.value}" for each, count in counts.items()))
        return "\n".join(lines)

    def json(self) -> str:
        """Return the report for programs, one line."""
        findings = [
            {
                "id": finding.rule.id,
                "outcome": finding.outcome.name.lower(),
                "sentence": finding.rule.sentence,
                "section": finding.rule.section,
                "detail": finding.detail,
            }
            for finding in self.findings
        ]
        return json.dumps({"subject": self.subject, "status": self.status, "rules": findings}, ensure_ascii=False)


class Ledger:
    """Takes down what is seen while a check goes on. Mutable: the first breach of a rule stays."""

    def __init__(self, rules: Sequence[KitRule]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._kept: set[str] = set()
        self._broken: dict[str, str] = {}
        self._unchecked: dict[str, str] = {}

    def keep(self, *ids: str) -> None:
        """Note that these rules were put to the test and kept, so far."""
        self._kept.update(self._known(id_) for id_ in ids)

    def breach(self, id_: str, detail: str) -> None:
        """Note that a rule was broken."""
        self._broken.setdefault(self._known(id_), detail)

    def judge(self, id_: str, kept: object, detail: str) -> bool:
        """Note whether a rule was kept, with *detail* if it was not, and return it."""
        if kept:
            self.keep(id_)
        else:
            self.breach(id_, detail)
        return bool(kept)

    def leave(self, id_: str, why: str) -> None:
        """Note why a rule cannot be checked here."""
        self._unchecked[self._known(id_)] = why

    def _known(self, id_: str) -> str:
        assert id_ in self._rules, f"no rule {id_}"
        return id_

    def report(self, subject: str) -> Report:
        """Return what was noted."""
        return Report(subject=subject, findings=tuple(map(self._finding, self._rules.values())))

    def _finding(self, rule: KitRule) -> Finding:
        if rule.id in self._broken:
            return Finding(rule=rule, outcome=Outcome.BROKEN, detail=self._broken[rule.id])
        if rule.id in self._kept:
            return Finding(rule=rule, outcome=Outcome.KEPT)
        why = self._unchecked.get(rule.id, "it takes --patient" if rule.patient else "it did not come so far")
        return Finding(rule=rule, outcome=Outcome.NOT_CHECKED, detail=why)
