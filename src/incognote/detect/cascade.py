"""Two readers: a linear tagger sees every token, and an encoder those of which that isn't certain.

What both say becomes one opinion. Rules count by themselves where the tagger trusts them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote import recipes
from incognote.detect import tagger
from incognote.detect.eponyms import Eponyms
from incognote.detect.tagger import Decision
from incognote.detect.word_classes import word_classes
from incognote.encoder import model
from incognote.errors import ConfigError
from incognote.kinds import NUMBER, TEXT, at_least, detector_keys
from incognote.learn import models
from incognote.learn.bio import OUTSIDE
from incognote.learn.blending import blended, decoded, in_order, scored_spans

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.detect.tagger import Tagger
    from incognote.encoder.model import Encoder
    from incognote.learn.blending import Floats
    from incognote.recipes import Parts
    from incognote.types import Document, Ints, Layout, Span

CASCADE = "cascade"
TAGGER, ENCODER = "tagger", "encoder"
"""The folders of a model that has a cascade of its own."""
FILES = (models.NOTES, f"{TAGGER}/{models.MANIFEST}", f"{ENCODER}/{models.MANIFEST}")
"""What of it its manifest has checksums of; the folders have manifests that have those of the rest."""
_SURELY_NO_PHI = 0.999
_TOKENS_AT_ONCE = 10_000
_KEYS = detector_keys(
    {"tagger": TEXT, "certain": NUMBER, "around": at_least(0), "tagger_weight": NUMBER, "encoder_weight": NUMBER}
)


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Cascade:
    _KEYS.require("the detector 'cascade'", settings)
    encoder, fast = parts_of(settings["engine"], settings)
    eponyms = Eponyms(word_classes(tuple(sorted(parts.lists.items()))))
    return Cascade(
        tagger.from_recipe({"engine": fast}, parts), model.load(encoder, parts.gpu), eponyms, settings, parts.lean
    )


def parts_of(engine: str, settings: Mapping[str, Any]) -> tuple[Path, str]:
    """The folder of an engine's encoder, and the name or the folder of its tagger. A model of its own has both."""
    folder = models.folder_of(engine)
    if folder is None:
        raise ConfigError(f"the model of {engine} is missing; install the package again")
    if engine in recipes.names():
        return folder, settings["tagger"]
    models.require_whole(folder, models.manifest_of(folder), FILES)
    return folder / ENCODER, str(folder / TAGGER)


class Cascade:
    """Asks the encoder of tokens to which the tagger gives no label as much as `certain`, and of those around them.

    It keeps how many tokens there were, and of how many the encoder was asked.
    """

    def __init__(
        self,
        fast: Tagger,
        encoder: Encoder,
        eponyms: Eponyms,
        settings: Mapping[str, Any],
        lean: Mapping[str, float],
    ) -> None:
        self._tagger, self._encoder, self._eponyms = fast, encoder, eponyms
        self._certain, self._around = settings["certain"], settings["around"]
        self._weights = settings["encoder_weight"], settings["tagger_weight"]
        self._lean = lean
        self.tokens = self.asked = 0

    def __repr__(self) -> str:
        return f"Cascade({self._tagger!r})"

    def counts(self, span: Span) -> bool:
        return self._tagger.counts(span)

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        (found,) = self.detect_many([doc], [layout])
        return found

    def detect_many(self, docs: Sequence[Document], layouts: Sequence[Layout]) -> list[list[Span]]:
        """What `detect` finds in each note; the encoder is asked of some notes at once, which a GPU is quicker at."""
        found: list[list[Span]] = []
        for some in _parts([len(layout.tokens) for layout in layouts]):
            both = self.chances(docs[some], layouts[some])
            found += [self._spans(chances, layout) for chances, layout in zip(both, layouts[some], strict=True)]
        return found

    def chances(self, docs: Sequence[Document], layouts: Sequence[Layout]) -> list[Floats]:
        """How likely each label is at each token of notes, by both; `doc.spans` holds what earlier detectors found."""
        found = [in_order(*self._tagger.probabilities(doc, layout)) for doc, layout in zip(docs, layouts, strict=True)]
        for chances, (asked, told) in zip(found, self._told(found, layouts), strict=True):
            self.tokens, self.asked = self.tokens + len(chances), self.asked + len(asked)
            self._blend(chances, asked, told)
        return found

    def _blend(self, chances: Floats, asked: Ints, told: Floats) -> None:
        """Put what both say of the tokens of which the encoder was asked in the place of what the tagger says."""
        chances[asked] = blended([told, chances[asked]], self._weights)

    def _told(self, found: Sequence[Floats], layouts: Sequence[Layout]) -> list[tuple[Ints, Floats]]:
        """The tokens of which the tagger, with these chances, isn't certain, and what the encoder says of them."""
        asked = [within(chances.max(axis=1) < self._certain, self._around) for chances in found]
        notes = [at for at, tokens in enumerate(asked) if len(tokens)]
        pieces = [self._encoder.pieces(layouts[at]) for at in notes]
        told = dict(zip(notes, self._encoder.probabilities(pieces, [asked[at] for at in notes]), strict=True))
        return [(tokens, told.get(at, found[at][:0])) for at, tokens in enumerate(asked)]

    def _spans(self, chances: Floats, layout: Layout) -> list[Span]:
        return scored_spans(self._labels(chances, layout), layout.tokens, chances, CASCADE)

    def _labels(self, chances: Floats, layout: Layout) -> list[str]:
        unsure = (chances[:, 0] < _SURELY_NO_PHI).nonzero()[0]
        return decoded(chances, self._lean, self._eponyms.among(layout, unsure.tolist()))

    def explained(self, doc: Document) -> Callable[[Span], list[Decision]]:
        """For a span of ours in a note: its tokens, how likely each is PHI by either, and what moved the tagger."""
        read = self._tagger.read_again(doc)
        layout = read.reading.layout
        names, said = self._tagger.probabilities(read.doc, layout)
        by_tagger = in_order(names, said)
        ((asked, told),) = self._told([by_tagger], [layout])
        chances = by_tagger.copy()
        self._blend(chances, asked, told)
        labels = self._labels(chances, layout)
        by_encoder = dict(zip(asked.tolist(), told[:, 0].tolist(), strict=True))

        def decision(at: int) -> Decision:
            likely = {"tagger": 1 - float(by_tagger[at, 0])}
            if at in by_encoder:
                likely |= {"encoder": 1 - by_encoder[at], "both": 1 - float(chances[at, 0])}
            reasons = read.reasons(at, labels[at]) if labels[at] in names else []
            return Decision(read.reading.words[at], labels[at], reasons, likely)

        def decisions(span: Span) -> list[Decision]:
            places = read.places(span) if span.source == CASCADE else ()
            return [decision(at) for at in places if labels[at] != OUTSIDE]

        return decisions


def _parts(sizes: Sequence[int]) -> Iterator[slice]:
    """Notes of so many tokens in a row, some at a time, so that what is said of them takes little memory."""
    first = total = 0
    for at, size in enumerate(sizes):
        if at > first and total + size > _TOKENS_AT_ONCE:
            yield slice(first, at)
            first, total = at, 0
        total += size
    yield slice(first, len(sizes))


def within(chosen: npt.NDArray[np.bool_], reach: int) -> Ints:
    """The numbers of chosen tokens and of those that have one within reach."""
    before = np.append(0, chosen.cumsum())
    every = np.arange(len(chosen))
    first, last = np.maximum(every - reach, 0), np.minimum(every + reach + 1, len(chosen))
    return (before[last] > before[first]).nonzero()[0]
