"""What takes the place of PHI in a prompt."""

from __future__ import annotations

from incognote.replace.dates import DateShifter
from incognote.replace.edits import Replacer
from incognote.replace.keys import Key
from incognote.replace.shifts import shift_of
from incognote.replace.surrogates.replacer import Surrogates


def pseudonyms(key: Key, day_first: bool = False) -> Replacer:
    """Surrogates from the key, and dates shifted by it: the same for a patient in every prompt."""
    return DateShifter(lambda doc: shift_of(key, doc.patient or doc.id), Surrogates(key), day_first=day_first)
