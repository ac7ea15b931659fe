"""What the reading of a random sample of a release found, and what that proves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import ceil

from incognote.evaluate.agreement import Annotation, united
from incognote.evaluate.sampling import ALPHA, most_expected, most_in_whole, most_made_alike, notes_needed, shows
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
    """What is known of a release of `whole` notes of which `read` were read, and `leaky` of these leak.

    `unread` are notes of the sample. All that is said is at a level of 1 - `alpha`; `alpha_of_more` is left for a
    larger sample.
    """

    whole: int
    read: int
    words: int
    leaks: int
    leaky: int
    target: float
    unread: int = 0
    alpha: float = ALPHA
    alpha_of_more: float = ALPHA / 2

    @cached_property
    def most(self) -> int:
        """The most notes of the release that may leak."""
        return most_in_whole(self.leaky, self.read, self.whole, self.alpha)

    @property
    def bound(self) -> float:
        """The same as a share of the release."""
        return self.most / self.whole

    @cached_property
    def alike(self) -> float:
        """The largest share that may leak of notes made alike."""
        return most_made_alike(self.leaky, self.read, self.alpha)

    @cached_property
    def per_10_000(self) -> float | None:
        """The most leaks to be expected in 10,000 words, if they come one by one."""
        return 10_000 * most_expected(self.leaks, self.alpha) / self.words if self.words else None

    @property
    def is_shown(self) -> bool:
        """Whether the target is: never before the whole sample is read, since one might stop when it looks good."""
        return not self.unread and self._shows(self.leaky, self.read)

    @cached_property
    def more_if_clean(self) -> int | None:
        """More notes that are enough to show the target if no more leaks are found (see `notes_needed`)."""
        return self._more(goes_on=False)

    @cached_property
    def more_if_alike(self) -> int | None:
        """The same if leaks are found as often as so far."""
        return self._more(goes_on=True)

    def _more(self, goes_on: bool) -> int | None:
        size = self.read + self.unread
        found = ceil(self.leaky * size / self.read) if goes_on and self.read else self.leaky
        if self._shows(found, size):
            return self.unread
        needed = notes_needed(self.leaky, self.read, self.whole, self.target, goes_on, self.alpha_of_more, size)
        return None if needed is None else needed - self.read

    def _shows(self, leaky: int, read: int) -> bool:
        return shows(leaky, read, self.whole, self.target, self.alpha)


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
