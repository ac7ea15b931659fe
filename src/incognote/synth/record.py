"""The names of one note: a new word for each old one, so that who was one person stays one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import TypeAlias

from incognote.synth.forms import Kind, Part, cased, fold, pieces, shaped
from incognote.synth.generic import stop_words
from incognote.synth.name_words import draw_culture
from incognote.synth.needs import Need
from incognote.synth.nicknames import same_bearer
from incognote.synth.people import likely
from incognote.synth.places import codes
from incognote.synth.styles import Style

Key: TypeAlias = tuple[str, str, str]
"""Whose it is, whether it is generic, and the folded word."""

_GIVEN = ("male", "female", "given")
_PERSON = (*_GIVEN, "surname", "name")
_CODES = ("state-code", "state-short", "country-code")
_NO_WORDS = ("keep", "digits", "letters", "initial", *_CODES)
_ORDINAL = re.compile(r"(\d+)(st|nd|rd|th)", re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class Mention:
    """A name of a note: its model in parts, the class of its slot, and whose it is."""

    model: str
    parts: tuple[Part, ...]
    group: str
    whose: str = ""

    def key(self, part: Part) -> Key:
        return self.whose, "generic" if part.kind == "generic" else "", fold(part.text)

    def words(self) -> list[Part]:
        return [part for part in self.parts if part.kind not in _NO_WORDS]


class Record:
    """New words for the names of a note. All are drawn at once, places and full names first."""

    def __init__(self, mentions: Sequence[Mention], style: Style, rng: Random) -> None:
        self._rng = rng
        self._mentions = mentions
        self._uses = Counter(mention.key(part) for mention in mentions for part in mention.words())
        self._kinds = self._known_kinds()
        self._taken = {word for mention in mentions for part in mention.parts for word in _with_words(part.text)}
        self._new: dict[Key, str] = {}
        self._drawn: dict[tuple[str, ...], str] = {}
        for mention in sorted(mentions, key=lambda mention: (mention.group != "location", -len(mention.words()))):
            self._draw(mention, style)
        self._acronyms = self._find_acronyms()

    def text(self, mention: Mention) -> str:
        """What takes the place of a name."""
        made, read = "", 0
        for part in mention.parts:
            made += mention.model[read : part.start] + self._text(mention, part)
            read = part.end
        return made + mention.model[read:]

    def new_name(self, word: str) -> str | None:
        """The new word for a word of a person's name."""
        old = fold(word)
        return next((new for (_, kind, name), new in self._new.items() if name == old and not kind), None)

    def _known_kinds(self) -> dict[Key, Kind]:
        """What a word is where another mention tells it."""
        kinds: dict[Key, Kind] = {}
        for mention in self._mentions:
            for part in mention.words():
                if part.kind != "name":
                    kinds.setdefault(mention.key(part), part.kind)
        return kinds

    def _draw(self, mention: Mention, style: Style) -> None:
        culture = draw_culture(self._rng)
        for part in mention.words():
            key = mention.key(part)
            if key in self._new:
                continue
            kind = self._kinds.get(key, part.kind)
            kind = likely(key[2]) if kind == "name" else kind
            words = len(pieces(part.text)) if kind in ("state", "country") else 1
            generic = part.kind == "generic"
            need = Need(
                kind="organization" if generic else kind,
                group=mention.group,
                like=part.text,
                uses=self._uses[key] * words,
                words=words,
                generic=generic,
                culture=culture,
                of=self._same_person(key) if kind in _GIVEN else "",
                avoid=self._taken,
            )
            self._new[key] = style(need, self._rng)
            self._taken.update(_with_words(self._new[key]))

    def _same_person(self, key: Key) -> str:
        """The new name of one who is called by this name too."""
        return next((new for (_, _, old), new in self._new.items() if same_bearer(old, key[2])), "")

    def _find_acronyms(self) -> dict[tuple[str, str], str]:
        """The first letters of names of several words -> those of the new names, with and without small words."""
        found: dict[tuple[str, str], str] = {}
        for mention in self._mentions:
            parts = [part for part in mention.parts if part.kind not in ("keep", "digits", "letters", *_CODES)]
            if parts and parts[0].kind == "surname":
                parts = [part for part in parts if part.kind != "surname"] + [p for p in parts if p.kind == "surname"]
            for chosen in (parts, [part for part in parts if fold(part.text) not in stop_words()]):
                old = "".join(fold(part.text)[:1] for part in chosen)
                new = "".join(fold(self._text(mention, part))[:1] for part in chosen)
                if len(old) > 1:
                    found.setdefault((mention.whose, old), new)
        return found

    def _text(self, mention: Mention, part: Part) -> str:
        if part.kind == "keep":
            return part.text
        if part.kind == "digits":
            return self._digits(part.text)
        if part.kind in _CODES:
            return self._code(part)
        if part.kind in ("letters", "initial"):
            return self._letters(mention, part)
        new = self._new[mention.key(part)]
        if new == part.text or (part.kind == "generic" and fold(new) == fold(part.text)):
            return part.text
        if part.kind == "generic" and fold(part.text) in stop_words():
            return cased(mention.parts[0].text, new)
        return shaped(part.text, new)

    def _letters(self, mention: Mention, part: Part) -> str:
        old = fold(part.text)
        new = self._acronyms.get((mention.whose, old), "") if part.kind == "letters" else self._initial(mention, old)
        return shaped(part.text, new or self._memo((mention.whose, "letters", old), old, ascii_lowercase))

    def _initial(self, mention: Mention, letter: str) -> str:
        """The first letter of the new name, where another mention of the person has it in full."""
        here = [mention.key(part) for part in mention.words()]
        for other in self._mentions:
            keys = [other.key(part) for part in other.words() if part.kind in _PERSON]
            if not here or set(keys) & set(here):
                full = next((key for key in keys if key not in here and key[2].startswith(letter)), None)
                if full and full[0] == mention.whose:
                    return fold(self._new[full])[0]
        anchor = here[-1][2] if here and "," not in mention.model else here[0][2] if here else ""
        return self._memo((mention.whose, anchor, letter), letter, ascii_lowercase)

    def _code(self, part: Part) -> str:
        letters = re.sub(r"[\W_]", "", part.text)
        if (key := (part.kind, fold(letters))) not in self._drawn:
            others = [code for code in codes(part.kind, len(letters)) if code != fold(letters)]
            self._drawn[key] = self._rng.choice(others)
        new = self._drawn[key]
        spaced = " ".join(new) if len(pieces(part.text)) == len(new) > 1 else new
        return shaped(part.text, spaced)

    def _digits(self, text: str) -> str:
        runs = re.split(r"(\d+)", text)
        runs[1::2] = [self._memo(("digits", run), run, "0123456789") for run in runs[1::2]]
        return _ORDINAL.sub(lambda found: found[1] + cased(found[2], _ordinal(int(found[1]))), "".join(runs))

    def _memo(self, key: tuple[str, ...], old: str, alphabet: str) -> str:
        """As many letters or digits, others than before; the same for the same key."""
        if key not in self._drawn:
            new = old
            while new == old or (new[0] == "0" != old[0]):
                new = "".join(self._rng.choice(alphabet) for _ in old)
            self._drawn[key] = new
        return self._drawn[key]


def _with_words(text: str) -> set[str]:
    """A name in its folded form, and its words."""
    folded = fold(text)
    return {folded, *folded.split()}


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
