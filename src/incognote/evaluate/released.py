"""What the reading of a random sample of a release found, and what that proves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from incognote.evaluate.agreement import Annotation, united
from incognote.evaluate.sampling import most_expected, most_in_whole, most_made_alike, notes_needed, shows
from incognote.evaluate.sensitivity import sensitivity


@dataclass(frozen=True)
class Share:
    """One evaluator's share of a sample: notes, words, and leaks in them, as the thesis counts (section 4.3.1)."""

    evaluator: str
    notes: int
    words: int
    leaks: int

    @property
    def rate(self) -> float | None:
        """Leaks by words, which is the thesis's false negative rate."""
        return self.leaks / self.words if self.words else None

    @property
    def per_10_000(self) -> float | None:
        return None if self.rate is None else 10_000 * self.rate

    @property
    def per_note(self) -> float | None:
        return self.leaks / self.notes if self.notes else None


@dataclass(frozen=True)
class Proof:
    """What is known of a release of `whole` notes of which `read` were read, and `leaky` of these leak."""

    whole: int
    read: int
    words: int
    leaks: int
    leaky: int
    target: float

    @property
    def most(self) -> int:
        """The most notes of the release that may leak, at 95 %."""
        return most_in_whole(self.leaky, self.read, self.whole)

    @property
    def bound(self) -> float:
        """The same as a share of the release."""
        return self.most / self.whole

    @property
    def alike(self) -> float:
        """The largest share that may leak of notes made alike, at 95 %."""
        return most_made_alike(self.leaky, self.read)

    @property
    def per_10_000(self) -> float | None:
        """The most leaks to be expected in 10,000 words, at 95 %, if they come one by one."""
        return 10_000 * most_expected(self.leaks) / self.words if self.words else None

    @property
    def is_shown(self) -> bool:
        """Whether the target is."""
        return shows(self.leaky, self.read, self.whole, self.target)

    def more(self, goes_on: bool = False) -> int | None:
        """How many more notes have to be read to show the target (see `notes_needed`)."""
        needed = notes_needed(self.leaky, self.read, self.whole, self.target, goes_on)
        return None if needed is None else needed - self.read


Rates = Sequence[float]


def people_rates(gold: Annotation, annotators: Sequence[Annotation]) -> dict[int, Rates]:
    """What one, two and three people together miss of a gold standard, by its words: each group's rate."""
    return {
        people: [_missed(gold, group) for group in combinations(annotators, people)]
        for people in range(1, min(3, len(annotators)) + 1)
    }


def _missed(gold: Annotation, group: Iterable[Annotation]) -> float:
    notes = list(group)
    found = sensitivity((doc, united(doc, [one[doc_id] for one in notes])) for doc_id, doc in gold.items())
    return found.escaped.total() / found.words if found.words else 0.0


def total(shares: Sequence[Share]) -> Share:
    """All evaluators' together."""
    return Share("all", *(sum(getattr(one, name) for one in shares) for name in ("notes", "words", "leaks")))
