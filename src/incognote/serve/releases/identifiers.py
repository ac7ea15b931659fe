"""The 18 identifiers of HIPAA's Safe Harbor, each with what covers it in a release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from incognote.labels import OTHER, SAFE_HARBOR
from incognote.report.tables import TEXT, Column, Row, Table

_REMARKS = {
    "geographic subdivisions smaller than a state": "states and countries may stay",
    "dates and ages over 89": "years may stay; ages under 90 may stay",
    "biometric identifiers": "numbers of them; finger and voice prints are no text",
    "full-face photographs": "out of scope: pictures are no text, and have to be taken out by other means",
    "any other unique identifying number, characteristic or code": "characteristics: see indirect identifiers",
}
_NONE = "none"
_LAST = tuple(SAFE_HARBOR.values())[-1]


def identifiers_table(
    replaced: Mapping[str, int] | None, leaks: Counter[str], recall: Mapping[str, tuple[int, int]] | None
) -> Table:
    """`replaced` counts by label, if that is known; `leaks` are confirmed ones; `recall` is on the own gold."""
    rows = [
        (
            f"{number}. {name}",
            ", ".join(labels) or _NONE,
            sum(replaced.get(label, 0) for label in labels) if replaced is not None and labels else None,
            _leaks(labels, leaks),
            _recalled(labels, recall or {}),
            _REMARKS.get(name, ""),
        )
        for number, (name, labels) in enumerate(SAFE_HARBOR.items(), 1)
    ]
    return Table(
        "identifiers",
        "",
        (
            Column("identifier"),
            Column("labels that cover it", TEXT),
            Column("replaced"),
            Column("leaks found"),
            Column("recall on own gold"),
            Column("remark", TEXT),
        ),
        tuple[Row, ...](rows),
        "Leaks are those that were confirmed. STATE and COUNTRY serve no identifier: Safe Harbor lets them stay.",
    )


def _leaks(labels: tuple[str, ...], leaks: Counter[str]) -> int | None:
    """Leaks of no label that we have count as those of the last identifier, which is for any other."""
    if not labels:
        return None
    return sum(leaks[label] for label in labels) + (leaks[OTHER] if labels == _LAST else 0)


def _recalled(labels: tuple[str, ...], recall: Mapping[str, tuple[int, int]]) -> str | None:
    found, there = (sum(recall.get(label, (0, 0))[at] for label in labels) for at in (0, 1))
    return f"{found:,} of {there:,}" if there else None
