"""The way of a note: its layout, what each detector finds, and disjoint spans in the end."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from incognote.errors import DetectionError, IncognoteError
from incognote.layout import lay_out
from incognote.layout.folding import readings
from incognote.replace.earlier_tags import outside_tags
from incognote.resolve import resolve
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.layout.folding import Folded
    from incognote.types import Document, Layout, Span


class Detector(Protocol):
    """Finds spans in a note. `doc.spans` holds what earlier detectors found."""

    def detect(self, doc: Document, layout: Layout) -> Sequence[Span]: ...


@runtime_checkable
class Judge(Protocol):
    """A detector that has seen what earlier ones found, and says what of it counts besides its own finds."""

    def counts(self, span: Span) -> bool: ...


class Pipeline:
    """Detectors in order. It keeps words of notes only to compute what depends on a word once."""

    def __init__(self, name: str, detectors: Sequence[Detector]) -> None:
        self.name = name
        self.detectors = tuple(detectors)
        self._judged = [(one, one if isinstance(one, Judge) else None) for one in self.detectors]
        self._vocabulary = Vocabulary(limit=40_000)
        self._one_at_a_time = Lock()

    def __repr__(self) -> str:
        return f"Pipeline({self.name!r}, {len(self.detectors)} detectors)"

    def suspect(self, doc: Document) -> Document:
        """The note with every span that any detector found, overlapping ones too, each with its source."""
        with self._one_at_a_time, _without_collecting():  # detectors learn words as they go
            return doc.with_spans(self._found(self._laid_out(doc)))

    def find(self, doc: Document) -> Document:
        """The note with the disjoint spans that were found in it, outside the tags that it has already."""
        with self._one_at_a_time, _without_collecting():
            return self._resolved(doc, self._laid_out(doc))

    def find_many(self, docs: Sequence[Document]) -> list[Document | DetectionError]:
        """What `find` gives of each of many notes, faster; in place of a note on which a detector failed, its error.

        A note's spans don't depend on the notes beside it. Errors that a user can mend are raised, as `find` does.
        """
        with self._one_at_a_time, _without_collecting():
            laid_out = [self._laid_out(doc) for doc in docs]  # first, so that detectors learn the words of all at once
            return [self._resolved_or_failed(doc, ways) for doc, ways in zip(docs, laid_out, strict=True)]

    def _resolved_or_failed(self, doc: Document, ways: Sequence[_Way]) -> Document | DetectionError:
        try:
            return self._resolved(doc, ways)
        except DetectionError as error:
            return error

    def _resolved(self, doc: Document, ways: Sequence[_Way]) -> Document:
        return outside_tags(doc.with_spans(resolve(self._found(ways))))

    def _laid_out(self, doc: Document) -> list[_Way]:
        """A note as a person reads it, however its characters are written, in each way that it may be read."""
        self._vocabulary = self._vocabulary.renewed()
        ways: list[tuple[Document, Folded | None]] = [*readings(doc)] or [(doc, None)]
        return [_Way(reading, lay_out(reading.text, self._vocabulary), folded) for reading, folded in ways]

    def _found(self, ways: Sequence[_Way]) -> list[Span]:
        """What detectors find in a note."""
        if len(ways) == 1 and ways[0].folded is None:
            return self._detected(ways[0])
        found = [way.folded.unfolded(span) if way.folded else span for way in ways for span in self._detected(way)]
        return list({(span.source, span): span for span in found}.values())

    def _detected(self, way: _Way) -> list[Span]:
        doc = way.doc
        found: list[Span] = []
        for detector, judge in self._judged:
            try:
                new = detector.detect(doc.with_spans(found) if found or doc.spans else doc, way.layout)
                if judge:
                    found = [span for span in found if judge.counts(span)]
                found += new
            except IncognoteError:
                raise
            except Exception as error:  # its message might quote the note
                raise DetectionError(doc.id, type(detector).__name__, type(error).__name__) from None
        return found


class _Way(NamedTuple):
    """A way to read a note, its layout, and the way back where the note is written otherwise."""

    doc: Document
    layout: Layout
    folded: Folded | None


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Put off Python's search for cyclic garbage.

    In a long note it would go through all that was found so far again and again, a third of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
