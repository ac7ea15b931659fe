"""What Spark's Python processes do with Arrow batches: look at notes, and rewrite them."""

from __future__ import annotations

import hmac
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from incognote.adapters.arrow_notes import notes_of, rewritten
from incognote.batch.job import EXCLUDED, Job, Left, Looking, Worker
from incognote.containers.base import NewNote, Note
from incognote.containers.columns import Columns
from incognote.errors import ConfigError, FaultError, IncognoteError
from incognote.replace.ahead import Glimpse
from incognote.replace.keys import Key
from incognote.replace.surrogates.scope import by_patient

SCOPE, GLIMPSE = "incognote_scope", "incognote_glimpse"
"""Columns on the way: whose a row is, and what notes tell of their patient, in rows that are no notes."""

_PURPOSE = "spark/1"
_SIZE = 16
_AT_ONCE = 500
_NOTHING = Glimpse()


@dataclass(frozen=True, repr=False)
class Look:
    """Adds to rows whose they are, and to batches rows with what their notes tell."""

    job: bytes
    columns: Columns
    largest: int

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        job = _job(self.job)
        looking = job.looking()
        for batch in batches:
            with _Quiet():
                notes = notes_of(batch, self.columns, self.largest)
                scopes = [b"" if isinstance(note, Left) else _hidden(job.key, _scope(looking, note)) for note in notes]
                told = looking.glimpses([note for note in notes if isinstance(note, Note)])
                glimpses = {_hidden(job.key, scope): glimpse for scope, glimpse in told.items()}
            yield from self._marked(batch, scopes, glimpses)

    @staticmethod
    def _marked(batch: Any, scopes: Sequence[bytes], glimpses: Mapping[bytes, Glimpse]) -> Iterator[Any]:
        import pyarrow as pa

        names = [*batch.schema.names, SCOPE, GLIMPSE]
        rows = [*batch.columns, pa.array(scopes, pa.binary()), pa.nulls(len(scopes), pa.binary())]
        yield pa.RecordBatch.from_arrays(rows, names)
        told = [pa.array(glimpses, pa.binary()), pa.array([one.to_bytes() for one in glimpses.values()], pa.binary())]
        yield pa.RecordBatch.from_arrays(
            [*(pa.nulls(len(glimpses), kind) for kind in batch.schema.types), *told], names
        )


@dataclass(frozen=True, repr=False)
class Rewrite:
    """Rewrites notes, which come behind what all notes of their patient tell."""

    job: bytes
    columns: Columns
    largest: int

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        key = _job(self.job).key
        worker = _worker(self.job)
        ahead = _Ahead(key)
        for batch in batches:
            for start in range(0, batch.num_rows, _AT_ONCE):
                with _Quiet():
                    new = self._rewritten(batch.slice(start, _AT_ONCE), worker, ahead)
                yield new

    def _rewritten(self, batch: Any, worker: Worker, ahead: _Ahead) -> Any:
        import pyarrow as pa
        import pyarrow.compute as pc

        if GLIMPSE in batch.schema.names:
            ahead.hear(batch.column(SCOPE).to_pylist(), batch.column(GLIMPSE).to_pylist())
            batch = batch.filter(pc.is_null(batch.column(GLIMPSE))).drop_columns([SCOPE, GLIMPSE])
        new = _new(notes_of(batch, self.columns, self.largest), worker, ahead)
        stays = [not (isinstance(one, Left) and one.reason == EXCLUDED) for one in new]
        return rewritten(batch, self.columns, new).filter(pa.array(stays, pa.bool_()))


def _new(notes: Sequence[Note | Left], worker: Worker, ahead: _Ahead) -> list[NewNote | Left]:
    """A new note for each note, or why there is none."""
    readable = [note for note in notes if isinstance(note, Note)]
    new = iter(worker.rewrite(readable, ahead))
    return [note if isinstance(note, Left) else next(new) for note in notes]


@dataclass(frozen=True, repr=False)
class _Ahead(Mapping[str, Glimpse]):
    """What all notes tell of the patients of some rows. Rows come sorted, so that only the last goes on to the next."""

    key: Key
    told: dict[bytes, Glimpse] = field(default_factory=dict)

    def hear(self, scopes: Sequence[bytes], glimpses: Sequence[bytes | None]) -> None:
        """Go on to other rows."""
        for scope in self.told.keys() - {*scopes[:1]}:
            del self.told[scope]
        for scope, glimpse in zip(scopes, glimpses, strict=True):
            if glimpse is not None:
                self.told[scope] = self.told.get(scope, _NOTHING) | Glimpse.from_bytes(glimpse)

    def __getitem__(self, scope: str) -> Glimpse:
        return self.told[_hidden(self.key, scope)]

    def __iter__(self) -> Iterator[str]:
        raise NotImplementedError("scopes are hidden; ask for one by its name")

    def __len__(self) -> int:
        return len(self.told)


class _Quiet:
    """An error's message might quote a note, and Spark would write it to its log."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, IncognoteError):
            raise FaultError(f"notes couldn't be read or written ({type(error).__name__}); please report it") from None


@lru_cache(maxsize=1)
def _job(sealed: bytes) -> Job:
    job: Job = pickle.loads(sealed)
    return job


@lru_cache(maxsize=1)
def _worker(sealed: bytes) -> Worker:
    """Made ready once a process, which Spark keeps for many tasks."""
    return _job(sealed).open()


def _scope(looking: Looking, note: Note) -> str:
    """The name of what a note's surrogates depend on: its patient; a note of nobody has one of its own."""
    try:
        patient = looking.patient_of(note.doc)
    except ConfigError:  # told when the note is rewritten
        patient = None
    return by_patient(replace(note.doc, patient=patient))


def _hidden(key: Key, scope: str) -> bytes:
    return hmac.digest(key.subkey(_PURPOSE), scope.encode("utf-8", "surrogatepass"), "sha256")[:_SIZE]
