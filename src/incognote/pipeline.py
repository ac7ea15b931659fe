"""The way of a note: its layout, what each detector finds, and disjoint spans in the end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, runtime_checkable

from incognote.errors import DetectionError, IncognoteError, SpanError
from incognote.layout import lay_out
from incognote.layout.folding import readings
from incognote.replace.earlier_tags import outside_tags
from incognote.resolve import resolve
from incognote.vocabulary import Vocabulary

if TYPE_CHECKING:
    from incognote.layout.folding import Folded
    from incognote.types import Document, Layout, Span


Told = TypeVar("Told")

_NOTES_AT_ONCE, _CHARACTERS_AT_ONCE = 100, 250_000


class Detector(Protocol):
    """Finds spans in a note. `doc.spans` holds what earlier detectors found."""

    def detect(self, doc: Document, layout: Layout) -> Sequence[Span]: ...


@runtime_checkable
class Judge(Protocol):
    """A detector that has seen what earlier ones found, and says what of it counts besides its own finds."""

    def counts(self, span: Span) -> bool: ...


@runtime_checkable
class Together(Protocol):
    """A detector that reads many notes faster at once than one by one, and finds the same in them."""

    def detect_many(self, docs: Sequence[Document], layouts: Sequence[Layout]) -> Sequence[Sequence[Span]]: ...


def groups(docs: Iterable[Document]) -> Iterator[list[Document]]:
    """Notes in order, as many at a time as are worth finding PHI in at once, and as take little memory."""
    some: list[Document] = []
    size = 0
    for doc in docs:
        some.append(doc)
        size += len(doc.text)
        if len(some) == _NOTES_AT_ONCE or size >= _CHARACTERS_AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some


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
            return told(_guarded(doc, lambda: doc.with_spans(self._found_alone(doc))))

    def find(self, doc: Document) -> Document:
        """The note with the disjoint spans that were found in it, outside the tags that it has already."""
        with self._one_at_a_time, _without_collecting():
            return told(self._find(doc))

    def find_many(self, docs: Sequence[Document]) -> list[Document | DetectionError]:
        """What `find` gives of each of many notes, faster; in place of a note on which something failed, the error.

        A note's spans don't depend on the notes beside it. Errors that a user can mend are raised, as `find` does.
        """
        with self._one_at_a_time, _without_collecting():
            with suppress(Exception):  # on one of them; which, is seen one by one
                laid_out = [self._laid_out(doc) for doc in docs]  # so that detectors learn the words of all at once
                found = zip(docs, self._found(laid_out), strict=True)
                return [some if isinstance(some, DetectionError) else _resolved(doc, some) for doc, some in found]
            return [self._find(doc) for doc in docs]

    def _find(self, doc: Document) -> Document | DetectionError:
        return _guarded(doc, lambda: _resolved(doc, self._found_alone(doc)))

    def _found_alone(self, doc: Document) -> list[Span]:
        (found,) = self._found([self._laid_out(doc)])
        return told(found)

    def _laid_out(self, doc: Document) -> list[_Way]:
        """A note as a person reads it, however its characters are written, in each way that it may be read."""
        self._vocabulary = self._vocabulary.renewed()
        ways: list[tuple[Document, Folded | None]] = [*readings(doc)] or [(doc, None)]
        return [_Way(reading, lay_out(reading.text, self._vocabulary), folded) for reading, folded in ways]

    def _found(self, notes: Sequence[Sequence[_Way]]) -> list[list[Span] | DetectionError]:
        """What detectors find in each of some notes."""
        every = self._detected([way for ways in notes for way in ways])
        return [_joined([(way, next(every)) for way in ways]) for ways in notes]

    def _detected(self, ways: Sequence[_Way]) -> Iterator[list[Span] | DetectionError]:
        """What detectors find in each of some texts: one detector reads all, and then the next."""
        found: list[list[Span] | DetectionError] = [[] for _ in ways]
        for detector, judge in self._judged:
            left = [(at, some) for at, some in enumerate(found) if not isinstance(some, DetectionError)]
            docs = [ways[at].doc.with_spans(some) if some or ways[at].doc.spans else ways[at].doc for at, some in left]
            new = _detected(detector, docs, [ways[at].layout for at, _ in left])
            for (at, before), more in zip(left, new, strict=True):
                if isinstance(more, DetectionError):
                    found[at] = more
                else:
                    found[at] = [*(span for span in before if not judge or judge.counts(span)), *more]
        return iter(found)


def _detected(
    detector: Detector, docs: Sequence[Document], layouts: Sequence[Layout]
) -> Sequence[Sequence[Span] | DetectionError]:
    """What a detector finds in each of some texts."""
    if isinstance(detector, Together) and len(docs) > 1:
        return [list(found) for found in detector.detect_many(docs, layouts)]
    return [_detected_in_one(detector, doc, layout) for doc, layout in zip(docs, layouts, strict=True)]


def _detected_in_one(detector: Detector, doc: Document, layout: Layout) -> Sequence[Span] | DetectionError:
    try:
        return list(detector.detect(doc, layout))  # here, where it may fail
    except DetectionError as error:
        return error
    except IncognoteError:
        raise
    except Exception as error:  # its message might quote the note
        return DetectionError(doc.id, type(detector).__name__, type(error).__name__)


def _joined(found: Sequence[tuple[_Way, list[Span] | DetectionError]]) -> list[Span] | DetectionError:
    """What was found in a note, of all ways to read it."""
    spans: dict[tuple[str, Span], Span] = {}
    for way, some in found:
        if isinstance(some, DetectionError):
            return some
        if len(found) == 1 and way.folded is None:
            return some
        there = (way.folded.unfolded(span) if way.folded else span for span in some)
        spans |= {(span.source, span): span for span in there}
    return list(spans.values())


def _guarded(doc: Document, work: Callable[[], Document]) -> Document | DetectionError:
    """What is made of a note, or that it failed."""
    try:
        return work()
    except DetectionError as error:
        return error
    except Exception as error:  # its message might quote the note
        if isinstance(error, IncognoteError) and not isinstance(error, SpanError):
            raise
        return DetectionError(doc.id, "Pipeline", type(error).__name__)


def told(found: Told | DetectionError) -> Told:
    """What was found; the error is raised if it is one."""
    if isinstance(found, DetectionError):
        raise found
    return found


def _resolved(doc: Document, found: Sequence[Span]) -> Document:
    return outside_tags(doc.with_spans(resolve(found)))


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
