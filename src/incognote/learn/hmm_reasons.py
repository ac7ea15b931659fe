"""Why IdentiFinder gave a word its class: how much likelier the word is there than outside of PHI, and the place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from incognote.learn.hmm_decode import Sentences, chances_of
from incognote.learn.hmm_model import KINDS, Model
from incognote.learn.hmm_words import FEATURES

if TYPE_CHECKING:
    from incognote.learn.hmm_decode import Bools
    from incognote.learn.hmm_model import Floats
    from incognote.learn.reasons import Explain, Reasons
    from incognote.types import Ints

_OUTSIDE = 0


def explained(text: Sentences, of: Ints, begun: Bools, known: Model, unknown: Model) -> Explain:
    """Reasons as logarithms: how much likelier a word's class is than no PHI, after the class that was found before."""
    firsts = frozenset(text.bounds[0].tolist())

    def reasons(at: int, label: str) -> Reasons:
        form = text.forms[at]
        model = unknown if form // KINDS == known.sizes.unknown else known
        word = _log_ratio(model.any_word(np.array([form]), np.zeros(known.sizes.classes))[0], int(of[at]))
        whole = opening(at) if at in firsts else following(at)
        return [(f"the word, of the form {FEATURES[form % KINDS]}", word), ("what stands before it", whole - word)]

    def opening(at: int) -> float:
        return _log_ratio(chances_of(text.forms[at : at + 1], known, unknown).opening[0], int(of[at]))

    def following(at: int) -> float:
        chances = chances_of(text.forms[at - 1 : at + 1], known, unknown)
        (form_before, form), before = chances.form_of, int(of[at - 1])
        stays = chances.staying[chances.pair_of[1]]
        begins = chances.changes[chances.word_of[0], before] * chances.firsts[form, before]
        begins = begins * chances.leaving[form_before, before]
        found = (begins if begun[at] else stays)[of[at]]
        return float(np.log(found / (stays if before == _OUTSIDE else begins)[_OUTSIDE]))

    return reasons


def _log_ratio(chances: Floats, of: int) -> float:
    return float(np.log(chances[of] / chances[_OUTSIDE]))
