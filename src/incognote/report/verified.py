"""What verifying found: lines for people and values for programs, without text unless it is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from incognote.errors import shown
from incognote.types import Document
from incognote.verify.findings import ID, PATIENT, TEXT, Finding, Result, Verdict

_CONTEXT = 40
_MOST_NUMBERS = 20


@dataclass
class Summary:
    """How many notes have each verdict, and how many findings each reason; originals that were not written."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    reasons: Counter[tuple[Verdict, str]] = field(default_factory=Counter)
    not_written: list[int] = field(default_factory=list)
    keep_names: int = 0

    def add(self, result: Result, keeps_name: bool) -> None:
        self.verdicts[result.verdict] += 1
        self.reasons.update((finding.reason.verdict, finding.reason.text) for finding in result.findings)
        self.keep_names += keeps_name

    def lines(self) -> Iterator[str]:
        notes = self.verdicts.total()
        yield f"{notes:,} note{'' if notes == 1 else 's'}: " + ", ".join(
            f"{self.verdicts[verdict]:,} {verdict.name}" for verdict in Verdict
        )
        for (verdict, reason), count in sorted(self.reasons.items(), key=lambda item: (-item[0][0], -item[1], item[0])):
            yield f"  {verdict.name:6}  {count:>6,}  {reason}"
        if self.not_written:
            numbers = ", ".join(f"{number:,}" for number in self.not_written[:_MOST_NUMBERS])
            more = " and others" if len(self.not_written) > _MOST_NUMBERS else ""
            yield f"not written, so not verified: {len(self.not_written):,} of the input, by number: {numbers}{more}"
        if self.keep_names:
            yield f"{self.keep_names:,} kept the id of the note or the patient, which may be PHI"

    def values(self) -> dict[str, Any]:
        return {
            "notes": {verdict.name: self.verdicts[verdict] for verdict in Verdict},
            "reasons": {reason: count for (_, reason), count in sorted(self.reasons.items())},
            "not_written": self.not_written,
            "kept_names": self.keep_names,
        }


def lines_of(result: Result, doc: Document | None, show: bool) -> Iterator[str]:
    """A note's line, and a line a finding; with its context if that is to be shown."""
    yield f"{result.verdict.name}  note {shown(result.id)}"
    for finding in result.findings:
        yield f"    {_place(finding)}{finding.reason.text}"
        context = _context(doc, finding) if show and doc else None
        if context:
            yield f"        {context}"


def values_of(result: Result) -> dict[str, Any]:
    """The same for programs."""
    return {
        "note": result.id,
        "number": result.number,
        "verdict": result.verdict.name,
        "findings": [_values(finding) for finding in result.findings],
    }


def _values(finding: Finding) -> dict[str, Any]:
    values = {
        "verdict": finding.reason.verdict.name,
        "reason": finding.reason.text,
        "where": finding.where,
        "start": finding.start,
        "end": finding.end,
        "label": finding.label,
        "score": finding.score,
    }
    return {name: value for name, value in values.items() if value not in (None, "")}


def _place(finding: Finding) -> str:
    where = finding.where if finding.where in (TEXT, ID, PATIENT) else f"field {finding.where!r}"
    if not finding.label and not finding.end:
        return ""
    label = f" {finding.label}" if finding.label else ""
    score = f" (score {finding.score:g})" if finding.score is not None else ""
    return f"{where} {finding.start}-{finding.end}{label}{score}: "


def _context(doc: Document, finding: Finding) -> str | None:
    """The words around a finding in the note's text, in one line."""
    if finding.where != TEXT or not finding.end:
        return None
    before = doc.text[max(0, finding.start - _CONTEXT) : finding.start]
    found, behind = doc.text[finding.start : finding.end], doc.text[finding.end : finding.end + _CONTEXT]
    return " ".join(f"…{before}⟦{found}⟧{behind}…".split())
