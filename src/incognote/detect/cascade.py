"""Two readers: a linear tagger sees every token, and an encoder those of which that isn't certain.

What both say becomes one opinion. Rules count by themselves where the tagger trusts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.detect import tagger
from incognote.detect.eponyms import Eponyms
from incognote.detect.word_classes import word_classes
from incognote.encoder import model
from incognote.errors import ConfigError
from incognote.kinds import NUMBER, TEXT, at_least, detector_keys
from incognote.learn import models
from incognote.learn.blending import blended, decoded, in_order, scored_spans

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.detect.tagger import Tagger
    from incognote.encoder.model import Encoder
    from incognote.recipes import Parts
    from incognote.types import Document, Ints, Layout, Span

_SOURCE = "cascade"
_SURELY_NO_PHI = 0.999
_KEYS = detector_keys(
    {"tagger": TEXT, "certain": NUMBER, "around": at_least(0), "tagger_weight": NUMBER, "encoder_weight": NUMBER}
)


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Cascade:
    _KEYS.require("the detector 'cascade'", settings)
    folder = models.folder_of(settings["engine"])
    if folder is None:
        raise ConfigError(f"the model of {settings['engine']} is missing; install the package again")
    fast = tagger.from_recipe({"engine": settings["tagger"]}, parts)
    eponyms = Eponyms(word_classes(tuple(sorted(parts.lists.items()))))
    return Cascade(fast, model.load(folder, parts.gpu), eponyms, settings, parts.lean)


class Cascade:
    """Asks the encoder of tokens to which the tagger gives the outside less than `certain`, and of those around them.

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
        chances = in_order(*self._tagger.probabilities(doc, layout))
        asked = within(chances[:, 0] < self._certain, self._around)
        self.tokens, self.asked = self.tokens + len(chances), self.asked + len(asked)
        if len(asked):
            told = self._encoder.probabilities(self._encoder.pieces(layout), asked)
            chances[asked] = blended([told, chances[asked]], self._weights)
        unsure = (chances[:, 0] < _SURELY_NO_PHI).nonzero()[0]
        labels = decoded(chances, self._lean, self._eponyms.among(layout, unsure.tolist()))
        return scored_spans(labels, layout.tokens, chances, _SOURCE)


def within(chosen: npt.NDArray[np.bool_], reach: int) -> Ints:
    """The numbers of chosen tokens and of those that have one within reach."""
    before = np.append(0, chosen.cumsum())
    every = np.arange(len(chosen))
    first, last = np.maximum(every - reach, 0), np.minimum(every + reach + 1, len(chosen))
    return (before[last] > before[first]).nonzero()[0]
