"""What worker processes do with notes: find PHI, say why, replace it. They keep a few engines loaded."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from incognote.config import EvaluateConfig
from incognote.detect.cascade import Cascade
from incognote.detect.tagger import Tagger
from incognote.errors import DetectionError
from incognote.evaluate.match import compare_all
from incognote.pipeline import Pipeline
from incognote.replace.ahead import Look, gathered
from incognote.replace.choices import ReplaceChoice
from incognote.replace.earlier_tags import outside_tags
from incognote.replace.keys import Key
from incognote.replace.names import Pseudonyms, renamed
from incognote.replace.rewriter import Rewriter, Rewritten
from incognote.report.evaluation import comparison_tables, evaluate
from incognote.report.reasons import Reason, reasons
from incognote.report.tables import Table
from incognote.resolve import resolve
from incognote.serve.engines.catalogue import Catalogue
from incognote.types import Document, Span

Done = TypeVar("Done", covariant=True)

_LOADED = 3  # engines that a worker keeps, a hundred megabytes each or less


class Loaded:
    """Engines of a worker process; the one that wasn't asked for longest makes room for another."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._pipelines: OrderedDict[str, Pipeline] = OrderedDict()

    def load(self, engine: str) -> None:
        self.pipeline(engine)

    def pipeline(self, engine: str) -> Pipeline:
        if engine not in self._pipelines:
            self._pipelines[engine] = self.catalogue.build(engine)
            while len(self._pipelines) > _LOADED:
                self._pipelines.popitem(last=False)
        self._pipelines.move_to_end(engine)
        return self._pipelines[engine]


class Work(Protocol[Done]):
    """Something to do with notes, in a form that a process can be sent."""

    def done(self, engines: Loaded) -> Done: ...


@dataclass(frozen=True, repr=False)
class Find:
    """Find PHI in notes."""

    engine: str
    docs: Sequence[Document]

    def done(self, engines: Loaded) -> list[Document | DetectionError]:
        return engines.pipeline(self.engine).find_many(self.docs)


@dataclass(frozen=True, repr=False)
class Explained:
    """A note with its spans, and why each is there."""

    doc: Document
    why: Sequence[Sequence[Reason]]


@dataclass(frozen=True, repr=False)
class Explain:
    """Find PHI in notes and say why; of the spans at some places alone, if there are any."""

    engine: str
    docs: Sequence[Document]
    places: Sequence[int] | None = None

    def done(self, engines: Loaded) -> list[Explained | DetectionError]:
        pipeline = engines.pipeline(self.engine)
        return [_explained(doc, pipeline, self.places) for doc in self.docs]


@dataclass(frozen=True, repr=False)
class Rewrite:
    """Find PHI in notes and replace it, all notes of a patient together."""

    engine: str
    docs: Sequence[Document]
    choice: ReplaceChoice
    key: Key

    def done(self, engines: Loaded) -> list[Rewritten | DetectionError]:
        """The notes under new names; where places of PHI may not be told, without spans."""
        ahead = gathered(lambda: self.docs, Look.of(self.choice, self.key))
        rewriter = Rewriter(self.choice, self.key, ahead)
        names = Pseudonyms(self.key)

        def rewritten(found: Document) -> Rewritten:
            new = rewriter.rewrite(found)
            doc = new.doc.with_spans(()) if rewriter.hides_places else new.doc
            return replace(new, doc=renamed(doc, names))

        found = engines.pipeline(self.engine).find_many(self.docs)
        return [one if isinstance(one, DetectionError) else rewritten(one) for one in found]


@dataclass(frozen=True, repr=False)
class Measured:
    """Tables, and of how many notes of the gold each of some engines has learned."""

    tables: list[Table]
    seen: dict[str, int]


@dataclass(frozen=True, repr=False)
class Measure:
    """Measure annotations against a gold standard; those by engines have the engines' names."""

    gold: Mapping[str, Document]
    annotations: Mapping[str, Mapping[str, Document]]
    engines: Sequence[str]
    details: bool

    def done(self, engines: Loaded) -> Measured:
        settings = EvaluateConfig()
        systems = {name: compare_all(self.gold, notes) for name, notes in self.annotations.items()}
        if len(systems) > 1:
            tables = comparison_tables(self.gold, systems, self.engines, settings)
        else:
            (comparisons,) = systems.values()
            tables = [one for one in evaluate(comparisons).tables(settings) if self.details or not one.detail]
        docs = list(self.gold.values())
        return Measured(tables, {name: engines.catalogue.seen(name, docs) for name in self.engines})


def _explained(doc: Document, pipeline: Pipeline, places: Sequence[int] | None) -> Explained | DetectionError:
    try:
        suspects = pipeline.suspect(doc)
    except DetectionError as error:
        return error
    found = outside_tags(suspects.with_spans(resolve(suspects.spans)))
    learned = [detector for detector in pipeline.detectors if isinstance(detector, Tagger | Cascade)]
    spans = found.spans if places is None else _at(found.spans, sorted(places))
    why: dict[Span, list[Reason]] = dict(reasons(found, suspects, spans, learned))
    return Explained(found.with_spans(spans), [why[span] for span in spans])


def _at(spans: Sequence[Span], places: Sequence[int]) -> list[Span]:
    """The spans in which any of some places lies; the places are in order."""
    return [span for span in spans if bisect_left(places, span.start) < bisect_left(places, span.end)]
