"""What was sent in place of what, and which words and days were sent as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from incognote.roundtrip.full_dates import days_in
from incognote.roundtrip.words import WORD, plain
from incognote.types import Document


@dataclass(frozen=True, repr=False, slots=True)
class Pair:
    """A text that was sent, the PHI that it stands for, and the label of that."""

    sent: str
    original: str
    label: str


@dataclass(frozen=True, repr=False)
class Memory:
    """The pairs of all prompts of a talk, each text that was sent once, and what else their texts held.

    The pseudonyms are those of `patient`. `day_first` is for dates that don't show what is first, day or month.
    """

    patient: str = "prompt"
    day_first: bool = False
    pairs: tuple[Pair, ...] = ()
    words: frozenset[str] = field(default=frozenset())
    days: frozenset[date] = field(default=frozenset())

    def __repr__(self) -> str:
        return f"Memory({len(self.pairs)} pairs)"

    def with_prompt(self, doc: Document, sent: Sequence[str]) -> Memory:
        """What is known when a prompt, too, has been sent with these texts in place of its spans.

        A text that stands for two originals keeps the first.
        """
        known = {pair.sent: pair for pair in self.pairs}
        kept: list[str] = []
        read = 0
        for span, text in zip(doc.spans, sent, strict=True):
            if text != doc[span]:
                known.setdefault(text, Pair(text, doc[span], span.label))
                kept.append(doc.text[read : span.start])
                read = span.end
        own = "\n".join((*kept, doc.text[read:]))
        words = self.words | {plain(word[0]) for word in WORD.finditer(own)}
        days = self.days | days_in(own, self.day_first)
        return replace(self, pairs=tuple(known.values()), words=words, days=days)
