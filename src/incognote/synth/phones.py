"""Invented telephone numbers in the marks and groups of a model."""

from __future__ import annotations

import re
from random import Random

from incognote.synth.surfaces import another, digits_of, has_digit_words, with_digits
from incognote.synth.tables import table

EXTENSION = re.compile(
    r"(?i)(?:[\s,;]*(?:\b|(?<=\d))(?:ext(?:ension|n)?|xt|x|pgr|pager|opt(?:ion)?)[\s.:#]*|\s*#\s*)\d+\s*$"
)
_COUNTRY = re.compile(r"\+\d{1,3}(?!\d)|00[1-9]\d(?!\d)")
_FICTION = "55501"
_LOCAL, _NATIONAL = 7, 10


def fill_phone(model: str, rng: Random) -> str:
    """Another number that reaches no one where its form shows which do not.

    North American numbers get the exchange 555-01, or one that starts with 0 or 1 where the model has such a one;
    both are never given. Numbers that Ofcom keeps for drama stay so. Of others the country and the zeros in front stay.
    """
    extension = EXTENSION.search(model)
    end = extension.start() if extension and extension.start() else len(model)
    number, rest = model[:end], model[end:]
    return another(model, lambda: _number(number, rng) + with_digits(rest, _extension(digits_of(rest), rng)))


def phone_in_form(rng: Random, label: str = "PHONE") -> str:
    """A number for a slot without a model."""
    return fill_phone(rng.choice(table("contacts")["forms"][label]), rng)


def _number(model: str, rng: Random) -> str:
    digits = digits_of(model)
    country = _country(model, digits)
    local = digits[len(country) :]
    if country in ("", "1") and len(local) == _NATIONAL and local[0] > "1":
        new = _area(local[:3], rng) + _line(local[3:], rng)
    elif not country and len(local) == _LOCAL and local[0] > "1":
        new = _line(local, rng)
    else:
        kept = _kept(local)
        new = local[:kept] + _other(local[kept:], rng, has_digit_words(model))
    return with_digits(model, country + new)


def _country(model: str, digits: str) -> str:
    found = _COUNTRY.match(model.strip())
    if found:
        return digits_of(found[0])
    if model.lstrip().startswith("+"):
        return "1" if digits.startswith("1") else digits[:2]
    return "1" if len(digits) == _NATIONAL + 1 and digits.startswith("1") else ""


def _area(old: str, rng: Random) -> str:
    phones = table("contacts")["phones"]
    return str(rng.choice(phones["free" if old in phones["free"] else "areas"]))


def _line(old: str, rng: Random) -> str:
    """An exchange and a line of a North American number."""
    if old[0] in "01":
        return old[0] + _drawn(6, rng)
    return _FICTION + _drawn(2, rng)


def _kept(digits: str) -> int:
    """How many digits in front stay: a range kept for drama, or the zeros and what follows them."""
    drama = next((front for front in table("contacts")["phones"]["drama"] if digits.startswith((front, front[1:]))), "")
    if drama:
        return len(drama) - (not digits.startswith(drama))
    zeros = len(digits) - len(digits.lstrip("0"))
    return min(zeros, len(digits) - 1)


def _other(old: str, rng: Random, spelled: bool) -> str:
    new = _drawn(len(old), rng)
    leads = old[:1] not in ("", "0") and not spelled
    return rng.choice("123456789") + new[1:] if leads else new


def _extension(old: str, rng: Random) -> str:
    return _other(old, rng, spelled=False)


def _drawn(size: int, rng: Random) -> str:
    return "".join(rng.choice("0123456789") for _ in range(size))
