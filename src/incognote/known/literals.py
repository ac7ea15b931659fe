"""Texts that are found as they stand, whatever the tokens: e-mail addresses, names in scripts without blanks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from incognote.types import Span


class LiteralFinder:
    """Finds texts in any case; it looks only into notes that have the character `sign`."""

    def __init__(self, texts: Iterable[str], label: str, source: str, sign: str = "") -> None:
        longest_first = sorted(set(texts), key=lambda text: (-len(text), text))
        self._pattern = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE) if longest_first else None
        self._label = label
        self._source = source
        self._sign = sign

    def find(self, text: str) -> Iterator[Span]:
        if self._pattern and self._sign in text:
            for found in self._pattern.finditer(text):
                yield Span(found.start(), found.end(), self._label, 1.0, self._source)
