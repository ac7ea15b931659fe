"""What a corpus holds, counted note by note."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from incognote.evaluate.words import NOT_PHI, words_with_labels
from incognote.types import Document


@dataclass(repr=False)
class Counts:
    notes: int = 0
    clean_notes: int = 0
    characters: int = 0
    phi: Counter[str] = field(default_factory=Counter)
    words: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each word, case folded, bears each label."""

    def __repr__(self) -> str:
        return f"Counts({self.notes} notes)"

    def add(self, doc: Document) -> None:
        self.notes += 1
        self.clean_notes += not doc.spans
        self.characters += len(doc.text)
        self.phi.update(span.label for span in doc.spans)
        self.words.update(words_with_labels(doc))

    def labels(self) -> set[str]:
        """The labels that occur."""
        return {label for _, label in self.words if label != NOT_PHI} | set(self.phi)

    def ambiguous_words(self) -> set[str]:
        """Words that are PHI in one place and not in another."""
        as_phi = {word for word, label in self.words if label != NOT_PHI}
        return as_phi & {word for word, label in self.words if label == NOT_PHI}

    def words_with(self, label: str) -> int:
        return sum(count for (_, found), count in self.words.items() if found == label)


def count(docs: Iterable[Document]) -> Counts:
    counts = Counts()
    for doc in docs:
        counts.add(doc)
    return counts
