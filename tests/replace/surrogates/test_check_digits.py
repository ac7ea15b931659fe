"""Checks know real numbers, and spoil what passes them."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.replace.surrogates.check_digits import CHECKS, SSN, passed, spoiled

REAL = {
    "GB82WEST12345698765432": "IBAN",
    "DE89370400440532013000": "IBAN",
    "FR1420041010050500013M02606": "IBAN",
    "4111111111111111": "Luhn",
    "378282246310005": "Luhn",
    "046454286": "Luhn",
    "490154203237518": "Luhn",
    "1234567893": "NPI",
    "9434765919": "NHS",
    "1HGCM82633A004352": "VIN",
    "1M8GDM9AXKP042788": "VIN",
    "AP5836727": "DEA",
    "12345678Z": "DNI",
    "X1234567L": "NIE",
    "255081416802538": "NIR",
    "078051120": "SSN",
}
"""Numbers that the makers of each check give as examples, or that were withdrawn."""


def cores(check):
    """Ids of the shape of a check."""
    return st.from_regex(re.compile(check.shape.pattern, re.ASCII), fullmatch=True)


def names(core):
    return {check.name for check in passed(core)}


@pytest.mark.parametrize(("core", "name"), REAL.items())
def test_real_numbers_pass(core, name):
    assert name in names(core)


@pytest.mark.parametrize(("core", "name"), [(core, name) for core, name in REAL.items() if name != "SSN"])
def test_one_wrong_digit_is_noticed(core, name):
    """But for a VIN's own check place, every digit has a weight; DNI and NIE are as sensitive."""
    place = next(i for i, char in enumerate(core) if char.isdecimal() and i >= 2)
    for digit in set("0123456789") - {core[place]}:
        assert name not in names(core[:place] + digit + core[place + 1 :])


@pytest.mark.parametrize("core", ["000121234", "666121234", "912121234", "123001234", "123120000"])
def test_numbers_that_can_be_no_ssn(core):
    assert not SSN.passes(core)


@pytest.mark.parametrize("core", ["2A", "2B"])
def test_the_departments_of_corsica(core):
    check = next(check for check in CHECKS if check.name == "NIR")
    whole = check.completed(f"18503{core}00100200")
    assert check.passes(whole)
    assert int(whole[-2:]) == 97 - int(f"18503{ {'2A': 19, '2B': 18}[core] }001002") % 97


@settings(deadline=None)
@given(st.sampled_from(CHECKS), st.data())
def test_what_passes_is_spoiled_and_nothing_else(check, data):
    core = data.draw(cores(check))
    for whole in (core, check.completed(core)):
        assert not passed(spoiled(whole))
        assert len(spoiled(whole)) == len(whole)
        assert (spoiled(whole) == whole) == (not passed(whole))


@given(cores(SSN))
def test_a_spoiled_ssn_is_given_to_nobody(core):
    assert spoiled(core)[0] == "9"
    assert int(spoiled(core)[3:5]) < 50
