"""The replacer that puts surrogates in the place of PHI."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal

from incognote.labels import MAIN_CATEGORIES
from incognote.replace.keys import Key
from incognote.replace.surrogates import ages, contacts, facilities, ids, jobs, people, places
from incognote.replace.surrogates.leftovers import is_replaced
from incognote.replace.surrogates.scope import Filler, Scope, ScopeOf, by_patient
from incognote.replace.tags import thesis
from incognote.types import Document, Span

Mode = Literal["linkable", "publish"]

_ALIASES = {"NAME": "PATIENT", "LOCATION": "CITY", "ID": "IDNUM"}
"""Labels of engines that know main categories alone."""
_ADDRESS = 4
"""So many characters at most stand between the parts of an address."""


@dataclass(frozen=True, repr=False)
class Surrogates:
    """Invented PHI from the key.

    `linkable`: the same PHI gives the same surrogate in all notes of a scope. `publish`: each mention is drawn anew
    with the probability `anew`, since what is consistent betrays what was missed. `avoid` has the words that no
    surrogate may be, by scope. PHI for which there is no surrogate gets a tag; `tagged` counts it by label.
    """

    key: Key
    mode: Mode = "linkable"
    anew: float = 0.5
    scope_of: ScopeOf = by_patient
    avoid: Mapping[str, frozenset[str]] = field(default_factory=dict)
    ages: ages.Ages = "group"
    check_digits: ids.CheckDigits = "valid"
    flavour: bool = False
    keep_states: bool = False
    tagged: Counter[str] = field(default_factory=Counter, compare=False)

    def __call__(self, doc: Document) -> list[str]:
        named = _with_our_labels(doc)
        new: dict[Span, str] = {}
        for scope, spans in self._scopes(named):
            seen = named.with_spans(spans) if scope.mention else named
            chosen: list[list[Span]] = [[] for _ in self._fillers]
            for span in spans:
                if span.label in self._filler_of:
                    chosen[self._filler_of[span.label]].append(span)
            for (_, filler), its_spans in zip(self._fillers, chosen, strict=True):
                new |= _safely(filler, seen, its_spans, scope) if its_spans else {}
        texts = [(span, new.get(span, "")) for span in named.spans]
        left = [span for span, text in texts if not (text and is_replaced(span.label, named[span], text))]
        if not left:
            return [text for _, text in texts]
        self.tagged.update(span.label for span in left)
        tags = dict(zip(left, thesis(named.with_spans(left)), strict=True))
        return [tags.get(span, text) for span, text in texts]

    @cached_property
    def _filler_of(self) -> Mapping[str, int]:
        """Which of the fillers is for each label."""
        return {label: place for place, (labels, _) in enumerate(self._fillers) for label in labels}

    @cached_property
    def _fillers(self) -> Sequence[tuple[Sequence[str], Filler]]:
        return (
            (people.LABELS, people.filler(self.flavour)),
            (places.LABELS, places.Places(self.keep_states)),
            (facilities.LABELS, facilities.fill_facilities),
            (contacts.LABELS, contacts.filler(self.flavour)),
            (MAIN_CATEGORIES["ID"], ids.filler(self.check_digits)),
            (jobs.LABELS, jobs.fill_jobs),
            (ages.LABELS, ages.filler(self.ages)),
        )

    def _scopes(self, doc: Document) -> Iterator[tuple[Scope, Sequence[Span]]]:
        """The scopes of a note, with the spans of each: the patient's, and one for each mention that is drawn anew."""
        name = self.scope_of(doc)
        common = _scope(self.key, name, self.avoid.get(name, frozenset()))
        if self.mode == "linkable":
            yield common, doc.spans
            return
        spans: dict[str, list[Span]] = defaultdict(list)
        for mention in _mentions(doc):
            place = f"{doc.id}\0{mention[0].start}"
            drawn_anew = common.number("anew", place) < self.anew * 2**128
            spans[place if drawn_anew else ""] += mention
        for place, chosen in spans.items():
            yield replace(common, mention=place), chosen


@lru_cache(maxsize=100)  # its words are many, and notes of a patient come together
def _scope(key: Key, name: str, avoid: frozenset[str]) -> Scope:
    """One scope for all notes of a patient, since it keeps what it has drawn."""
    return Scope(key, name, avoid=avoid)


def _with_our_labels(doc: Document) -> Document:
    if not any(span.label in _ALIASES for span in doc.spans):
        return doc
    return doc.with_spans(replace(span, label=_ALIASES.get(span.label, span.label)) for span in doc.spans)


def _mentions(doc: Document) -> Iterator[list[Span]]:
    """Each span by itself, but for the parts of an address, which must match each other."""
    mention: list[Span] = []
    for span in doc.spans:
        near = mention and span.start - mention[-1].end <= _ADDRESS
        if not (near and {span.label, mention[-1].label} <= set(MAIN_CATEGORIES["LOCATION"])):
            if mention:
                yield mention
            mention = []
        mention.append(span)
    if mention:
        yield mention


def _safely(filler: Filler, doc: Document, spans: Sequence[Span], scope: Scope) -> Mapping[Span, str]:
    """What a filler makes of spans. Where one fails they get tags: it must not leave the original."""
    try:
        return filler(doc, spans, scope)
    except (LookupError, ValueError, RuntimeError):
        if len(spans) == 1:
            return {}
        return {span: text for one in spans for span, text in _safely(filler, doc, [one], scope).items()}
