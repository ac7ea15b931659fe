"""What is to be done with the notes of an archive, in a form that any process can be sent, and who does it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date

from incognote.config import EngineConfig
from incognote.containers.base import Edit, NewNote, Note
from incognote.containers.columns import is_number
from incognote.detect.known import KNOWN
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, DetectionError, shown
from incognote.known.ids import plain_id
from incognote.known.patient_of import PatientOf
from incognote.known.people import Person
from incognote.known.tables import read_excluded, read_patients
from incognote.replace.ahead import Glimpse, Look, both_known, gathered
from incognote.replace.alignment_file import stretches_of
from incognote.replace.choices import ReplaceChoice
from incognote.replace.date_notes import shift_dates
from incognote.replace.keys import Key
from incognote.replace.names import Pseudonyms, renamed
from incognote.replace.rewriter import Rewriter
from incognote.replace.shifts import Shift
from incognote.replace.surrogates.scope import by_patient
from incognote.types import Document, Span

EXCLUDED = "excluded"
"""Why a note of a patient of --exclude is left out. It is no failure."""

_NOTHING = Glimpse()


@dataclass(frozen=True, repr=False)
class Left:
    """Why a note isn't written."""

    reason: str


@dataclass(frozen=True, repr=False)
class Job:
    """How PHI is found and replaced. `today` is one day for the whole job, however long it takes.

    `records_tell` is for archives whose records bring known PHI along. With `keep_names` ids stay as they are.
    """

    key: Key
    engine: EngineChoice = field(default_factory=EngineChoice)
    settings: EngineConfig = field(default_factory=EngineConfig)
    replacing: ReplaceChoice = field(default_factory=ReplaceChoice)
    keep_names: bool = False
    records_tell: bool = False
    today: date | None = None

    @property
    def look(self) -> Look:
        return Look.of(self.replacing, self.key)

    def looking(self) -> Looking:
        """Made ready to look at notes before any is rewritten, which takes no engine."""
        return Looking(self.look, _patient_of(self.engine))

    def open(self) -> Worker:
        """Made ready for notes, which takes a second or two: once a process."""
        return Worker(self)


def _patient_of(choice: EngineChoice) -> PatientOf:
    return PatientOf.parse(choice.patient_of) if choice.patient_of else PatientOf()


@dataclass(frozen=True, repr=False)
class Looking:
    """Sees what notes tell of their patients."""

    look: Look
    patient_of: PatientOf

    def glimpses(self, notes: Sequence[Note]) -> dict[str, Glimpse]:
        """By scope; of notes that are nobody's nothing, since none but they need it."""
        whose = list(self._whose(notes))
        found = gathered(
            lambda: (doc for doc, _ in whose if doc.patient or self.look.scope_of is not by_patient), self.look
        )
        for doc, known in whose:
            if known and doc.patient:
                scope = by_patient(doc)
                found[scope] = found.get(scope, _NOTHING) | Glimpse(known=known)
        return found

    def _whose(self, notes: Sequence[Note]) -> Iterator[tuple[Document, Person | None]]:
        """Notes with their patients, and what their records say of those."""
        for note in notes:
            with suppress(ConfigError):  # told when the note is rewritten
                yield replace(note.doc, patient=self.patient_of(note.doc)), note.known


class Worker:
    """Rewrites notes. It keeps words of notes only to compute what depends on a word once."""

    def __init__(self, job: Job) -> None:
        choice = job.engine
        self._job = job
        patients = read_patients(choice.patients) if choice.patients else None
        self._pipeline = choice.pipeline(job.settings, patients, records_tell=job.records_tell)
        self._patient_of = _patient_of(choice)
        self._excluded = read_excluded(choice.exclude) if choice.exclude else None
        self._names = None if job.keep_names else Pseudonyms(job.key)
        self._ahead: dict[str, Glimpse] = {}
        self._rewriter = Rewriter(job.replacing, job.key, self._ahead, job.today)

    def rewrite(self, notes: Sequence[Note], ahead: Mapping[str, Glimpse]) -> list[NewNote | Left]:
        """Each note anew, or why it isn't; `ahead` is what all notes of the archive tell of their patients."""
        docs = [self._whose(note) for note in notes]
        self._ahead.clear()
        self._ahead.update(self._told([doc for doc in docs if isinstance(doc, Document)], ahead))
        known = [
            doc if isinstance(doc, Left) else self._with_known(doc, note) for note, doc in zip(notes, docs, strict=True)
        ]
        found = iter(self._found([doc for doc in known if isinstance(doc, Document)]))
        return [
            doc if isinstance(doc, Left) else self._new(next(found), note)
            for note, doc in zip(notes, known, strict=True)
        ]

    def _told(self, docs: Sequence[Document], ahead: Mapping[str, Glimpse]) -> Iterator[tuple[str, Glimpse]]:
        """What is told of the scopes of these notes; of one that is nobody's it is the note itself that tells."""
        look = self._job.look
        yield from gathered(lambda: (doc for doc in docs if doc.patient is None), look).items()
        for scope in {scope for doc in docs for scope in (look.scope_of(doc), by_patient(doc))}:
            if scope in ahead:
                yield scope, ahead[scope]

    def _whose(self, note: Note) -> Document | Left:
        """The note with its patient; not if that is a patient whose notes are left out, or may be."""
        try:
            patient = self._patient_of(note.doc)
        except ConfigError as error:
            return Left(str(error).removeprefix(f"note {shown(note.doc.id)}: "))  # ids may be PHI
        if self._excluded is not None and patient is None:
            return Left("it may be of a patient that --exclude names; say whose note each is with --patient-of")
        if self._excluded and patient and plain_id(patient) in self._excluded:
            return Left(EXCLUDED)
        return replace(note.doc, patient=patient)

    def _with_known(self, doc: Document, note: Note) -> Document:
        elsewhere = self._ahead.get(by_patient(doc), _NOTHING).known if doc.patient else None
        known = both_known(note.known, elsewhere)
        return replace(doc, meta={KNOWN: known}) if known else doc

    def _found(self, docs: Sequence[Document]) -> Iterator[Document | Left]:
        for found in self._pipeline.find_many(docs):
            if isinstance(found, DetectionError):
                yield Left(f"{found.detector} failed ({found.problem})")
            else:
                yield found

    def _new(self, found: Document | Left, note: Note) -> NewNote | Left:
        if isinstance(found, Left):
            return found
        try:
            return self._rewritten(found, note)
        except Exception as error:  # its message might quote the note
            return Left(f"its PHI couldn't be replaced ({type(error).__name__})")

    def _rewritten(self, found: Document, note: Note) -> NewNote:
        tagged_before = self._rewriter.tagged
        rewritten = self._rewriter.rewrite(found)
        numbers = note.numbers if is_number(found.patient) else note.numbers - {"patient"}
        doc = renamed(rewritten.doc, self._names, numbers) if self._names else rewritten.doc
        shift = None if self._job.replacing.leaves_dates else self._rewriter.shift(found)
        counts = {
            "labels": Counter(span.label for span in rewritten.replaced.spans),
            "dates": rewritten.dates,
            "tagged": self._rewriter.tagged - tagged_before,
        }
        replaced = stretches_of(rewritten.replaced, rewritten.alignment)
        edits = [Edit(one.old_start, one.old_end, doc.text[one.new_start : one.new_end]) for one in replaced]
        mover = self._date_mover(shift)
        return NewNote(replace(doc, meta={}), edits, shift, mover, counts, replaced=replaced)

    def _date_mover(self, shift: Shift | None) -> DateMover:
        return DateMover(shift, self._job.replacing.day_first, self._rewriter.latest)


@dataclass(frozen=True)
class DateMover:
    """Moves a date that is written as text, by a patient's shift; None where it can't be."""

    shift: Shift | None
    day_first: bool
    latest: date | None

    def __call__(self, text: str) -> str | None:
        if self.shift is None or not text:
            return None
        doc = Document("date", text, (Span(0, len(text), "DATE"),))
        return shift_dates(doc, self.shift, self.day_first, self.latest)[0].get(0)
