"""Known PHI: a patient's own details in that patient's notes, and the names and numbers of providers in every note."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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

_PATIENTS_AT_ONCE = 1000
_SLIPS_AT_ONCE = 100_000
_SHORTEST_SLIP = 4  # letters: one fewer than the shortest name that slips are looked for in


class KnownPhi:
    """Finds what tables of patients and providers say of a note's patient and of all providers.

    `is_word` says whether a folded word is a common or medical one; such words are names only where they look like
    names, and never misspelled ones. A note without a patient, or with one who isn't in the table, has providers only.
    """

    def __init__(
        self, patients: Mapping[str, Person], providers: Iterable[Person], is_word: Callable[[str], bool]
    ) -> None:
        self._arguments = (patients, tuple(providers), is_word)
        self.clear()

    def __repr__(self) -> str:
        patients, providers, _ = self._arguments
        return f"KnownPhi({len(patients)} patients, {len(providers)} providers)"

    def __reduce__(self) -> tuple[type[KnownPhi], tuple[object, ...]]:
        return KnownPhi, self._arguments

    def clear(self) -> None:
        """Forget all words of notes and all that was made ready for patients."""
        patients, providers, is_word = self._arguments
        self._patient = lru_cache(_PATIENTS_AT_ONCE)(lambda patient: _of_patient(patients[patient]))
        self._providers = _of_providers(providers)
        self._words = Words(Vocabulary(), is_word)

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        patients, _, is_word = self._arguments
        words = self._words
        if words.vocabulary is not layout.tokens.vocabulary:
            words = self._words = Words(layout.tokens.vocabulary, is_word)
        note = Note(layout, words)
        known = [self._providers]
        if doc.patient is not None and doc.patient in patients:
            known.append(self._patient(doc.patient))
        return sorted({span for each in known for span in each.find(note)})


class Finder(Protocol):
    """Finds PHI that begins with one of the words `starts`; `find` gets the tokens that are such words."""

    @property
    def starts(self) -> Collection[str]: ...

    def find(self, note: Note, at: list[int]) -> Iterator[Span]: ...


class _Known:
    """All finders for a patient, or for all providers, and which of them a word is of interest to."""

    def __init__(
        self, names: NameFinder, others: Iterable[Finder], literals: Iterable[LiteralFinder], slips_at_once: int = 0
    ) -> None:
        self._names = names
        self._others = [other for other in others if other.starts]
        self._literals = list(literals)
        self._meant_by = lru_cache(slips_at_once)(names.words.meant_by) if slips_at_once else names.words.meant_by
        self._interests = dict.fromkeys(names.starts, 1)
        for number, other in enumerate(self._others, 1):
            for word in other.starts:
                self._interests[word] = self._interests.get(word, 0) | 1 << number

    def find(self, note: Note) -> Iterator[Span]:
        for literal in self._literals:
            yield from literal.find(note.text)
        interests = self._interests
        wanted = {word_id: found for word_id, word in note.words.items() if (found := interests.get(word.key))}
        meant = {word_id: name for word_id, key in note.odd_words if (name := self._slip(word_id, key, wanted))}
        if not wanted and not meant:
            return
        places = [(at, wanted[word_id]) for at, word_id in enumerate(note.ids) if word_id in wanted]
        slips = {at: meant[word_id] for at, word_id in enumerate(note.ids) if word_id in meant} if meant else {}
        yield from self._names.find(note, [at for at, found in places if found & 1], slips)
        for number, other in enumerate(self._others, 1):
            if at := [place for place, found in places if found & 1 << number]:
                yield from other.find(note, at)

    def _slip(self, word_id: int, key: str, wanted: Mapping[int, int]) -> str | None:
        if len(key) < _SHORTEST_SLIP or wanted.get(word_id, 0) & 1:
            return None
        return self._meant_by(key)


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
        slips_at_once=_SLIPS_AT_ONCE,
    )
