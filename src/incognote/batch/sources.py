"""What a batch reads and where it writes, told by a path."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from incognote.batch.job import Job
from incognote.batch.journal import Journal
from incognote.batch.run import Batch, FileSource, Progress, work_folder
from incognote.containers import omop, texts
from incognote.containers.base import Container, Cutting, Tabular
from incognote.containers.detect import container_of, files_of, passed_over, require_fitting_name
from incognote.containers.streams import suffix_of
from incognote.errors import ConfigError, DamagedInputError, OutputError
from incognote.formats.files import kinds, note_id
from incognote.replace.keys import pseudonym

_TELLING = frozenset({"fhir", "fhir-ndjson", "hl7", "ccda"})
"""Containers whose records say who a patient is, apart from the texts."""


def batch_of(
    source: str,
    out: str,
    name: str | None,
    job: Job,
    cutting: Cutting,
    plan: Mapping[str, Any],
    workers: int,
    seconds: float,
    tell: Progress,
) -> Batch:
    """The run for a path, in the format of that name or the one that its content tells."""
    path, target = Path(source), Path(out)
    if path.is_dir() and target.resolve().is_relative_to(path.resolve()):
        raise ConfigError("--out lies inside the input, and would be read as notes the next time; choose another place")
    container = container_of(path, name)
    require_fitting_name(target, path, container)
    if container.name in _TELLING or container.name == "texts":
        _require_no_columns(container, cutting)
    if container.name in _TELLING:
        job = replace(job, records_tell=True)
    files = files_of(path, container)
    if not files or (container.name == "texts" and not texts.has_notes(path)):
        raise DamagedInputError(
            path, f"it holds no files of the format {container.name}", "check --format and the path"
        )
    sources = [FileSource(container, file, _target(file, path, target, container, job)) for file in files]
    _require_apart(sources)
    _require_room(sources, target)
    if job.keep_names and container.name == "texts" and suffix_of(path) != ".txt":
        texts.require_names(path)
    whole = {**plan, "format": container.name}
    staying: tuple[str, ...] = ()
    with suppress(*((DamagedInputError,) if len(files) > 1 else ())):  # of a file among others, told in its turn
        staying = container.staying(files, cutting) if isinstance(container, Tabular) else ()
    others = kinds(passed_over(path, container))
    return Batch(job, container, cutting, sources, target, whole, workers, seconds, staying, others, tell)


def _require_no_columns(container: Container, cutting: Cutting) -> None:
    """Whoever asks for columns to be dropped or shifted must not believe that they were."""
    if cutting.dropped or cutting.dates:
        raise ConfigError(f"{container.name} has no columns for --drop-columns or --date-columns; leave them out")


def _require_apart(sources: Sequence[FileSource]) -> None:
    """An error now, and not in the end, if two files would get one name."""
    taken: set[Path] = set()
    for source in sources:
        new = {source.target, *_companions(source)}
        if not taken.isdisjoint(new):
            remedy = "give it a name that differs in more than its ending"
            raise DamagedInputError(source.path, "what is made of it would get the name of another file", remedy)
        taken |= new


def _require_room(sources: Sequence[FileSource], target: Path) -> None:
    """An error now if a companion's name is taken, unless a run goes on that may have placed it.

    The run itself says so of the output, and companions within it.
    """
    if os.path.lexists(target) or Journal(work_folder(target)).is_begun:
        return
    for source in sources:
        for path in (target.parent / companion for companion in _companions(source)):
            if os.path.lexists(path):
                raise OutputError(f"{path} exists already; remove it or choose another place")


def _companions(source: FileSource) -> list[Path]:
    """What is written beside a file's output."""
    return [omop.companion_of(source.target, source.path)] if source.container.name == "omop" else []


def _target(file: Path, path: Path, out: Path, container: Container, job: Job) -> Path:
    """Where the output of a file goes. Files of a folder get new names, since the old ones may hold PHI."""
    if file == path:
        return Path(out.name)
    suffix = next(suffix for suffix in container.suffixes if file.name.lower().endswith(suffix))
    below = file.relative_to(path)
    return Path(out.name) / (below if job.keep_names else pseudonym(job.key, note_id(file, path)) + suffix)
