"""Names of people in other forms, and titles and credentials that come and go beside them."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from string import ascii_uppercase

from incognote import lexicons
from incognote.known.words import nicknames
from incognote.synth.forms import fold
from incognote.synth.perturb.edits import Edit, stands_free, whole
from incognote.synth.tables import table
from incognote.types import Document, Span

_PEOPLE = ("PATIENT", "DOCTOR")
_NAME = r"[^\W\d_]{2,}(?:['’-][^\W\d_]{2,})*"
_FULL = re.compile(rf"(?P<given>{_NAME}) (?:(?P<m>[^\W\d_])\.? |{_NAME} )?(?P<sur>{_NAME})")
_LAST_FIRST = re.compile(rf"(?P<sur>{_NAME}), ?(?P<given>{_NAME})(?: (?P<m>[^\W\d_])\.?)?")
_SINGLE = re.compile(_NAME)
_TITLE = re.compile(r"(?i)(?<![^\W_])(?:dr|mr|mrs|ms|miss|prof|doctor)\b\.?[ \t]*$")
_CREDENTIAL = re.compile(r",?[ \t]*\b(?:M\.?D|D\.?O|R\.?N|LPN|N\.?P|PA|CNM|Ph\.?D|PA-C|CRNA|LCSW|APRN|FNP|PharmD)\b\.?")
_BEFORE, _SHARE = 12, 0.35
_TITLES_CHANGED = 0.5
_COMMON_NAMES = 20_000


def other_names(doc: Document, rng: Random) -> list[Edit]:
    """Some names in another form: surname first, initials, nicknames, hyphens, particles, one name alone."""
    people = [span for span in doc.spans if span.label in _PEOPLE and stands_free(doc, span)]
    chosen = [span for span in people if rng.random() < _SHARE]
    return [whole(span, other_name(doc[span], rng, _may_be_initials(doc, span))) for span in chosen]


def other_name(name: str, rng: Random, initials: bool = False) -> str:
    """A name in another form; one that can't be read stays."""
    found = _FULL.fullmatch(name) or _LAST_FIRST.fullmatch(name)
    if found:
        forms = table("perturb")["names"]["initials" if initials and rng.random() < 0.2 else "full"]
        given, sur, initial = found["given"], found["sur"], found["m"]
    elif _SINGLE.fullmatch(name):
        forms, given, sur, initial = table("perturb")["names"]["single"], name, name, ""
    else:
        return name
    new: str = rng.choice(forms).format(
        given=given,
        sur=sur,
        g=given[0].upper(),
        s=sur[0].upper(),
        m=initial or rng.choice(ascii_uppercase),
        nick=_nickname(given, rng),
        other=surname(rng),
        middle=rng.choice(_listed(rng.choice(("first-female", "first-male")))),
    )
    return new.upper() if name.isupper() else new.lower() if name.islower() else new


def surname(rng: Random) -> str:
    """Any of the common surnames."""
    return rng.choice(_listed("last"))


def lost_titles(doc: Document, rng: Random) -> list[Edit]:
    """Titles in front of names and credentials behind them are lost."""
    edits = []
    for span in doc.spans:
        if span.label not in _PEOPLE or rng.random() >= _TITLES_CHANGED:
            continue
        first = max(0, span.start - _BEFORE)
        if title := _TITLE.search(doc.text[first : span.start]):
            edits.append(Edit(first + title.start(), span.start, ""))
        if credential := _CREDENTIAL.match(doc.text, span.end):
            edits.append(Edit(*credential.span(), ""))
    return edits


def new_titles(doc: Document, rng: Random) -> list[Edit]:
    """Titles come in front of names, credentials behind them, where there are none and nothing else is said of whom."""
    titles = table("perturb")["titles"]
    edits = []
    for span in doc.spans:
        if span.label not in _PEOPLE or not stands_free(doc, span) or rng.random() >= _TITLES_CHANGED:
            continue
        behind = span.label == "DOCTOR" and rng.random() < 0.5 and not _CREDENTIAL.match(doc.text, span.end)
        if behind:
            edits.append(Edit(span.end, span.end, rng.choice(titles["behind"])))
        elif _nothing_before(doc, span):
            edits.append(Edit(span.start, span.start, rng.choice(titles[span.label])))
    return edits


def _nothing_before(doc: Document, span: Span) -> bool:
    before = doc.text[max(0, span.start - _BEFORE) : span.start].rstrip(" \t")
    return not before or before[-1] in "\n:,;("


def _may_be_initials(doc: Document, span: Span) -> bool:
    """A patient's, or behind a title: the initials of staff elsewhere are signatures."""
    return span.label == "PATIENT" or _TITLE.search(doc.text[max(0, span.start - _BEFORE) : span.start]) is not None


def _nickname(given: str, rng: Random) -> str:
    others = sorted(nicknames().get(fold(given), ()))
    return rng.choice(others).title() if others else given[: rng.choice((3, 4))]


@cache
def _listed(lexicon: str) -> tuple[str, ...]:
    return tuple(name.title() for name in lexicons.items(lexicon, "per_million", _COMMON_NAMES))
