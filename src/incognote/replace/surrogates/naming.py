"""Names of several words: kind words stay, proper words, towns and states in them, letters and numbers change."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import pairwise

from incognote import lexicons
from incognote.replace.surrogates import gazetteer, lands
from incognote.replace.surrogates.atlas import NOWHERE, Atlas, Where
from incognote.replace.surrogates.proper_words import acronym, is_ordinary, is_plain, numbers, proper_word, saint
from incognote.replace.surrogates.scope import Scope
from incognote.replace.surrogates.words import new_letter, people_per_million
from incognote.synth.forms import Part, fold, pieces, shaped
from incognote.synth.generic import stop_words
from incognote.synth.organizations import with_proper_word

_GAP = re.compile(r"\s+")
_BETWEEN = re.compile(r"[.]?\s+|-")
_SAINTS = ("given", "male", "female")
_WITH_STATES = ("us", "ca")
_NO_PLACES = frozenset(("digits", "letters"))
_WORDS_OF_TOWN = 3
_TOWN, _LARGE, _LARGE_ABROAD = 4, 5, 6
"""Towns in names are looked for from so many digits of their populations on."""
_FREQUENT_NAME = 60.0
"""A town of one word that so many people of a million have as a name is rather a name."""


def styled(model: str, new: str) -> str:
    """A new name in the case of a model, with its line break where it has a blank to take it."""
    if len(pieces(model)) == 1 == len(new.split()):
        return new if model.istitle() and not new.istitle() else shaped(model, new)
    letters = "".join(filter(str.isalpha, model))
    made = new.upper() if letters.isupper() and len(letters) > 1 else new.lower() if letters.islower() else new
    if "\n" not in model:
        return made
    gap = next(found[0] for found in _GAP.finditer(model) if "\n" in found[0])
    return made.replace(" ", gap, 1)


def rewritten(
    model: str,
    parts: Sequence[Part],
    atlas: Atlas,
    evidence: Mapping[str, Where],
    number: Callable[[str, Scope], str] = numbers,
) -> str:
    """The model with its parts made anew. `evidence` says where the note's towns are."""
    made, read, place = "", 0, 0
    parts = _joined(parts)
    judged = [_judged(part, model, first=not i) for i, part in enumerate(parts)]
    parts = judged if any(part.kind not in ("keep", "generic") for part in judged) else parts
    keys = [gazetteer.word_key(part.text) for part in parts]
    while place < len(parts):
        count, new = _place_name(model, parts, keys, place, atlas, evidence)
        if not count:
            count, new = 1, _new_part(parts[place], atlas.scope, number)
        made += model[read : parts[place].start] + new
        place += count
        read = parts[place - 1].end
    return made + model[read:]


def _joined(parts: Sequence[Part]) -> list[Part]:
    """The parts with McKee as one."""
    found: list[Part] = []
    for part in parts:
        if found and fold(found[-1].text) == "mc" and found[-1].end == part.start:
            found[-1] = Part(found[-1].start, part.end, found[-1].text + part.text, part.kind)
        else:
            found.append(part)
    return found


def with_kinds(parts: Sequence[Part], kinds: Container[str]) -> list[Part]:
    """The parts where more words stay, as long as something else changes."""
    kept = [part._replace(kind="generic") if fold(part.text) in kinds else part for part in parts]
    changes = any(part.kind not in ("keep", "generic") for part in kept)
    return kept if changes else with_proper_word(kept, "organization", stop_words())


def _judged(part: Part, model: str, first: bool) -> Part:
    """A part as it is for surrogates: what names are often made of changes, small words and short kind words stay."""
    word = fold(part.text)
    if part.kind == "generic" and is_plain(word) and word not in lexicons.load("place-after"):
        return part._replace(kind="place")
    if part.kind in ("keep", "generic", "digits") or part.end - part.start == len(model):
        return part
    small = part.text[0].islower() and part.text.isascii() and not model.islower()
    if not first and small and model[part.start - 1] in " \n-":
        return part._replace(kind="generic")
    if part.kind == "letters" and len(word) > 1 and part.text.istitle():  # Ltd and Bldg, but also Ng
        return part._replace(kind="place" if people_per_million(word) >= _FREQUENT_NAME else "generic")
    return part


def _new_part(part: Part, scope: Scope, number: Callable[[str, Scope], str]) -> str:
    if part.kind in ("keep", "generic"):
        return part.text
    if part.kind == "digits":
        return number(part.text, scope)
    if part.kind == "letters":
        new = new_letter(part.text, scope) if len(part.text) == 1 else acronym(part.text, scope)
        return new.upper() if part.text.isupper() else shaped(part.text, new)
    return shaped(part.text, saint(part.text, scope) if part.kind in _SAINTS else proper_word(part.text, scope))


def _place_name(
    model: str, parts: Sequence[Part], keys: Sequence[str], place: int, atlas: Atlas, evidence: Mapping[str, Where]
) -> tuple[int, str]:
    """How many parts from here on, which have these keys, name a town or a state, and what takes their place."""
    if parts[place].kind in _NO_PLACES:
        return 0, ""
    for count in range(min(_WORDS_OF_TOWN, len(parts) - place), 0, -1):
        key = "".join(keys[place : place + count])
        if not (gazetteer.is_town(key) or lands.is_land(key) or key in evidence):  # as most
            continue
        chosen = parts[place : place + count]
        text = model[chosen[0].start : chosen[-1].end]
        if _may_be_place(model, chosen) and (new := _new_place(text, key, chosen, atlas, evidence)):
            return count, styled(text, new)
    return 0, ""


def _new_place(text: str, key: str, chosen: Sequence[Part], atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    """The state, region or town that takes the place of one; "" where the words are none."""
    unit = lands.unit_named(key)
    if unit and unit.group in _WITH_STATES:
        return atlas.unit(unit).name
    if len(chosen) > 1 and lands.region_called(text)[0]:
        return gazetteer.display(atlas.region(text))
    if key in evidence or _is_town(key, chosen):
        return gazetteer.display(atlas.town(key, evidence.get(key, NOWHERE)))
    return ""


def _may_be_place(model: str, chosen: Sequence[Part]) -> bool:
    """Whether parts are words with blanks between them, and a single one is no generic word."""
    kinds = [part.kind for part in chosen]
    if not _NO_PLACES.isdisjoint(kinds) or kinds in (["keep"], ["generic"]):
        return False
    return all(_BETWEEN.fullmatch(model, one.end, two.start) for one, two in pairwise(chosen))


def _is_town(key: str, chosen: Sequence[Part]) -> bool:
    """Whether words name a town: several words one of any size, a single word a large one that is no usual name."""
    towns, abroad = gazetteer.towns_called(key), gazetteer.abroad(key)[1]
    size = towns[0].size if towns else 0
    if len(chosen) > 1:
        least = _LARGE if key.startswith("saint") else _TOWN  # most facilities with Saint are named after the saint
        return (size >= least or abroad >= _LARGE_ABROAD) and fold(chosen[-1].text) not in gazetteer.words("saints")
    if size < _LARGE and abroad < _LARGE_ABROAD:
        return False
    word = fold(chosen[0].text)
    return people_per_million(word) < _FREQUENT_NAME and not is_ordinary(word) and chosen[0].kind not in _SAINTS
