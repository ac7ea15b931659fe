"""Ids that can be checked: which checks an id passes, the check digits that it needs, and how to spoil them.

Ids are given as their letters, in capitals, and their digits, without marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_SHIFTS = 100
_FIRST_TAXPAYER = 50
_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_VIN_VALUES = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "012345678912345678123457923456789"), strict=True))


@dataclass(frozen=True, eq=False)
class Check:
    """A kind of id: its shape, where its check characters are, and what they are by the others.

    `made` gives "" where no id has the others. The first `kept` characters say the kind of id and stay.
    """

    name: str
    shape: re.Pattern[str]
    place: slice
    made: Callable[[str], str]
    kept: int = 0

    def passes(self, core: str) -> bool:
        return self.shape.fullmatch(core) is not None and self.made(core) == core[self.place]

    def completed(self, core: str) -> str:
        """The id with the check characters that it needs."""
        start, stop, _ = self.place.indices(len(core))
        return core[:start] + self.made(core) + core[stop:]


def _luhn(payload: str) -> str:
    doubled = sum(map(int, payload[::-2])) * 2 - 9 * sum(digit > "4" for digit in payload[::-2])
    return str(-(doubled + sum(map(int, payload[-2::-2]))) % 10)


def _nhs(core: str) -> str:
    check = -sum(weight * int(digit) for weight, digit in zip(range(10, 1, -1), core, strict=False)) % 11
    return "" if check == 10 else str(check)


def _dea(core: str) -> str:
    digits = [int(digit) for digit in core[2:8]]
    return str((sum(digits[::2]) + 2 * sum(digits[1::2])) % 10)


def _vin(core: str) -> str:
    total = sum(weight * _VIN_VALUES.get(char, 0) for weight, char in zip(_VIN_WEIGHTS, core, strict=True))
    return "0123456789X"[total % 11]


def _iban(core: str) -> str:
    return f"{98 - int(''.join(str(int(char, 36)) for char in f'{core[4:]}{core[:2]}00')) % 97:02}"


def _nir(core: str) -> str:
    # The departments of Corsica count as if they were 19 and 18.
    payload = core[:5] + {"2A": "19", "2B": "18"}.get(core[5:7], core[5:7]) + core[7:13]
    return f"{97 - int(payload) % 97:02}" if payload.isdecimal() else ""


def _dni(core: str) -> str:
    return _DNI[int(core[:-1].translate(str.maketrans("XYZ", "012"))) % 23]


_LAST = slice(-1, None)

SSN = Check("SSN", re.compile(r"(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}"), slice(0, 0), lambda core: "")
"""No check digit, but numbers that can't be given: areas 000, 666 and 9dd, group 00, serial 0000."""

CHECKS = (
    SSN,
    Check("NPI", re.compile(r"[12]\d{9}"), _LAST, lambda core: _luhn("80840" + core[:-1]), kept=1),
    Check("NHS", re.compile(r"\d{10}"), _LAST, _nhs),
    Check("NIR", re.compile(r"[1-478]\d{4}(?:\d\d|2[AB])\d{8}"), slice(13, 15), _nir),
    Check("Luhn", re.compile(r"\d{9,19}"), _LAST, lambda core: _luhn(core[:-1])),
    Check("DEA", re.compile(r"[ABCDEFGHJKLMPRSTUX][A-Z]\d{7}"), _LAST, _dea),
    Check("VIN", re.compile(r"[A-HJ-NPR-Z0-9]{17}"), slice(8, 9), _vin),
    Check("IBAN", re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}"), slice(2, 4), _iban, kept=2),
    Check("DNI", re.compile(r"\d{8}[A-Z]"), _LAST, _dni),
    Check("NIE", re.compile(r"[XYZ]\d{7}[A-Z]"), _LAST, _dni, kept=1),
)
"""Luhn's is that of cards, of the Canadian SIN, of phones and devices (IMEI) and of persons in Sweden and Greece."""


def passed(core: str) -> tuple[Check, ...]:
    """The checks that an id passes."""
    if len(core) < 9:
        return ()
    return tuple([check for check in CHECKS if check.passes(core)])


def with_digits(checks: Sequence[Check]) -> Check | None:
    """The first of some checks that has check digits."""
    return next((check for check in checks if check is not SSN), None)


def spoiled(core: str) -> str:
    """An id that passes no check, made of one that does; of others, the same.

    What could be an SSN gets an area that is never given (9dd) and a group that isn't given to taxpayers either.
    """
    checks = passed(core)
    if SSN in checks:
        core = f"9{core[1:3]}{int(core[3:5]) % _FIRST_TAXPAYER:02}{core[5:]}"
    check = with_digits(checks)
    start, stop, _ = (check.place if check else _LAST).indices(len(core))
    tries = (core[:start] + _shifted(core[start:stop], shift) + core[stop:] for shift in range(_SHIFTS))
    return next(new for new in tries if not passed(new))


def _shifted(check: str, shift: int) -> str:
    """Check characters so much further on."""
    if check.isdecimal():
        return f"{(int(check) + shift) % 10 ** len(check):0{len(check)}}"
    return chr(ord("A") + (ord(check) - ord("A") + shift) % 26)
