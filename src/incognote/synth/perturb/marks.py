"""Marks and blanks: lost, doubled, fused, typographic."""

from __future__ import annotations

import re
from random import Random

from incognote.synth.perturb.edits import Edit
from incognote.types import Document

_LOST = (
    re.compile(r"(?<!\d),|,(?!\d)"),
    re.compile(r"(?<!\d)\.|\.(?!\d)"),
    re.compile(r"(?<=\w)['’](?=\w)"),
    re.compile(r"(?<=\w):(?=\s)"),
    re.compile(r"(?<=\w)[-–](?=[^\W\d])"),
    re.compile(r"(?i)(?<=\b[dm]r)\.|(?<=\bmrs)\.|(?<=\bms)\."),
)
_AFTER_MARK = re.compile(r"(?<=[,.;:)]) (?=\S)")
_BEFORE_MARK = re.compile(r"(?<=\w)(?=[,;:.](?:\s|$))")
_BLANK = re.compile(r"(?<=\S) (?=\S)")
_BETWEEN_WORDS = re.compile(r"(?<=[^\W\d_]) (?=\w)|(?<=\w) (?=[^\W\d_])|(?<=\.) (?=[^\W\d_])")
_COLUMN = re.compile(r"(?<=\S)(?: {2,}|(?<=:) )(?=\S)")
_QUOTES = {"'": "’", '"': "”", "’": "'", "“": '"', "”": '"', "‘": "'"}
_OPENING = re.compile(r'(?:^|(?<=[\s(]))"')
_QUOTE = re.compile("[" + "".join(_QUOTES) + "]")
_DASH = re.compile(r"(?<=\d)-(?=\d)|(?<= )--?(?= )")
_RATES = (0.3, 0.7, 1.0)
_FUSED, _FUSED_AT_SPANS = 0.01, 0.12


def lost_marks(doc: Document, rng: Random) -> list[Edit]:
    """Some or all commas, full stops, apostrophes, colons, hyphens or dots of titles are lost; not those in numbers."""
    patterns = rng.sample(_LOST, rng.choice((1, 1, 2, 3)))
    return [edit for pattern in patterns for edit in _changed(doc, pattern, "", rng.choice(_RATES), rng)]


def lost_blanks(doc: Document, rng: Random) -> list[Edit]:
    """Blanks behind marks are lost: `Smith,John`, `Dr.Smith`."""
    return _changed(doc, _AFTER_MARK, "", rng.choice(_RATES), rng)


def blanks_before_marks(doc: Document, rng: Random) -> list[Edit]:
    """Blanks come in front of marks."""
    return _changed(doc, _BEFORE_MARK, " ", rng.choice(_RATES), rng)


def doubled_blanks(doc: Document, rng: Random) -> list[Edit]:
    """Blanks are doubled."""
    return _changed(doc, _BLANK, rng.choice(("  ", "   ")), rng.choice((0.05, 0.3)), rng)


def tabs(doc: Document, rng: Random) -> list[Edit]:
    """Tabs between columns and behind colons."""
    return _changed(doc, _COLUMN, "\t", rng.choice(_RATES), rng)


def hard_blanks(doc: Document, rng: Random) -> list[Edit]:
    """Blanks that don't break, as of web pages."""
    return _changed(doc, _BLANK, "\u00a0", rng.choice((0.02, 0.2, 1.0)), rng)


def fused_words(doc: Document, rng: Random) -> list[Edit]:
    """Words are fused, most of all where PHI starts, ends and has blanks: `JohnSmith`, `seenby`, `3/4/02at`."""
    near = {place for span in doc.spans for place in range(span.start - 1, span.end + 1)}
    found = (blank.start() for blank in _BETWEEN_WORDS.finditer(doc.text))
    rate = {place: _FUSED_AT_SPANS if place in near else _FUSED for place in found}
    return [Edit(place, place + 1, "") for place, share in rate.items() if rng.random() < share]


def typographic(doc: Document, rng: Random) -> list[Edit]:
    """Straight quotes become typographic ones, and the other way round; hyphens become dashes."""
    quotes = [Edit(*found.span(), _QUOTES[found[0]]) for found in _QUOTE.finditer(doc.text)]
    return (
        _changed(doc, _OPENING, "“", 1.0, rng)
        + quotes
        + _changed(doc, _DASH, rng.choice("–—"), rng.choice((0.0, 1.0)), rng)
    )


def _changed(doc: Document, pattern: re.Pattern[str], new: str, rate: float, rng: Random) -> list[Edit]:
    return [Edit(*found.span(), new) for found in pattern.finditer(doc.text) if rng.random() < rate]
