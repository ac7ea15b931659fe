"""Tags and masks in the place of PHI. `REPLACERS` names them for the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

from incognote.labels import CONCEPT, OTHER, main_category
from incognote.layout.folding import usual_text
from incognote.replace.concepts import coded
from incognote.replace.earlier_tags import numbers_taken
from incognote.thesis import OVER_89, thesis_tags
from incognote.types import Document

_OWN_TAGS = {"PROFESSION": "Occupation", "ORGANIZATION": "Organization", "AGE": "Age"}
"""For what the thesis has no tag."""

_BLANKS = re.compile(r"\s+")
_POSSESSIVE = re.compile(r"['’]s?$")
_FIRST_LETTER = re.compile(r"\b[a-z]")
_VISIBLE = re.compile(r"\S")


def thesis(doc: Document) -> list[str]:
    """The thesis's tags (Table 3.5) as its Appendix A writes them: `[**Last Name 5**]`.

    The number is the same for the same text and tag in a note, and counts up through the note over all tags. Numbers of
    tags that the note has already are left out, so that none looks like another's.
    """
    taken = numbers_taken(doc.text)
    free = (number for number in count(1) if number not in taken)
    numbers: dict[tuple[str, str], int] = {}
    tags = []
    for span, thesis_tag in thesis_tags(doc):
        tag = thesis_tag or _OWN_TAGS[span.label]
        if tag == OVER_89:
            tags.append(f"[**{OVER_89}**]")
        else:
            known_as = tag, _normal(doc[span])
            if known_as not in numbers:
                numbers[known_as] = next(free)
            tags.append(f"[**{_FIRST_LETTER.sub(_upper, tag)} {numbers[known_as]}**]")
    return tags


def plain(doc: Document) -> list[str]:
    """The main category of each span: `[NAME]`; `[PHI]` where the label is not of our set."""
    categories = (main_category(span.label) for span in doc.spans)
    return ["[PHI]" if category == OTHER else f"[{category}]" for category in categories]


def mask(doc: Document) -> list[str]:
    """A star for each character but blanks and line breaks, so that lengths and lines stay."""
    return [_VISIBLE.sub("*", doc[span]) for span in doc.spans]


def concepts(doc: Document) -> list[str]:
    """As `mask`, but for a term of medicine that concept match marked: its MeSH id and a synonym (Berman 2003)."""
    masked = zip(doc.spans, mask(doc), strict=True)
    return [(coded(doc[span]) if span.label == CONCEPT else None) or stars for span, stars in masked]


def remove(doc: Document) -> list[str]:
    """Nothing."""
    return [""] * len(doc.spans)


REPLACERS: dict[str, Callable[[Document], list[str]]] = {
    "thesis": thesis,
    "plain": plain,
    "mask": mask,
    "remove": remove,
    "concepts": concepts,
}


def _normal(text: str) -> str:
    return _POSSESSIVE.sub("", _BLANKS.sub(" ", usual_text(text).strip()).casefold())


def _upper(letter: re.Match[str]) -> str:
    return letter[0].upper()
