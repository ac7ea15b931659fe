"""Personal names inside terms of medicine: Parkinson, Charcot-Marie-Tooth, Swan-Ganz."""

from __future__ import annotations

import re
from collections.abc import Iterator

from distil.sources import Sources
from incognote.lexicons import normal

NAME = re.compile(r"(?<![\w-])(?:[A-Z][a-z]+|Mc[A-Z][a-z]+)(?:-(?:[A-Z][a-z]+|Mc[A-Z][a-z]+))*(?:'s)?(?![\w-])")
NOUN = re.compile(
    r" (?:disease|syndrome|sign|test|fracture|catheter|palsy|contracture|anomaly|tumou?r|sarcoma|reflex|reaction|"
    r"operation|procedure|score|scale|index|phenomenon|ulcer|hernia|cyst|duct|gland|node|cell|bod|corpuscle|"
    r"ataxia|chorea|dystrophy|encephalopathy|neuropathy|lymphoma|deformity|position|method|stain|virus|classification|"
    r"esophagus|oesophagus|diverticulum|lesion|triad|law|anemia|anaemia|granulomatosis|thyroiditis|arteritis)",
    re.IGNORECASE,
)
MOST_PARTS = 4
"""Longer chains are peptides, not discoverers."""
COMMON = 4.0
"""A word that is so common (zipf) begins a sentence or a title more often than it is a name."""


def eponyms(sources: Sources, surnames: frozenset[str]) -> Iterator[str]:
    """Names that natural writing has with a capital, and names of MeSH that own a disease or stand before one."""
    for name in sorted({*_capitals(sources), *_before_nouns(sources, surnames)}):
        parts = name.split("-")
        if len(parts) > MOST_PARTS:
            continue
        if name in surnames or any(part in surnames and part not in sources.everyday for part in parts):
            yield name
            yield from (part for part in parts if len(part) > 2 and part in surnames)


def _capitals(sources: Sources) -> Iterator[str]:
    """Words with a capital where the others have none, before a noun such as `disease`."""
    for term in (*sources.disease_names, *sources.icd, *sources.supplement):
        words = term.split()
        if (
            sum(word[0].isupper() for word in words) * 2 <= len(words) + 1
        ):  # else it is a title with capitals throughout
            for match in NAME.finditer(term):
                name = normal(match[0]).removesuffix("'s")
                first = match.start() == 0 and name in sources.everyday  # a sentence begins so, too
                if NOUN.match(term, match.end()) and not first and sources.as_word(name) <= COMMON:
                    yield name


def _before_nouns(sources: Sources, surnames: frozenset[str]) -> Iterator[str]:
    """`Parkinson's Disease`, `Parkinson Disease`: MeSH has capitals everywhere, so the noun behind the name decides."""
    for term in sources.mesh_below("A", "C", "E", "F"):
        for match in NAME.finditer(term):
            name = normal(match[0]).removesuffix("'s")
            owned = match[0].endswith("'s") and name not in sources.everyday
            known = name in surnames and name not in sources.everyday
            if owned or (NOUN.match(term, match.end()) and (known or "-" in name)):
                yield name
