"""Surrogates of places: towns, states, countries, postal codes, streets, lakes and highways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from incognote.replace.surrogates import gazetteer, lands
from incognote.replace.surrogates.atlas import NOWHERE, Atlas, Where, atlas_of
from incognote.replace.surrogates.gazetteer import US
from incognote.replace.surrogates.lands import Country
from incognote.replace.surrogates.naming import rewritten, styled, with_kinds
from incognote.replace.surrogates.postcodes import country_of, new_postcode, prefix_of
from incognote.replace.surrogates.scope import Scope
from incognote.synth.forms import fold, pieces, shaped
from incognote.synth.places import place_parts
from incognote.types import Document, Span

LABELS = ("CITY", "STATE", "COUNTRY", "ZIP", "STREET", "LOCATION-OTHER")

_BESIDE = re.compile(r"[\s,;()|-]{0,4}")
_POSSESSIVE = re.compile(r"[’']s?$")
_DIVIDED = re.compile(r"(\s*[,/]\s*)")
_LONGEST_CODE = 3


@dataclass(frozen=True)
class Places:
    """New places. With `keep_states` the states of the United States stay."""

    keep_states: bool = False

    def __call__(self, doc: Document, spans: Sequence[Span], scope: Scope) -> Mapping[Span, str]:
        atlas = atlas_of(scope, self.keep_states)
        evidence = places_beside(doc)
        found: dict[Span, str] = {}
        for span in spans:
            new = _new_place(span.label, doc[span], atlas, evidence)
            may_stay = span.label == "COUNTRY" or (self.keep_states and span.label == "STATE")
            if new and (new != doc[span] or may_stay):
                found[span] = new
        return found


def places_beside(doc: Document) -> dict[str, Where]:
    """For the towns of a note, by their keys, what stands behind them where they are first named with some of it."""
    found: dict[str, Where] = {}
    for place, span in enumerate(doc.spans):
        if span.label == "CITY" and (where := _where(doc, _following(doc, place))) != NOWHERE:
            found.setdefault(gazetteer.place_key(_POSSESSIVE.sub("", doc[span])), where)
    return found


def _following(doc: Document, place: int) -> Iterable[Span]:
    """The state, postal code and country that an address goes on with."""
    end = doc.spans[place].end
    for span in doc.spans[place + 1 : place + 4]:
        if span.label not in ("STATE", "ZIP", "COUNTRY") or not _BESIDE.fullmatch(doc.text, end, max(end, span.start)):
            return
        yield span
        end = span.end


def _where(doc: Document, spans: Iterable[Span]) -> Where:
    state = prefix = country = ""
    named = False
    for span in spans:
        text = doc[span]
        if span.label == "STATE":
            unit = lands.unit_called(text)
            state = unit.code if unit and unit.group == US else ""
            country = unit.group if unit else lands.region_called(text)[0]
        elif span.label == "ZIP":
            prefix, country = prefix_of(text), country or country_of(text)
        elif (found := lands.country_called(text)) is not None:
            country, named = found.code, True
    if prefix and ((state and gazetteer.state_of(prefix) != state) or country not in ("", US)):
        prefix = ""
    return Where(state, prefix, country if len(country) == 2 else "", named)


def _new_place(label: str, text: str, atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    if not any(map(str.isalnum, text)):
        return ""
    try:
        if label == "ZIP" or (label == "CITY" and (prefix_of(text) or country_of(text))):  # labels are noisy
            return new_postcode(text, atlas)
        if label == "STATE":
            return _new_state(text, atlas)
        if label == "COUNTRY":
            return _new_country(text, atlas)
        if label == "CITY":
            return _new_city(text, atlas, evidence)
        return _new_location(label, text, atlas, evidence)
    except LookupError:  # all that could be drawn stands in the notes
        return ""


def _new_state(text: str, atlas: Atlas) -> str:
    unit = lands.unit_called(text)
    if unit is None:
        return styled(text.rstrip("."), gazetteer.display(atlas.region(text)))
    new = atlas.unit(unit)
    return text if new == unit else _in_form(text, unit, new)


def _in_form(text: str, old: Country, new: Country) -> str:
    """A state as its code, its short form or its name, as the old one is written."""
    key = gazetteer.place_key(text)
    if key in (old.code, gazetteer.place_key(old.code)):
        spaced = " ".join(new.code) if len(pieces(text)) == len(new.code) > 1 else new.code
        return shaped(text, spaced) if len(old.code) == len(new.code) else _in_case(text, new.code)
    if key == gazetteer.place_key(old.name) or not new.short:
        return styled(text.rstrip("."), new.name)
    if text.endswith("."):
        return _in_case(text, new.short)
    return styled(text, new.name) if " " in new.short else _in_case(text, new.short.rstrip("."))


def _in_case(text: str, new: str) -> str:
    return new.upper() if text.isupper() else new.lower() if text.islower() else new


def _new_country(text: str, atlas: Atlas) -> str:
    country = lands.country_called(text)
    if country is None:
        if lands.region_called(text)[0]:
            return styled(text, gazetteer.display(atlas.region(text)))
        return styled(text, atlas.any_country(text).name)
    if country.code == gazetteer.US:  # its towns, states and postal codes stay there
        return text
    new = atlas.country(country)
    letters = "".join(filter(str.isalpha, text))
    if letters.isupper() and len(letters) <= _LONGEST_CODE:
        spaced = " ".join(new.short)
        return shaped(text, spaced) if new.short and len(pieces(text)) == len(new.short) else new.short or new.name
    return styled(text, new.name)


def _new_city(text: str, atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    ending = _POSSESSIVE.search(text)
    body = text[: ending.start()] if ending else text
    if _DIVIDED.search(body):
        runs = _DIVIDED.split(body)
        runs[::2] = [_part_of_city(run, atlas, evidence) if run else "" for run in runs[::2]]
        return "".join(runs) + (ending[0] if ending else "")
    new = _new_town(body, atlas, evidence)
    return new + (ending[0] if ending else "") if new else ""


def _part_of_city(text: str, atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    return _new_state(text, atlas) if lands.unit_called(text) else _new_town(text, atlas, evidence)


def _new_town(text: str, atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    start = _start_of_name(text)
    body = text[start:]
    key = gazetteer.place_key(body)
    where = evidence.get(gazetteer.place_key(text)) or evidence.get(key, NOWHERE)
    full = gazetteer.place_key(gazetteer.table()["town-nicknames"].get(key, ""))
    new = atlas.town(full or key, where)
    name = gazetteer.display(new) if new else ""
    return text[:start] + (name if full and body.isupper() else styled(body, name)) if name else ""


def _start_of_name(text: str) -> int:
    """Where a town's name begins behind North, Greater and the like; at once if they belong to it."""
    places = pieces(text)
    key = gazetteer.place_key(text)
    if gazetteer.towns_called(key) or gazetteer.abroad(key)[1]:
        return 0
    for start, end in places[:-1]:
        if fold(text[start:end]) not in gazetteer.words("around"):
            return start
    return places[-1][0] if places else 0


def _new_location(label: str, text: str, atlas: Atlas, evidence: Mapping[str, Where]) -> str:
    parts = place_parts(label, text)
    if label == "LOCATION-OTHER":
        key = gazetteer.place_key(text)
        if lands.region_called(text)[0]:
            return styled(text, gazetteer.display(atlas.region(text)))
        named = not any(part.kind == "generic" for part in parts) or key in evidence
        if named and (gazetteer.towns_called(key) or gazetteer.abroad(key)[1]):
            return styled(text, gazetteer.display(atlas.town(key, evidence.get(key, NOWHERE))))
        parts = with_kinds(parts, gazetteer.words("location-kinds"))
    return rewritten(text, parts, atlas, evidence)
