"""Terms of medicine as MeSH ids and synonyms, as Berman's concept match writes them."""

from __future__ import annotations

from functools import cache

from incognote import lexicons


def coded(text: str) -> str | None:
    """The MeSH id of a term and a synonym, the shortest one that isn't just its plural; nothing if it is no term.

    A term without a synonym stays.
    """
    term = lexicons.normal(text)
    concept = _ids().get(term)
    if concept is None:
        return None
    others = [other for other in _terms()[concept] if _singular(other) != _singular(term)]
    return f"{concept} {min(others, key=lambda other: (len(other), other), default=term)}"


@cache
def _ids() -> dict[str, str]:
    return lexicons.load("mesh").column("id")


@cache
def _terms() -> dict[str, list[str]]:
    terms: dict[str, list[str]] = {}
    for term, concept in _ids().items():
        terms.setdefault(concept, []).append(term)
    return terms


def _singular(term: str) -> str:
    return term.removesuffix("s")
