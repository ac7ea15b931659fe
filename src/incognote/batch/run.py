"""The run of a batch: look at all notes, rewrite them by several processes, join what they wrote, give it its name.

Killed at any moment and started again, it goes on where it was, and what it writes in the end is the same to the byte.
"""

from __future__ import annotations

import hashlib
import os
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from incognote import __version__
from incognote.batch.ahead_store import AheadWriter, looked_at
from incognote.batch.job import Job
from incognote.batch.journal import Journal, Place, disk_errors_told, keep_all, place_all
from incognote.batch.labours import Look, Looked, Rewrite, Rewritten
from incognote.batch.pool import Pool
from incognote.batch.side_file import joined
from incognote.batch.summary import QUARANTINE, REPORT, Summary, now, set_aside, write_private, write_summary
from incognote.containers.base import Chunk, Container, Cutting, Opener, Pieces
from incognote.errors import ConfigError, DamagedInputError, OutputError, UnknownNameError
from incognote.formats.files import ALIGNMENT, visible_files
from incognote.replace.alignment_file import About, path_beside

WORK = ".work"
"""The ending of the folder beside an output in which a run keeps what it has done."""


_INPUT = "input (its place, size or time of change)"
GOING_ON = "goes on with a run that was stopped"
"""What progress is told first where an earlier start did something."""


class Source(Protocol):
    """Where notes come from: a file, or a table of a database. `stamp` is another when it has changed.

    `join` puts what was written into the run's folder, or elsewhere at once; then `run`, which no other run has, tells
    it whether it has done so before.
    """

    @property
    def name(self) -> str: ...
    def stamp(self) -> list[Any]: ...
    def chunks(self, cutting: Cutting) -> Iterator[Chunk]: ...
    def join(self, parts: Iterable[Pieces], folder: Path, run: str, cutting: Cutting) -> None: ...


@dataclass(frozen=True)
class FileSource:
    """A file, and where its output goes below the output's folder."""

    container: Container
    path: Path
    target: Path

    @property
    def name(self) -> str:
        return self.path.name

    def stamp(self) -> list[Any]:
        files = visible_files(self.path) if self.path.is_dir() else [self.path]
        told = hashlib.sha256()  # since names of files may tell whose notes they are
        for file in files:
            stat = file.stat() if file.exists() else file.lstat()  # a link to nothing
            told.update(f"{file}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode("utf-8", "surrogateescape"))
        return [len(files), told.hexdigest()]

    def chunks(self, cutting: Cutting) -> Iterator[Chunk]:
        return self.container.chunks(self.path, cutting)

    def join(self, parts: Iterable[Pieces], folder: Path, run: str, cutting: Cutting) -> None:
        out = folder / self.target
        out.parent.mkdir(parents=True, exist_ok=True)
        self.container.join(parts, out, self.path, cutting)


class Progress(Protocol):
    """Is told what is done, how many notes and characters so far, and of how many, if that is known."""

    def __call__(self, what: str, notes: int, size: int, of: tuple[int, int] | None) -> None: ...


@dataclass(frozen=True)
class Batch:
    """What is to be run. `plan` has all that the output depends on, so that a run isn't gone on with differently.

    `staying` are columns that are written as they are, and `passed_over` files of the input that aren't read, by kind.
    """

    job: Job
    container: Opener
    cutting: Cutting
    sources: Sequence[Source]
    out: Path
    plan: dict[str, Any]
    workers: int = 1
    seconds: float = 60
    staying: tuple[str, ...] = ()
    passed_over: Counter[str] = field(default_factory=Counter)
    tell: Progress = field(default=lambda what, notes, size, of: None)

    def run(self) -> Summary:
        """Do what is left to be done; the summary is of the whole run, and its times of this start."""
        begin = time.monotonic()
        journal = Journal(work_folder(self.out))
        journal.require_ours()
        plan = {**self.plan, _INPUT: self._stamps()}
        if is_new := not journal.is_begun:
            self._require_room()
            self._try_to_read()
        with journal.taken(plan):
            try:
                summary = self._run(journal, plan[_INPUT], begin, is_new)
            except (ConfigError, UnknownNameError):
                if is_new and not journal.has_parts:  # else it would stand in the way of the command put right
                    journal.remove()
                raise
            journal.remove()
        return summary

    def _run(self, journal: Journal, input: list[list[Any]], begin: float, is_new: bool) -> Summary:
        notes, size = journal.totals()
        if not is_new:
            self.tell(GOING_ON, notes, size, None)
        started = _started(journal)
        one = self._on(_one_day(journal))
        if not journal.get("joined"):
            one._rewrite(journal, *one._look(journal))
            if self._stamps() != input:
                raise _changed(journal)
            one._join(journal)
        summary = Summary.of(self, journal, started, notes, time.monotonic() - begin)
        if not journal.get("joined"):
            with disk_errors_told(self.out):
                write_summary(summary, set_aside(self, journal), journal.out, self.out)
            keep_all()
            journal.put("joined", True)
        with disk_errors_told(self.out):
            place_all(journal.out, self.out)
        keep_all()
        return summary

    def _stamps(self) -> list[list[Any]]:
        return [source.stamp() for source in self.sources]

    def _require_room(self) -> None:
        for ending in ("", REPORT, QUARANTINE, ALIGNMENT):
            path = self.out.with_name(self.out.name + ending)
            if os.path.lexists(path):
                raise OutputError(f"{path} exists already; remove it or choose another place")

    def _try_to_read(self) -> None:
        """Before anything is written: what can't be read at all, or lacks a column, is an error at once."""
        may_fail = (DamagedInputError,) if len(self.sources) > 1 else ()  # then there are others
        with suppress(*may_fail):
            for chunk in islice(self.sources[0].chunks(self.cutting), 1):
                self.container.open(chunk, self.cutting)

    def _on(self, day: date) -> Batch:
        """The same, on the day on which it began."""
        return replace(self, job=replace(self.job, today=day), cutting=replace(self.cutting, day=day))

    def _look(self, journal: Journal) -> tuple[Path | None, tuple[int, int] | None]:
        """Look at all notes, if there is anything to look for; gives the file of it, and the size of the archive."""
        path = journal.ahead
        if totals := journal.get("looked"):
            return path, (totals[0], totals[1])
        job = self.job
        if not (job.look.is_needed or job.records_tell):
            return None, None
        store = AheadWriter(path, job.key)
        notes, size = store.totals()
        self.tell("looking ahead", notes, size, None)
        pool: Pool[Chunk, Looked] = Pool(Look(job, self.container, self.cutting), self.workers, self.seconds)
        for place, looked in pool.results(self._chunks(store.done, journal)):
            if looked.failed:
                journal.add(place, {}, looked.failed)
            store.add(place, looked.glimpses, looked.notes, looked.size)
            notes, size = notes + looked.notes, size + looked.size
            self.tell("looking ahead", notes, size, None)
        store.finish()
        journal.put("looked", [notes, size])
        return path, (notes, size)

    def _rewrite(self, journal: Journal, ahead: Path | None, totals: tuple[int, int] | None) -> None:
        notes, size = journal.totals()
        self.tell("loading the engine", notes, size, totals)
        chunks = self._chunks(journal.done, journal)
        labour = Rewrite(self.job, self.container, self.cutting, ahead)
        pool: Pool[Chunk, Rewritten] = Pool(labour, self.workers, self.seconds)
        for place, done in pool.results(_looked_at(chunks, ahead, journal) if ahead else chunks):
            journal.add(place, done.pieces, done.counts)
            notes, size = notes + done.counts["notes"], size + done.counts.get("size", 0)
            self.tell("rewriting", notes, size, totals)

    def _chunks(self, done: Callable[[int], set[int]], journal: Journal) -> Iterator[tuple[Place, Chunk]]:
        """All chunks that aren't done. What can't be read any further is set aside, and the next source goes on."""
        for number, source in enumerate(self.sources):
            there, at = done(number), 0
            try:
                for chunk in source.chunks(self.cutting):
                    if at not in there:
                        yield Place(number, at), chunk
                    at += 1
            except (DamagedInputError, ConfigError) as error:  # the second if it lacks a column
                if len(self.sources) == 1 and at == 0:
                    raise  # there is nothing else
                if at not in there:
                    reason = f"{error.problem}; {error.remedy}" if isinstance(error, DamagedInputError) else str(error)
                    journal.add(Place(number, at), {}, {"notes": 0, "failures": [(0, reason)]})

    def _join(self, journal: Journal) -> None:
        with disk_errors_told(self.out):
            journal.empty_out()
            totals = journal.totals()
            self._write_side_file(journal)
            for number, source in enumerate(self.sources):
                self.tell("joining", *totals, None)
                is_empty = not any(journal.parts(number))  # failed ones gave none
                unreadable = (DamagedInputError, ConfigError) if is_empty else ()  # which is told already
                with suppress(*unreadable):
                    source.join(filter(None, journal.parts(number)), journal.out, _run(journal), self.cutting)

    def _write_side_file(self, journal: Journal) -> None:
        job = self.job
        about = About(__version__, job.replacing.style, *job.engine.named(job.settings), self.plan["format"])
        parts = (pieces for number in range(len(self.sources)) for pieces in journal.parts(number) if pieces)
        write_private(journal.out / path_beside(self.out).name, joined(about, parts))


def work_folder(out: Path) -> Path:
    return out.with_name(out.name + WORK)


def _looked_at(chunks: Iterable[tuple[Place, Chunk]], ahead: Path, journal: Journal) -> Iterator[tuple[Place, Chunk]]:
    """The chunks, which must all have been looked at: what couldn't be read then mustn't be written now."""
    looked = looked_at(ahead)
    for place, chunk in chunks:
        if place.chunk not in looked(place.source):
            raise _changed(journal)
        yield place, chunk


def _changed(journal: Journal) -> ConfigError:
    """Notes that came meanwhile weren't looked at, so they mustn't be written."""
    remedy = f"remove {journal.folder}, and start again when nobody writes to it"
    return ConfigError(f"the input was changed while it was read; {remedy}")


def _one_day(journal: Journal) -> date:
    """The day on which the run began, however long it takes."""
    if journal.get("today") is None:
        journal.put("today", date.today().isoformat())
    return date.fromisoformat(journal.get("today"))


def _started(journal: Journal) -> str:
    """When the run began, by universal time."""
    if journal.get("started") is None:
        journal.put("started", now())
    return str(journal.get("started"))


def _run(journal: Journal) -> str:
    """A name for this run, which no other has."""
    if journal.get("run") is None:
        journal.put("run", uuid.uuid4().hex)
    return str(journal.get("run"))
