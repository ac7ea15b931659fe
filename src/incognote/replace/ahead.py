"""What all notes of a patient tell before any is rewritten: which words no surrogate may be, and who is over 89."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from incognote.known.people import Person, all_known
from incognote.replace.choices import SURROGATES
from incognote.replace.old_patients import NO_AGES, Ages, ages_in
from incognote.replace.surrogates.avoiding import words_in
from incognote.replace.surrogates.scope import ScopeOf, by_patient

if TYPE_CHECKING:
    from incognote.replace.choices import ReplaceChoice
    from incognote.replace.keys import Key
    from incognote.types import Document


@dataclass(frozen=True, slots=True, repr=False)
class Glimpse:
    """What some notes of a patient, or of a whole release, tell; those of all are put together with `|`."""

    words: frozenset[str] = frozenset()
    ages: Ages = NO_AGES
    known: Person | None = None

    def __repr__(self) -> str:
        return f"Glimpse({len(self.words)} words)"

    def __or__(self, other: Glimpse) -> Glimpse:
        return Glimpse(self.words | other.words, self.ages | other.ages, both_known(self.known, other.known))

    def to_bytes(self) -> bytes:
        known = self.known.to_values() if self.known else None
        return json.dumps((sorted(self.words), astuple(self.ages), known)).encode()

    @classmethod
    def from_bytes(cls, content: bytes) -> Glimpse:
        words, ages, known = json.loads(content)
        return cls(frozenset(words), Ages(*ages), None if known is None else Person.from_values(known))


def both_known(one: Person | None, other: Person | None) -> Person | None:
    """All that is known of a patient, by two records, which often are one: that of all texts of a file."""
    if one is other:
        return one
    return one | other if one and other else one or other


class Gathering:
    """Glimpses put together one by one, without a copy of all before for each."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._ages = NO_AGES
        self._known: list[Person] = []

    def add(self, glimpse: Glimpse) -> None:
        self._words |= glimpse.words
        self._ages |= glimpse.ages
        if glimpse.known and self._known[-1:] != [glimpse.known]:  # mostly all records say the same
            self._known.append(glimpse.known)

    def all(self) -> Glimpse:
        return Glimpse(frozenset(self._words), self._ages, all_known(self._known) if self._known else None)


@dataclass(frozen=True)
class Look:
    """What is to be looked for in notes before they are rewritten, by the options of replacement."""

    words: bool
    ages: bool
    scope_of: ScopeOf = by_patient

    @classmethod
    def of(cls, choice: ReplaceChoice, key: Key | None) -> Look:
        return cls(choice.style == SURROGATES, bool(key and choice.shift_dates is not False), choice.inventing.scope_of)

    @property
    def is_needed(self) -> bool:
        return self.words or self.ages

    def at(self, doc: Document) -> Iterator[tuple[str, Glimpse]]:
        """The scopes that a note says something of, and what: words of its surrogates' scope, ages of its patient."""
        if self.words:
            yield self.scope_of(doc), Glimpse(words=words_in(doc.text))
        if self.ages and doc.patient:
            yield by_patient(doc), Glimpse(ages=ages_in(doc.text))


def gathered(docs: Callable[[], Iterable[Document]], look: Look) -> dict[str, Glimpse]:
    """What notes tell, by scope; they are read only if there is something to look for."""
    found: defaultdict[str, Gathering] = defaultdict(Gathering)
    for doc in docs() if look.is_needed else ():
        for scope, glimpse in look.at(doc):
            found[scope].add(glimpse)
    return {scope: found.pop(scope).all() for scope in list(found)}
