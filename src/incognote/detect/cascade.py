"""Two readers: a linear tagger sees every token, and an encoder those of which that isn't certain.

What both say becomes one opinion. Rules count by themselves where the tagger trusts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from incognote.detect import tagger
from incognote.encoder import model
from incognote.errors import ConfigError
from incognote.kinds import NUMBER, TABLE, TEXT, detector_keys
from incognote.learn import models
from incognote.learn.blending import blended, decoded, in_order, scored_spans

if TYPE_CHECKING:
    from incognote.detect.tagger import Tagger
    from incognote.encoder.model import Encoder
    from incognote.recipes import Parts
    from incognote.types import Document, Layout, Span

_SOURCE = "cascade"
_KEYS = detector_keys({"tagger": TEXT, "certain": NUMBER, "weight": NUMBER, "lean": TABLE}, {})


def from_recipe(settings: Mapping[str, Any], parts: Parts) -> Cascade:
    _KEYS.require("the detector 'cascade'", settings)
    folder = models.folder_of(settings["engine"])
    if folder is None:
        raise ConfigError(f"{settings['engine']} has no encoder here; install the package again")
    fast = tagger.from_recipe({"engine": settings["tagger"]}, parts)
    return Cascade(fast, model.load(folder), settings["certain"], settings["weight"], settings["lean"])


class Cascade:
    """Asks the encoder where the tagger gives the outside less than `certain`. The encoder's opinion has `weight`."""

    def __init__(
        self, fast: Tagger, encoder: Encoder, certain: float, weight: float, leaning: Mapping[str, float]
    ) -> None:
        self._tagger, self._encoder = fast, encoder
        self._certain, self._weight = certain, weight
        self._leaning = dict(leaning)
        self.tokens, self.asked = 0, 0
        """How many tokens there were so far, and for how many the encoder was asked."""

    def __repr__(self) -> str:
        return f"Cascade({self._tagger!r})"

    def counts(self, span: Span) -> bool:
        return self._tagger.counts(span)

    def detect(self, doc: Document, layout: Layout) -> list[Span]:
        chances = in_order(*self._tagger.probabilities(doc, layout))
        asked = (chances[:, 0] < self._certain).nonzero()[0]
        self.tokens, self.asked = self.tokens + len(chances), self.asked + len(asked)
        if len(asked):
            told = self._encoder.probabilities(self._encoder.pieces(layout), asked)
            chances[asked] = blended([told, chances[asked]], [self._weight, 1 - self._weight])
        labels = decoded(chances, self._leaning)
        return scored_spans(labels, layout.tokens, np.asarray(chances), _SOURCE)
