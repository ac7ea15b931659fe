"""What was replaced, in the words of a summary. It holds no text of any note."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from incognote.replace.sections import SECTION
from incognote.report.tables import in_order
from incognote.thesis import DATE_TAGS, has_kind


@dataclass
class Tally:
    """Counts of what was written. The last note waits until the next, since its format may yet refuse it."""

    notes: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    dates: Counter[str] = field(default_factory=Counter)
    fields: Counter[str] = field(default_factory=Counter)
    _last: Tally | None = None

    def add(self, labels: Counter[str], dates: Counter[str], fields: Counter[str]) -> None:
        """A note: its spans by label, what became of its dates, its fields that were left out."""
        self._settle()
        self._last = Tally(1, labels, dates, fields)

    def forget_last(self) -> None:
        """The last note was refused."""
        self._last = None

    def lines(self) -> list[str]:
        self._settle()
        lines = [f"replaced: {_counts(self.labels, in_order(self.labels))}"]
        if unknown := sorted(label for label in self.labels if label != SECTION and not has_kind(label)):
            lines.append(
                f"labels of no kind that we know: {', '.join(unknown)}; such PHI gets a tag without a kind, and its "
                "dates aren't shifted (an engine has the labels of the notes that it was trained on)"
            )
        if unshifted := sorted(self.labels.keys() & DATE_TAGS):
            lines.append(f"labels of dates that aren't shifted, as those of DATE are: {', '.join(unshifted)}")
        if self.dates:
            lines.append(f"dates: {_counts(self.dates, sorted(self.dates))}")
        if self.fields:
            names = ", ".join(sorted(self.fields))
            lines.append(f"left out: the fields {names}, which may hold PHI; --keep-columns keeps them")
        return lines

    def _settle(self) -> None:
        if self._last:
            self.notes += self._last.notes
            self.labels += self._last.labels
            self.dates += self._last.dates
            self.fields += self._last.fields
            self._last = None


def _counts(counts: Counter[str], order: list[str]) -> str:
    return ", ".join(f"{counts[name]:,} {name}" for name in order) or "nothing"
