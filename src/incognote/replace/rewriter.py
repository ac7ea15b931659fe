"""The rewriting of notes: their PHI replaced as it was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from incognote.replace.ahead import Glimpse
from incognote.replace.choices import SURROGATES, ReplaceChoice
from incognote.replace.dates import DateShifter
from incognote.replace.edits import Alignment, apply
from incognote.replace.keys import Key
from incognote.replace.sections import tagging_sections, without_sections
from incognote.replace.shifts import Shift, shift_of
from incognote.replace.surrogates.replacer import Surrogates
from incognote.replace.surrogates.scope import by_patient
from incognote.replace.tags import REPLACERS
from incognote.types import Document
from incognote.wording import number

DATE = "DATE"
_NOTHING = Glimpse()


@dataclass(frozen=True, repr=False)
class _Avoided(Mapping[str, frozenset[str]]):
    """The words that no surrogate may be, by scope, out of what all notes tell."""

    ahead: Mapping[str, Glimpse]

    def __getitem__(self, scope: str) -> frozenset[str]:
        return self.ahead[scope].words

    def __iter__(self) -> Iterator[str]:
        return iter(self.ahead)

    def __len__(self) -> int:
        return len(self.ahead)


@dataclass(frozen=True)
class Rewritten:
    """A note after its replacements; the note as it was, with the spans that were replaced; what became of dates;
    and where what was replaced lies in both."""

    doc: Document
    replaced: Document
    dates: Counter[str]
    alignment: Alignment


class Rewriter:
    """Rewrites notes, one at a time, and remembers what there is to say about their dates."""

    def __init__(
        self,
        choice: ReplaceChoice,
        key: Key | None,
        ahead: Mapping[str, Glimpse],
        today: date | None = None,
    ) -> None:
        """`ahead` is what all notes tell, by scope; it may be filled later, before the first note is rewritten."""
        self._surrogates: Surrogates | None = None
        if choice.style == SURROGATES and key:
            self._surrogates = choice.inventing.replacer(key, _Avoided(ahead))
        self.key = key
        self._choice = choice
        self._ahead = ahead
        self._sections = choice.section_names()
        self._reach = choice.reach()
        self.latest = (today or date.today()) if choice.no_future else None  # one day for all notes
        self._tags = tagging_sections(self._surrogates or REPLACERS[choice.style])
        self._nobodys = 0
        self._keyless = 0
        self._shifted = 0

    @property
    def tagged(self) -> Counter[str]:
        """What got tags so far since there are no surrogates for it, by label."""
        counts = self._surrogates.tagged if self._surrogates else Counter[str]()
        return Counter({label: number for label, number in counts.items() if label != DATE})

    @property
    def hides_places(self) -> bool:
        """Whether nobody may learn where PHI was: what isn't a surrogate would be known to be an original."""
        return self._surrogates is not None

    def rewrite(self, found: Document, wrapped: bool = False) -> Rewritten:
        """The note with its PHI replaced; `wrapped` marks shifted dates as the thesis does: `[**2010/4/2**]`."""
        doc = without_sections(found, self._sections) if self._sections else found
        dates = sum(span.label == DATE for span in doc.spans)
        if self._choice.leaves_dates:
            doc = doc.with_spans(span for span in doc.spans if span.label != DATE)
            edited = apply(doc, self._tags(doc))
            return Rewritten(edited.doc, doc, Counter(kept=dates), edited.alignment)
        births = self._choice.inventing.births
        shifter = DateShifter(
            self.shift, self._tags, wrapped, self._choice.day_first, self.latest, births, self._is_old
        )
        replacements = shifter(doc)
        tagged = {f"tagged ({reason})": number for reason, number in shifter.not_shifted.items()}
        same = sum(span.label == DATE and doc[span] == text for span, text in zip(doc.spans, replacements, strict=True))
        shifted = dates - shifter.not_shifted.total() - same
        self._shifted += shifted
        edited = apply(doc, replacements)
        counts = +Counter(shifted=shifted, **{"the same as before": same}, **tagged)
        return Rewritten(edited.doc, doc, counts, edited.alignment)

    def _is_old(self, doc: Document) -> bool:
        return doc.patient is not None and self._ahead.get(by_patient(doc), _NOTHING).ages.are_old

    def shift(self, doc: Document) -> Shift | None:
        if self._choice.weeks:
            return Shift(self._choice.weeks)
        if self._choice.shift_dates is False:
            return None
        self._keyless += self.key is None
        self._nobodys += self.key is not None and doc.patient is None
        return shift_of(self.key, doc.patient, self._reach) if self.key and doc.patient else None

    def remarks(self) -> list[str]:
        """What to know about the dates and surrogates of the notes so far."""
        said = []
        if tagged := self.tagged:
            said.append("tags where there is no surrogate: " + ", ".join(f"{n:,} {name}" for name, n in tagged.items()))
        if self._choice.leaves_dates:
            said.append("warning: dates stay as they are, as you asked for")
        elif self._choice.weeks and self._shifted:
            said.append(
                "warning: all dates were shifted by one number of weeks, so that one true date betrays them all; with "
                "--key the shift is secret and each patient's own"
            )
        if self._keyless:
            said.append("there is no key, so dates got tags; with --key they are shifted (incognote key new makes one)")
        if self._nobodys:
            said.append(
                f"{number(self._nobodys, 'note')} with dates and no patient: the dates got tags; "
                "--patient-of says whose notes they are"
            )
        return said
