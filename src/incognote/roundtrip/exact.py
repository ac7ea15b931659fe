"""What was sent, written again exactly as it was sent: tags, and all else first of all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from incognote.roundtrip.looking import Found, Look
from incognote.roundtrip.memory import Pair
from incognote.roundtrip.words import ends, is_word, starts_number


class Exact:
    """Finds the texts that were sent. Those that begin with a letter or a digit begin where words begin."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self._by_first: dict[str, list[Pair]] = defaultdict(list)
        for pair in sorted(pairs, key=lambda pair: -len(pair.sent)):
            self._by_first[pair.sent[0]].append(pair)

    def marks(self) -> str:
        """The first characters of texts that begin with neither a letter nor a digit."""
        return "".join(first for first in self._by_first if not is_word(first))

    def __call__(self, text: str, start: int, final: bool) -> Look:
        if not starts_number(text, start):
            return Look()
        is_open = False
        for pair in self._by_first.get(text[start], ()):
            end = start + len(pair.sent)
            if text.startswith(pair.sent, start):
                ended = ends(text, end, final)
                if ended:
                    return Look(Found(end, pair.original, frozenset((pair.sent,))), is_open)
                is_open = is_open or ended is None
            elif not final and end > len(text):
                is_open = is_open or pair.sent.startswith(text[start:])
        return Look(None, is_open)
