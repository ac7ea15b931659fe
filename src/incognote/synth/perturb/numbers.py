"""Numbers and domains of any kind: those of `fill` are of ranges that nobody owns, which a learner would learn."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random

from incognote import lexicons
from incognote.synth.perturb.edits import Edit, whole
from incognote.synth.surfaces import digits_of, with_digits
from incognote.synth.tables import table
from incognote.types import Document

_ALPHABETS = {"d": "0123456789", "n": "23456789", "L": "ABCDEFGHJKLMNPRSTUVWXYZ", "a": "abcdefghijklmnoprstvwyz"}
_PLACE = re.compile(r"[dnLa](?![^{]*})")
_LONG = 7
_OTHER_FORM = 0.4
_ID = re.compile(r"[A-Z]{0,3}[- ]?\d(?:[\d ./-]*\d)?[A-Z]?")
_SHORTEST_ID = 5
_IP4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_HOST = re.compile(r"(?:[\w-]+\.)+[^\W\d_]{2,}")
_STAY = re.compile(r"(?i)(?:www|my|portal|mail|results|share)\.")
_WORDS = 30_000

Change = Callable[[str, Random], str]


def free_phones(doc: Document, rng: Random) -> list[Edit]:
    """Numbers to call with any digits, some in other forms."""
    return _changed(doc, {"PHONE": _phone, "FAX": _phone}, rng)


def free_ids(doc: Document, rng: Random) -> list[Edit]:
    """Numbers of persons and records with any digits, some in other forms."""
    ids = ("MEDICALRECORD", "ACCOUNT", "HEALTHPLAN", "IDNUM", "LICENSE", "DEVICE", "BIOID")
    return _changed(doc, {"SSN": _ssn, **dict.fromkeys(ids, _id)}, rng)


def free_domains(doc: Document, rng: Random) -> list[Edit]:
    """Invented domains of all countries, and any addresses of computers."""
    return _changed(doc, {"EMAIL": _email, "URL": _url, "IPADDR": _address}, rng)


def _changed(doc: Document, changes: Mapping[str, Change], rng: Random) -> list[Edit]:
    """The same new text for the same old one."""
    new: dict[tuple[str, str], str] = {}
    spans = [span for span in doc.spans if span.label in changes]
    for span in spans:
        if (key := (span.label, doc[span])) not in new:
            new[key] = changes[span.label](doc[span], rng)
    return [whole(span, new[span.label, doc[span]]) for span in spans]


def drawn(form: str, rng: Random) -> str:
    """A form with digits and letters in its places; what is in braces stays."""
    return _PLACE.sub(lambda place: rng.choice(_ALPHABETS[place[0]]), form)


def _phone(old: str, rng: Random) -> str:
    if len(digits_of(old)) >= _LONG and rng.random() < _OTHER_FORM:
        return drawn(rng.choice(table("perturb")["numbers"]["phones"]), rng)
    return with_digits(old, drawn("n" + "d" * len(digits_of(old)), rng)[: len(digits_of(old))])


def _ssn(old: str, rng: Random) -> str:
    if len(digits_of(old)) == 9 and rng.random() < _OTHER_FORM:
        return drawn(rng.choice(table("perturb")["numbers"]["ssns"]), rng)
    return with_digits(old, drawn("d" * len(digits_of(old)), rng))


def _id(old: str, rng: Random) -> str:
    if not _ID.fullmatch(old) or len(old) < _SHORTEST_ID:
        return old
    if rng.random() < _OTHER_FORM:
        return drawn(rng.choice(table("perturb")["numbers"]["ids"]), rng)
    return with_digits(old, drawn("d" * len(digits_of(old)), rng))


def _email(old: str, rng: Random) -> str:
    local, at, domain = old.partition("@")
    return f"{local}@{_domain(rng)}" if at and _HOST.fullmatch(domain) else old


def _url(old: str, rng: Random) -> str:
    host = _HOST.search(old)
    if host is None:
        return old
    front = _STAY.match(host[0])
    return f"{old[: host.start()]}{front[0] if front else ''}{_domain(rng)}{old[host.end() :]}"


def _address(old: str, rng: Random) -> str:
    return _IP4.sub(lambda _: ".".join(str(rng.randrange(256)) for _ in range(4)), old)


def _domain(rng: Random) -> str:
    domains = table("perturb")["domains"]
    form: str = rng.choice(domains["forms"])
    return form.format(rng.choice(_domain_words()), rng.choice(_domain_words()), tld=rng.choice(domains["tlds"]))


@cache
def _domain_words() -> tuple[str, ...]:
    listed = partial(filter, lambda word: word.isascii() and word.isalpha() and len(word) > 2)
    names, words = lexicons.items("last", "per_million", _WORDS), lexicons.items("common-words", "zipf", _WORDS)
    return (*listed(names), *listed(words))
