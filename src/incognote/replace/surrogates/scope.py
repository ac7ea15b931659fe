"""Where the same PHI gets the same surrogate, and all that is drawn there from the key."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TypeAlias

from incognote.known.ids import plain_id
from incognote.replace.keys import Key
from incognote.synth.forms import fold
from incognote.types import Document, Span

_PURPOSE = "surrogates/1"
_WORD = re.compile(r"[^\W\d_]+")
_LETTER_GROUPS = ("bcdghklmprs", "aefjnotvw", "iquxyz")
"""Letters that about as many names begin with."""


@dataclass(frozen=True, repr=False, eq=False)  # what is kept by scope is looked up by identity, which is faster
class Scope:
    """A patient, or a whole release, or a single mention: each draws surrogates of its own.

    `mention` is empty but for PHI that is drawn anew in its place. `avoid` holds the folded words of the patient's
    notes, so that no surrogate is a name that stands there.
    """

    key: Key
    name: str = ""
    mention: str = ""
    avoid: frozenset[str] = field(default=frozenset())

    def __repr__(self) -> str:
        return f"Scope({len(self.avoid)} words to avoid)"

    def number(self, *what: str) -> int:
        """A number of 128 bits that nobody can foretell without the key, the same for the same words."""
        drawn = self._begun.copy()
        drawn.update(_message(what))
        return int.from_bytes(drawn.digest())

    def rng(self, *what: str) -> Random:
        """Random numbers that nobody can foretell without the key, the same for the same words."""
        return Random(self.number(*what))

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The letter that takes the place of each: a cycle through each group of letters, so that none stays."""
        rng = self.rng("letters")
        new: dict[str, str] = {}
        for group in _LETTER_GROUPS:
            order = rng.sample(group, len(group))
            new |= dict(zip(order, [*order[1:], order[0]], strict=True))
        return new

    @cached_property
    def _begun(self) -> hashlib.blake2b:
        """The keyed hash of a scope, to be gone on with."""
        begun = _message((self.name, self.mention))
        return hashlib.blake2b(begun, key=self.key.subkey(_PURPOSE), digest_size=16)

    def allowed(self, text: str) -> bool:
        """Whether no word of a surrogate stands in the patient's notes."""
        if text.isascii() and text.isalpha():  # as most names are
            return text.lower() not in self.avoid
        return not self.avoid or self.avoid.isdisjoint(map(fold, _WORD.findall(text)))


ScopeOf: TypeAlias = Callable[[Document], str]
"""The name of a note's scope."""


def by_patient(doc: Document) -> str:
    """A scope for each patient; a note of nobody has one of its own."""
    return f"patient\0{plain_id(doc.patient)}" if doc.patient else f"note\0{doc.id}"


def by_release(doc: Document) -> str:
    """One scope for all notes."""
    return ""


Filler: TypeAlias = Callable[[Document, Sequence[Span], Scope], Mapping[Span, str]]
"""New texts for some spans of a note; one that is left out, or gets none, gets a tag."""


def _message(words: Sequence[str]) -> bytes:
    """Words as bytes, each with its length, so that no other words give the same."""
    message = ""
    for word in words:
        message += f"{len(word)}:{word}"
    return message.encode("utf-8", "surrogatepass")
