"""Holidays of many countries, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from distil.lists import OWN_SOURCE, Draft, own, plain
from distil.sources import HOLIDAYS, Sources

YEARS = range(2015, 2026)
BRACKETS = re.compile(r"\s*\([^)]*\)")
GENERIC = re.compile(
    r"(?<!bank )\bholiday|\b(observed|substitute|in lieu|day off|bridge|election|anniversary of|joint|additional|"
    r"special|weekend|day (?:after|before|following)|\d)",
    re.IGNORECASE,
)


def drafts(sources: Sources, made: dict[str, Draft]) -> dict[str, Draft]:
    items = plain([*own("more-holidays"), *_names()])
    return {"holidays": Draft("holidays and feasts by their English names", (HOLIDAYS, OWN_SOURCE), items)}


def _names() -> Iterator[str]:
    import holidays

    for country in sorted(holidays.list_supported_countries()):
        kind = getattr(holidays, country)
        languages = [code for code in ("en_US", "en_GB", *kind.supported_languages) if code.startswith("en")]
        if kind.default_language and not any(code in kind.supported_languages for code in languages):
            continue
        english = next((code for code in languages if code in kind.supported_languages), None)
        for name in kind(years=YEARS, language=english).values():
            for part in BRACKETS.sub("", name).split(";"):
                if not GENERIC.search(part) and part.strip().isascii() and 1 <= len(part.split()) <= 5:
                    yield part
