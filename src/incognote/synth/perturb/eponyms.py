"""Sentences with terms of medicine that are called after people, and so look like PHI and aren't."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from incognote import lexicons
from incognote.synth.perturb.edits import Edit
from incognote.synth.tables import table
from incognote.types import Document

_END = re.compile(r"(?<=[a-z]{2}[.;])(?= )|(?<=[a-z]{2}[.;])(?=\n)")
_MOST = 3
_ANY_NAME = 0.5  # of names are surnames of all kinds, so that what stands around them is learned


def new_eponyms(doc: Document, rng: Random) -> list[Edit]:
    """A few sentences behind others."""
    places = [end.start() for end in _END.finditer(doc.text)]
    chosen = rng.sample(places, min(len(places), rng.randint(1, _MOST)))
    return [Edit(place, place, f" {_sentence(rng)}") for place in sorted(chosen)]


def _sentence(rng: Random) -> str:
    tables = table("perturb")["eponyms"]
    term = rng.choice(tables["terms"]).format(name=_name(rng), other=_name(rng), noun=rng.choice(tables["nouns"]))
    return str(rng.choice(tables["sentences"]).format(term=term))


def _name(rng: Random) -> str:
    names = _names("last") if rng.random() < _ANY_NAME else _names("eponyms")
    return rng.choice(names).title()


@cache
def _names(lexicon: str) -> tuple[str, ...]:
    return tuple(sorted(word for word in lexicons.load(lexicon).words if word.isalpha() and len(word) > 2))
