"""Known PHI: a patient's own details in that patient's notes, and the names and numbers of providers in every note."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from incognote.known.addresses import PlaceFinder
from incognote.known.dates import BirthDateFinder
from incognote.known.literals import LiteralFinder
from incognote.known.name_search import InitialsFinder, NameFinder
from incognote.known.names import unspaced
from incognote.known.note import Note, Words
from incognote.known.numbers import NumberFinder
from incognote.known.people import Person
from incognote.types import Document, Layout, Span
from incognote.vocabulary import Vocabulary

KNOWN = "known"
"""Where a note's `meta` has what its own record tells of the patient, a Person."""

_PATIENTS_AT_ONCE = 1000
_NAMES = 1  # the bit of the finder of names; the others' follow


class KnownPhi:
    """Finds what tables of patients and providers say of a note's patient and of all providers.

    `is_word` says whether a folded word is a common or medical one; such words are names only where they look like
    names, and never misspelled ones. A note without a patient, or with one who isn't in the table, has providers only,
    and what its own record tells.
    """

    def __init__(
        self, patients: Mapping[str, Person], providers: Iterable[Person], is_word: Callable[[str], bool]
    ) -> None:
        self._arguments = (patients, tuple(providers), is_word)
        self._providers = _of_providers(self._arguments[1])
        self.clear()

    def __repr__(self) -> str:
        patients, providers, _ = self._arguments
        return f"KnownPhi({len(patients)} patients, {len(providers)} providers)"

    def __reduce__(self) -> tuple[type[KnownPhi], tuple[object, ...]]:
        return KnownPhi, self._arguments

    def clear(self) -> None:
        """Forget all words of notes and all that was made ready for patients."""
        patients = self._arguments[0]
        self._patient = lru_cache(_PATIENTS_AT_ONCE)(lambda patient: _of_patient(patients[patient]))
        self._own = lru_cache(_PATIENTS_AT_ONCE)(_of_patient)
        self._words = self._new_words(Vocabulary())

    def _new_words(self, vocabulary: Vocabulary) -> tuple[Words, Marks]:
        return Words(vocabulary, self._arguments[2]), Marks()

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        return sorted(self._find(doc.patient, doc.meta.get(KNOWN), layout))

    def _find(self, patient: str | None, own: Person | None, layout: Layout) -> set[Span]:
        words, of_providers = self._words
        if words.vocabulary is not layout.tokens.vocabulary:
            self._words = words, of_providers = self._new_words(layout.tokens.vocabulary)
        words.grow(lambda new: self._providers.mark(new, words, of_providers))
        note = Note(layout, words)
        spans = set(self._providers.find(note, of_providers))
        known = [self._patient(patient)] if patient is not None and patient in self._arguments[0] else []
        for one in (*known, self._own(own)) if own else known:
            spans.update(one.find(note, one.marks_in(note)))
        return spans


@dataclass(frozen=True, slots=True, repr=False)
class Marks:
    """Words of interest by their ids: to which finders (a bit each), and which names words with a slip stand for."""

    interests: dict[int, int] = field(default_factory=dict)
    slips: dict[int, str] = field(default_factory=dict)
    ids: set[int] = field(default_factory=set)


class Finder(Protocol):
    """Finds PHI that begins with one of the words `starts`; `find` gets the tokens that are such words."""

    @property
    def starts(self) -> Collection[str]: ...

    def find(self, note: Note, at: list[int]) -> Iterator[Span]: ...


class _Known:
    """All finders for a patient, or for all providers, and which of them a word is of interest to."""

    def __init__(self, names: NameFinder, others: Iterable[Finder], literals: Iterable[LiteralFinder]) -> None:
        self._names = names
        self._others = [other for other in others if other.starts]
        self._literals = list(literals)
        self._interests = dict.fromkeys(names.starts, _NAMES)
        for number, other in enumerate(self._others, 1):
            for word in other.starts:
                self._interests[word] = self._interests.get(word, 0) | _NAMES << number

    def mark(self, word_ids: Iterable[int], words: Words, marks: Marks) -> None:
        """Add the words of interest among those with these ids."""
        for word_id in word_ids:
            key = words[word_id].key
            interest = self._interests.get(key, 0)
            if interest:
                marks.interests[word_id] = interest
                marks.ids.add(word_id)
            if not interest & _NAMES and word_id in words.odd and (meant := self._names.words.meant_by(key)):
                marks.slips[word_id] = meant
                marks.ids.add(word_id)

    def marks_in(self, note: Note) -> Marks:
        """The words of interest in a note, found without a look at each of its words."""
        marks = Marks()
        ids = note.words.ids
        exact: set[int] = set().union(*(ids[key] for key in self._interests.keys() & ids.keys()))
        self.mark((note.kinds & exact) | (note.kinds & note.words.odd), note.words, marks)
        return marks

    def find(self, note: Note, marks: Marks) -> Iterator[Span]:
        for literal in self._literals:
            yield from literal.find(note.text)
        here = note.kinds & marks.ids
        if not here:
            return
        places = [(at, note.ids[at]) for at in note.places(here)]
        asked = [(at, marks.interests.get(word_id, 0)) for at, word_id in places]
        slips = {at: marks.slips[word_id] for at, word_id in places if word_id in marks.slips}
        yield from self._names.find(note, [at for at, interest in asked if interest & _NAMES], slips)
        for number, other in enumerate(self._others, 1):
            yield from other.find(note, [at for at, interest in asked if interest & _NAMES << number])


def _of_patient(patient: Person) -> _Known:
    own = [(name, "known:patient-name") for name in patient.names]
    relatives = [(name, "known:relative") for name in patient.relatives]
    emails = [detail.value for detail in patient.numbers if detail.label == "EMAIL"]
    glyphs = [text for name, _ in own + relatives for text in unspaced(name)]
    zips = [detail.value for detail in patient.numbers if detail.label == "ZIP"]
    return _Known(
        NameFinder(own + relatives, "PATIENT"),
        [
            InitialsFinder(patient.names, "PATIENT", "known:patient-name"),
            BirthDateFinder(patient.birth_dates),
            NumberFinder((detail for detail in patient.numbers if detail.label != "ZIP"), "known:number"),
            NumberFinder((detail for detail in patient.numbers if detail.label == "ZIP"), "known:address"),
            PlaceFinder(patient.places, zips),
        ],
        [
            LiteralFinder(emails, "EMAIL", "known:email", sign="@"),
            LiteralFinder(glyphs, "PATIENT", "known:patient-name"),
        ],
    )


def _of_providers(providers: Iterable[Person]) -> _Known:
    providers = list(providers)
    names = [(name, "known:provider") for provider in providers for name in provider.names]
    numbers = [detail for provider in providers for detail in provider.numbers]
    emails = [detail.value for detail in numbers if detail.label == "EMAIL"]
    return _Known(
        NameFinder(names, "DOCTOR", only_families=True),
        [NumberFinder(numbers, "known:provider")],
        [LiteralFinder(emails, "EMAIL", "known:provider", sign="@")],
    )
