"""Surrogates for the people of a note: patients, relatives, staff."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from incognote.replace.surrogates.name_parts import NamePart, key_of, name_parts
from incognote.replace.surrogates.scope import Filler, Scope
from incognote.replace.surrogates.words import new_letter, new_name, new_short_form
from incognote.synth.forms import cased, fold, shaped
from incognote.synth.nicknames import full_forms, same_bearer
from incognote.types import Document, Span

LABELS = ("PATIENT", "DOCTOR")
_MOST_PASSED_OVER = 8


def filler(flavour: bool = False) -> Filler:
    """Fills names; with `flavour` a name becomes one of its culture."""
    return partial(_filled, flavour=flavour)


def _filled(doc: Document, spans: Sequence[Span], scope: Scope, flavour: bool) -> dict[Span, str]:
    mentions = {span: mention_of(doc, span) for span in spans}
    people = People(list(mentions.values()), scope, flavour)
    return {span: people.text(mention) for span, mention in mentions.items()}


def mention_of(doc: Document, span: Span) -> Mention:
    return Mention(doc[span], name_parts(doc[span]))


@dataclass(frozen=True, repr=False, eq=False)
class Mention:
    """A name as it is written, in parts."""

    text: str
    parts: list[NamePart]

    def word(self, part: NamePart) -> str:
        return key_of(self.text[part.start : part.end])

    @property
    def words(self) -> list[str]:
        return [self.word(part) for part in self.parts if part.kind == "word"]


class People:
    """The new words for all words of a note's names. Two words become one only if they are one person's."""

    def __init__(self, mentions: Sequence[Mention], scope: Scope, flavour: bool = False) -> None:
        self._scope = scope
        self._beside: dict[str, set[str]] = defaultdict(set)
        for mention in mentions:
            for word in mention.words:
                self._beside[word].update(mention.words)
        self._new: dict[str, str] = {}
        owners: dict[str, str] = {}
        for word in sorted(self._beside, key=lambda word: scope.number("order", word)):
            new = self._first_free(word, owners, flavour)
            self._new[word] = new
            owners.setdefault(fold(new), word)

    def new_word(self, word: str) -> str | None:
        """The new word for a folded word of a name; nothing for a word that is in none."""
        return self._new.get(word)

    def text(self, mention: Mention) -> str:
        """What takes the place of a name."""
        made, read = "", 0
        for part in mention.parts:
            made += mention.text[read : part.start] + self._part(mention, part)
            read = part.end
        return made + mention.text[read:]

    def _first_free(self, word: str, owners: dict[str, str], flavour: bool) -> str:
        new = ""
        for passed_over in range(_MOST_PASSED_OVER):
            new = self._drawn(word, passed_over, flavour)
            owner = owners.get(fold(new), word)
            if owner == word or same_bearer(owner, word):
                break
        return new

    def _drawn(self, word: str, passed_over: int, flavour: bool) -> str:
        """The new word; of a short form whose full name the note has, a short form of the new full name."""
        full = next((name for name in full_forms(word) if name in self._beside), "")
        if full:
            return new_short_form(word, full, self._scope, passed_over, flavour)
        return new_name(word, self._scope, passed_over, flavour)

    def _part(self, mention: Mention, part: NamePart) -> str:
        old = mention.text[part.start : part.end]
        if part.kind == "stays":
            return old
        if part.kind == "word":
            new = self._new[mention.word(part)]
            return shaped(old, new if not old.isascii() else fold(new))
        if part.kind == "letters" and len(old) == 1:
            return cased(old, self._initial(mention, fold(old)))
        return "".join(self._character(char, i, old) for i, char in enumerate(old))

    def _initial(self, mention: Mention, letter: str) -> str:
        """The first letter of the new name that the note has in full with the same surname; else the new letter."""
        beside = {name for word in mention.words for name in self._beside[word]} - set(mention.words)
        full = min((name for name in beside if name.startswith(letter)), default="")
        return fold(self._new[full])[:1] if full else new_letter(letter, self._scope)

    def _character(self, char: str, place: int, old: str) -> str:
        if char.isalpha():
            return cased(char, new_letter(char, self._scope))
        drawn = self._scope.number("digit", fold(old), str(place)) % 10
        return chr(ord(char) - int(char) + drawn) if char.isdecimal() else char
