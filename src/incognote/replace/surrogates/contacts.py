"""Surrogates for ways to reach someone. Those of the net lie in domains that nobody can own, and follow the people."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property, partial

from incognote.replace.surrogates.name_parts import key_of
from incognote.replace.surrogates.people import LABELS as PEOPLE
from incognote.replace.surrogates.people import People, people_of
from incognote.replace.surrogates.phones import new_phone, other_digits
from incognote.replace.surrogates.scope import Filler, Scope
from incognote.replace.surrogates.words import new_letter, new_name, people_per_million
from incognote.synth.contacts import fill_ip, fill_url, new_domain
from incognote.synth.forms import fold
from incognote.synth.surfaces import in_case
from incognote.synth.tables import table
from incognote.types import Document, Span

LABELS = ("PHONE", "FAX", "EMAIL", "URL", "IPADDR", "USERNAME")

_RUN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_EMAIL = re.compile(r"[^\s<>()@,;]+(?:@[\w.-]*\w)?")
_ADDRESS = re.compile(r"[\s\d.:/]+|[\s\da-fA-F:/.]*:[\s\da-fA-F:/.%]*")
_INITIALS = 3
_KNOWN, _COMMON = 5.0, 50.0


def filler(flavour: bool = False) -> Filler:
    """Fills contacts; `flavour` as for people."""
    return partial(_filled, flavour=flavour)


def _filled(doc: Document, spans: Sequence[Span], scope: Scope, flavour: bool) -> dict[Span, str]:
    logins = Logins(doc, scope, flavour)
    return {span: _new(span.label, doc[span], scope, logins) for span in spans}


def _new(label: str, text: str, scope: Scope, logins: Logins) -> str:
    if label in ("PHONE", "FAX"):
        return new_phone(text, scope)
    rng = scope.rng(label, fold(text))
    if label == "IPADDR":
        return fill_ip(text, rng) if _ADDRESS.fullmatch(text) else ""
    if label == "URL":
        return fill_url(text, rng, logins.name)
    if label == "USERNAME":
        return logins.text(text)
    return _EMAIL.sub(lambda address: _new_email(address, scope, logins), text)


def _new_email(address: re.Match[str], scope: Scope, logins: Logins) -> str:
    """Another address at a reserved domain, or a name that stands beside one."""
    local, at, domain = address[0].partition("@")
    desk = at and local.lower() in table("contacts")["domains"]["desks"]
    return (local if desk else logins.text(local)) + (at and at + new_domain(domain, scope.rng("domain", fold(domain))))


class Logins:
    """Names as they stand in addresses: `jkowalski`, `anna.k`, `kowalskij2`."""

    def __init__(self, doc: Document, scope: Scope, flavour: bool) -> None:
        self._doc = doc
        self._scope = scope
        self._flavour = flavour

    @cached_property
    def _people(self) -> People:
        spans = (span for span in self._doc.spans if span.label in PEOPLE)
        return people_of(self._doc, spans, self._scope, self._flavour)

    def name(self, word: str) -> str | None:
        """The new name of someone of the note."""
        return self._people.new_word(key_of(word))

    def text(self, login: str) -> str:
        return _RUN.sub(lambda run: self._run(run[0]), login)

    def _run(self, old: str) -> str:
        if old.isdecimal():
            return other_digits(old, self._scope)
        plain = key_of(old)
        if len(old) <= _INITIALS and not self.name(plain):
            return in_case(self._letters(plain), old)
        return in_case(self._known(plain) or self._with_initial(plain) or new_name(plain, self._scope), old)

    def _known(self, word: str, frequent: float = _KNOWN) -> str:
        """The new name of one of the note, or of one that is known as a name."""
        new = self.name(word) if len(word) > 1 else None
        return fold(new or "") or (new_name(word, self._scope) if people_per_million(word) >= frequent else "")

    def _with_initial(self, word: str) -> str:
        """A surname with initials or Dr. in front, or with an initial behind."""
        for front in range(1, min(_INITIALS, len(word) - _INITIALS) + 1):
            new = self.name(word[front:]) if front > 1 else self._known(word[1:], _COMMON)
            if new:
                title = word[:front] if word[:front] == "dr" else ""
                return (title or self._letters(word[:front])) + fold(new)
        new = self._known(word[:-1], _COMMON) if len(word) > _INITIALS else ""
        return new + self._letters(word[-1]) if new else ""

    def _letters(self, letters: str) -> str:
        return "".join(new_letter(letter, self._scope) for letter in letters)
