"""Invented addresses of the net: e-mail, web, computers and logins, whose names follow the people of a record."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import TypeAlias

from incognote import lexicons
from incognote.synth.phones import fill_phone, phone_in_form
from incognote.synth.surfaces import another, in_case
from incognote.synth.tables import table

NameOf: TypeAlias = Callable[[str], str | None]
"""The new name of a record's old one, whatever its case; None for what is no name of the record."""

_RUN = re.compile(r"[^\W\d_]+|\d+")
_HOST = re.compile(r"(?<![\w@.-])[^\W_][\w-]*(?:\s*\.\s*[^\W_][\w-]*)+")
_SCHEME = re.compile(r"^\s*[A-Za-z]+://")
_IP4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_IP6 = re.compile(r"[\da-fA-F]+:[\da-fA-F]+(?=:)")
_IP6_SHORT = re.compile(r"2001:0?[dD][bB]8(?=:)|[\da-fA-F]*(?=:)")
_DOCUMENTED = ("192.0.2.", "198.51.100.", "203.0.113.")
"""Addresses for use in documents (RFC 5737)."""

_INITIALS = 3
_SIZES = range(4, 14)


def fill_contact(label: str, model: str, rng: Random, name_of: NameOf = lambda _: None) -> str:
    """Another value of the same form for a number to call or an address of the net."""
    if label in ("PHONE", "FAX"):
        return fill_phone(model, rng)
    fill = {"EMAIL": fill_email, "URL": fill_url, "USERNAME": fill_username}.get(label)
    return fill(model, rng, name_of) if fill else fill_ip(model, rng)


def contact_in_form(label: str, rng: Random) -> str:
    """A value for a slot without a model, in one of the usual forms of its label."""
    if label in ("PHONE", "FAX"):
        return phone_in_form(rng, label)
    return fill_contact(label, rng.choice(table("contacts")["forms"][label]), rng)


def fill_email(model: str, rng: Random, name_of: NameOf) -> str:
    """Another address, at a domain that no one can own."""
    local, at, domain = model.partition("@")
    desks = table("contacts")["domains"]["desks"]

    def draw() -> str:
        is_desk = local.lower() in desks
        new = in_case(rng.choice(desks), local) if is_desk else _names(local, rng, name_of)
        return new + at + new_domain(domain, rng)

    return another(model, draw)


def fill_username(model: str, rng: Random, name_of: NameOf) -> str:
    """Another login, handle or initials."""
    return another(model, lambda: _names(model, rng, name_of))


def fill_url(model: str, rng: Random, name_of: NameOf) -> str:
    """Another page, at a domain that no one can own; words of its path stay."""

    def draw() -> str:
        scheme = _SCHEME.match(model)
        start = scheme.end() if scheme else 0
        host = _HOST.search(model, start)
        if host is None:
            return model[:start] + _names(model[start:], rng, name_of)
        path = _RUN.sub(lambda run: _of_path(run[0], rng, name_of), model[host.end() :])
        return f"{model[: host.start()]}{new_domain(host[0], rng)}{path}"

    return another(model, draw)


def fill_ip(model: str, rng: Random) -> str:
    """Another address of those for documents; what isn't an address of four numbers is one of 2001:db8."""

    def draw() -> str:
        if _IP4.search(model):
            return _IP4.sub(lambda _: f"{rng.choice(_DOCUMENTED)}{rng.randint(1, 254)}", model, count=1)
        start = (_IP6_SHORT if "::" in model else _IP6).match(model)
        rest = model[start.end() :] if start else model
        new = re.sub(r"[\da-fA-F]+", lambda group: _hex(group[0], rng), rest)
        return f"2001:db8{new}" if start else new

    return another(model, draw)


def _hex(old: str, rng: Random) -> str:
    new = rng.choice("123456789abcdef") + "".join(rng.choice("0123456789abcdef") for _ in old[1:])
    return new.upper() if old.isupper() else new


def _names(text: str, rng: Random, name_of: NameOf) -> str:
    """The text with each of its words as another name and each of its numbers as another number."""
    return _RUN.sub(lambda run: _name(run[0], rng, name_of), text)


def _name(old: str, rng: Random, name_of: NameOf) -> str:
    """The new name of someone of the record, also behind an initial; else initials or another name as long."""
    if old.isdigit():
        return _number(old, rng)
    for size in (0, 1):
        new = name_of(old[size:]) if len(old) - size > 1 else None
        if new:
            letters = "".join(filter(str.isalpha, new))
            return in_case(_letters(size, rng) + letters, old)
    if len(old) <= _INITIALS:
        return in_case(_letters(len(old), rng), old)
    return in_case(_last_name(len(old), rng), old)


def _of_path(old: str, rng: Random, name_of: NameOf) -> str:
    is_word = len(old) > 1 and lexicons.has("common-words", old.casefold())
    return old if is_word and not name_of(old) else _name(old, rng, name_of)


def new_domain(model: str, rng: Random) -> str:
    """A domain of about as many parts; the parts in front that many domains have stay."""
    domains = table("contacts")["domains"]
    front = re.match(rf"(?i)(?:(?:{'|'.join(domains['stay'])})\s*\.\s*)*", model)
    start = front.end() if front else 0
    parts = model[start:].split(".")
    form: str = rng.choice(domains["two" if len(parts) <= 2 else "more"])
    words = [_last_name(max(4, min(len(word), 9)), rng) for word in parts[0].split("-")]
    new = model[:start] + form.format("-".join(words))
    return new.upper() if model.isupper() else new.lower()


def _number(old: str, rng: Random) -> str:
    first = "0" if old.startswith("0") else rng.choice("123456789")
    return first + "".join(rng.choice("0123456789") for _ in old[1:])


def _letters(size: int, rng: Random) -> str:
    return "".join(rng.choice("abcdefghijklmnoprstvwyz") for _ in range(size))


def _last_name(size: int, rng: Random) -> str:
    """A last name of so many letters, or two of them."""
    if size > _SIZES[-1]:
        return _last_name(_SIZES[0] + size % 5, rng) + _last_name(size - _SIZES[0] - size % 5, rng)
    return rng.choice(_last_names()[size])


@cache
def _last_names() -> dict[int, tuple[str, ...]]:
    """Last names by their length, most common first."""
    names = [name for name in lexicons.items("last", "per_million", 40000) if name.isascii() and name.isalpha()]
    return {size: tuple(name for name in names if len(name) == size) for size in _SIZES}
