"""Templates of dates and telephone numbers, looked for in the text, since a tokenizer may cut what they match."""

from __future__ import annotations

import re

from incognote.learn.reading import Reading

_TEMPLATES = (  # Aramaki 2006, Table 2: "We prepared some templates for DATE and PHONE"; two are printed there
    ("phone", r"\(\d{3}\) ?\d{3}-\d{4}|\d{3}[-./]\d{3}[-./]\d{4}|\d{3}-\d{4}|\(\d{3}\)"),
    ("date", r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})"),
    ("day", r"\d{1,2}[-/]\d{1,2}"),
    ("year", r"(?:19|20|21)\d{2}"),
)
_ANY = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _TEMPLATES)
_TEMPLATE = re.compile(rf"(?<!\w)(?<!\w[-/.])(?:{_ANY})(?!\w|[-/.]\w)", re.ASCII)


def template(reading: Reading) -> list[str]:
    """The template that a token is a part of."""
    values = [""] * len(reading)
    tokens = reading.layout.tokens
    for found in _TEMPLATE.finditer(reading.layout.text):
        first, last = tokens.starts.searchsorted(found.span()).tolist()
        values[first:last] = [found.lastgroup or ""] * (last - first)
    return values
