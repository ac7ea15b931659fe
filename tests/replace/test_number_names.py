"""New numbers for old ones: none twice, and each in its range."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.replace.keys import new_key, parse
from incognote.replace.number_names import number_name

KEY = parse(new_key())
RANGES = [(0, 10**9 - 1), (10**9, 2**31 - 1), (2**31, 10**18 - 1), (10**18, 2**63 - 1), (2**63, 10**38 - 1)]


@given(st.sampled_from(RANGES), st.data())
def test_numbers_stay_in_their_range_and_keep_their_sign(ends, data):
    low, high = ends
    number = data.draw(st.integers(low, high))
    assert low <= number_name(KEY, "note", number) <= high
    assert -1 - high <= number_name(KEY, "note", -1 - number) <= -1 - low


def test_no_two_numbers_become_one():
    for low, high in RANGES:
        old = [*range(low, low + 300), *range(high - 300, high + 1)]
        assert len({number_name(KEY, "note", number) for number in old}) == len(old)


def test_numbers_depend_on_key_and_kind():
    assert number_name(KEY, "note", 5) == number_name(KEY, "note", 5)
    assert number_name(KEY, "note", 5) != number_name(KEY, "patient", 5)
    assert number_name(KEY, "note", 5) != number_name(parse(new_key()), "note", 5)


def test_numbers_beyond_all_types_are_refused():
    with pytest.raises(ValueError, match="out of range"):
        number_name(KEY, "note", 10**38)
