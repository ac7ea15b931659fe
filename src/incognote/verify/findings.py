"""What can be wrong with a note of an output, and how wrong that is. Nothing here holds text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Verdict(IntEnum):
    """PASS: nothing was found. REVIEW: a person should look. FAIL: it must not be given away."""

    PASS = 0
    REVIEW = 1
    FAIL = 2


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a finding is one."""

    text: str
    verdict: Verdict


MISSING = Reason("missing in the output", Verdict.FAIL)
EXTRA = Reason("in the output, but not in the side file", Verdict.FAIL)
NO_ORIGINAL = Reason("no original, or another one than was de-identified", Verdict.FAIL)
CHANGED = Reason("text outside the replacements was changed", Verdict.FAIL)

NAME = Reason("a name is left", Verdict.FAIL)
NUMBER = Reason("an identifier, number or address is left", Verdict.FAIL)
PLACE = Reason("a place or organisation is left", Verdict.FAIL)
FULL_DATE = Reason("a full date is left", Verdict.FAIL)
NOT_REPLACED = Reason("a replacement is what it replaces", Verdict.FAIL)
SURROGATE = Reason("a surrogate is another name of the patient's notes", Verdict.FAIL)

WORD = Reason("a common word that was a name is left", Verdict.REVIEW)
EPONYM = Reason("an eponym that was a name is left", Verdict.REVIEW)
SHORT = Reason("a short number is left", Verdict.REVIEW)
SPREAD = Reason("a number's digits are left, with something between them", Verdict.REVIEW)
PART = Reason("a word of a place or organisation is left", Verdict.REVIEW)
COMMON_PLACE = Reason("a ward, or a place of common words, is left", Verdict.REVIEW)
GENERAL = Reason("a state, country, profession or holiday is left", Verdict.REVIEW)
AGE = Reason("an age over 89 is left", Verdict.REVIEW)
KEPT = Reason("a weekday, state or country stays as it was", Verdict.REVIEW)
PART_OF_DATE = Reason("part of a date is left", Verdict.REVIEW)
ALIKE = Reason("a surrogate has a word or a place of another original", Verdict.REVIEW)
BESIDE = Reason("a surrogate makes an original with what is beside it", Verdict.REVIEW)
FOUND = Reason("the engine finds PHI in the output", Verdict.REVIEW)
NOT_SCANNED = Reason("the engine failed on it", Verdict.REVIEW)

TEXT, ID, PATIENT = "text", "id", "patient"
"""Where a finding is: in the note's text, its id, its patient's, or else in a field, by its name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, from which character to which of what; the label is the original's, or the engine's."""

    reason: Reason
    where: str = TEXT
    start: int = 0
    end: int = 0
    label: str = ""
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A note's findings: its new id, and its number in the order of the input, which a note that is extra has not."""

    id: str
    number: int | None
    findings: tuple[Finding, ...] = ()

    @property
    def verdict(self) -> Verdict:
        return max((finding.reason.verdict for finding in self.findings), default=Verdict.PASS)
