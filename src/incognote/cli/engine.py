"""What commands that find PHI share: the engine's options, and what is known of the people in the notes."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from incognote.cli.reading import PATH_TYPE, Reader
from incognote.engine_choice import EngineChoice
from incognote.errors import ConfigError, DetectionError, shown
from incognote.pipeline import Pipeline, groups
from incognote.points import ALL
from incognote.replace.earlier_tags import outside_tags
from incognote.resolve import resolve
from incognote.types import Document
from incognote.wording import number

if TYPE_CHECKING:
    from incognote.detect.cascade import Cascade
    from incognote.detect.tagger import Tagger
    from incognote.known.patient_of import PatientOf

_PATIENTS_HELP = "What is known of the patients; a patient column or --patient-of must say whose note a note is."
_PATIENT_OF_HELP = (
    "Whose note a note is: a table with the columns note and patient, path:REGEX with a group for the patient's id, or "
    "field:NAME for a field in its text. Without it: what the format says."
)

_POINT_HELP = "How much to find: an operating point of the engine, balanced, safe or strict.  [default: safe]"
_GPU_HELP = "Run the encoder of incognote on the GPU, which takes PyTorch."
_SHARES_HELP = (
    "How likely something must be PHI, between 0 and 1; a lower one finds more. A number alone is for all labels in "
    "place of the point's own thresholds, DATE=0.02 for one. May be given several times."
)


def engine_for(choice: EngineChoice, path: Path, reader: Reader, without: tuple[str, ...] = ()) -> Engine:
    """The engine for the notes of a path, made before any is read, so that a wrong option costs nothing."""
    from incognote.known.patient_of import PatientOf
    from incognote.known.tables import read_excluded, read_patients

    reader.format_of(path)  # before what takes seconds
    patients = read_patients(choice.patients) if choice.patients else None
    pipeline = choice.pipeline(reader.settings.engine, patients, without)
    patient_of = PatientOf.parse(choice.patient_of) if choice.patient_of else PatientOf()
    excluded = read_excluded(choice.exclude) if choice.exclude else None
    return Engine(pipeline, reader, patient_of, patients, excluded, asks_whose=choice.patient_of is not None)


class Engine:
    """A pipeline, and the notes for it. What fails on a note sets the note aside or stops, as the reader is told."""

    def __init__(
        self,
        pipeline: Pipeline,
        reader: Reader,
        patient_of: PatientOf,
        patients: Container[str] | None,
        excluded: frozenset[str] | None,
        asks_whose: bool = False,
    ) -> None:
        self._pipeline = pipeline
        self._reader = reader
        self._patient_of = patient_of
        self._asks_whose = asks_whose
        self._patients = patients
        self._excluded = excluded
        self._left_out = 0
        self._met: set[str] = set()
        self._unlisted = 0
        self._nobodys = 0
        self._of_someone = 0

    def notes(self, path: Path) -> Iterator[Document]:
        """The notes with their patients, less those of excluded patients."""
        from incognote.known.ids import plain_id

        for doc in self._reader.read(path):
            try:
                patient = self._patient_of(doc)
            except ConfigError as error:
                self._reader.aside(error)
                continue
            if self._excluded is not None and patient is None:
                problem = f"note {shown(doc.id)}: it may be of a patient that --exclude names"
                self._reader.aside(ConfigError(f"{problem}; say whose note each is with --patient-of"))
            elif self._excluded and patient and plain_id(patient) in self._excluded:
                self._left_out += 1
                self._met.add(plain_id(patient))
            else:
                if self._patients is not None:
                    self._nobodys += patient is None
                    self._unlisted += patient is not None and patient not in self._patients
                self._of_someone += patient is not None
                yield replace(doc, patient=patient)

    def glance(self, path: Path) -> Iterator[Document]:
        """The notes with their patients, to look at beforehand; what fails is told when they are read in earnest."""
        for doc in self._reader.glance(path):
            with suppress(ConfigError):
                yield replace(doc, patient=self._patient_of(doc))

    def taggers(self) -> list[Tagger | Cascade]:
        """The detectors that learned."""
        from incognote.detect.cascade import Cascade
        from incognote.detect.tagger import Tagger

        return [detector for detector in self._pipeline.detectors if isinstance(detector, Tagger | Cascade)]

    def suspects(self, doc: Document) -> Document | None:
        """The note with all that was suspected; None if it was set aside."""
        try:
            return self._pipeline.suspect(doc)
        except DetectionError as error:
            self._reader.aside(error)
            return None

    def found(self, doc: Document) -> Document | None:
        """The note with disjoint spans; None if it was set aside."""
        suspects = self.suspects(doc)
        return self.settled(suspects) if suspects else None

    def found_in(self, path: Path) -> Iterator[tuple[int, Document]]:
        """The notes with disjoint spans, each with its number in the input, but those that were set aside."""
        numbers: deque[int] = deque()  # since the reader is further on than what is given

        def counted() -> Iterator[Document]:
            for doc in self.notes(path):
                numbers.append(self._reader.notes)
                yield doc

        for docs in groups(counted()):
            for found in self._pipeline.find_many(docs):
                at = numbers.popleft()
                if isinstance(found, DetectionError):
                    self._reader.aside(found)
                else:
                    yield at, found

    def suspects_in(self, path: Path) -> Iterator[Document]:
        """The notes with all that was suspected, but those that were set aside."""
        return filter(None, map(self.suspects, self.notes(path)))

    @staticmethod
    def settled(suspects: Document) -> Document:
        """The note with disjoint spans, outside the tags that it has already."""
        return outside_tags(suspects.with_spans(resolve(suspects.spans)))

    def finish(self) -> None:
        """Say what was left out, unknown or set aside; leave with its exit code if anything was set aside."""
        if self._left_out:
            click.echo(f"{number(self._left_out, 'note')} of excluded patients left out", err=True)
        if missing := len((self._excluded or frozenset()) - self._met):
            click.echo(f"{number(missing, 'patient')} of --exclude had no note here; check the ids", err=True)
        if self._asks_whose and not self._of_someone:
            click.echo("warning: --patient-of found a patient for none of the notes; check it", err=True)
        if self._unlisted:
            click.echo(f"{number(self._unlisted, 'note')} of patients who aren't in --patients", err=True)
        if self._nobodys:
            problem = f"{number(self._nobodys, 'note')} without a patient, so --patients says nothing"
            click.echo(f"{problem}; --patient-of must say whose notes they are", err=True)
        self._reader.finish()


def _listed(values: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


def _one(context: click.Context, option: click.Parameter, names: tuple[str, ...]) -> str | None:
    """The one engine that was named, if any: taking the last of several would leave PHI that another finds."""
    if len(names) > 1:
        raise ConfigError("--engine is given twice; name one engine, or write a recipe that joins their detectors")
    if names == ("",):
        raise ConfigError("--engine is empty; name an engine, a recipe file or a model's folder")
    return names[0] if names else None


def _shares(context: click.Context, option: click.Parameter, values: tuple[str, ...]) -> dict[str, float]:
    """Thresholds by label; a number alone is for all."""
    found = {}
    for value in values:
        label, _, share = value.rpartition("=")
        try:
            found[label or ALL] = float(share)
        except ValueError:
            raise ConfigError(f"--threshold {value}: write a number such as 0.1, or LABEL=0.1") from None
    return found


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options of engines to a command, which gets a `choice` in their place."""

    @click.option(
        "--engine",
        "name",
        multiple=True,
        callback=_one,
        metavar="NAME",
        help="The engine: a name, a recipe file or a model's folder.  [default: incognote]",
    )
    @click.option("--point", metavar="NAME", help=_POINT_HELP)
    @click.option("--threshold", "thresholds", multiple=True, callback=_shares, metavar="[LABEL=]P", help=_SHARES_HELP)
    @click.option("--gpu", is_flag=True, help=_GPU_HELP)
    @click.option("--also", multiple=True, metavar="MODULE", help="Modules to switch on, with commas.")
    @click.option("--without", multiple=True, metavar="MODULE", help="Modules to switch off, with commas.")
    @click.option("--patients", type=PATH_TYPE, metavar="TABLE", help=_PATIENTS_HELP)
    @click.option("--providers", type=PATH_TYPE, metavar="TABLE", help="What is known of doctors, nurses and others.")
    @click.option("--patient-of", metavar="WHERE", help=_PATIENT_OF_HELP)
    @click.option("--exclude", type=PATH_TYPE, metavar="FILE", help="Ids of patients whose notes are left out whole.")
    @functools.wraps(command)
    def wrapped(
        name: str | None,
        point: str | None,
        thresholds: dict[str, float],
        gpu: bool,
        also: tuple[str, ...],
        without: tuple[str, ...],
        patients: Path | None,
        providers: Path | None,
        patient_of: str | None,
        exclude: Path | None,
        **others: Any,
    ) -> Any:
        also, without = _listed(also), _listed(without)
        choice = EngineChoice(name, also, without, patients, providers, patient_of, exclude, point, thresholds, gpu)
        return command(choice=choice, **others)

    return wrapped
