"""A patient's shift: whole weeks, the same season, never nothing, and known only to who has the key."""

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.errors import ConfigError
from incognote.replace.keys import Key
from incognote.replace.shifts import ANY, Reach, Shift, shift_of

KEY = Key(bytes(range(32)))
PATIENTS = st.text(max_size=20)
DATES = st.dates(date(1900, 1, 1), date(2150, 12, 31))


@given(PATIENTS, DATES)
def test_the_season_and_the_weekday_stay(patient, day):
    shift = shift_of(KEY, patient)
    moved = day + timedelta(days=shift.days)
    apart = abs(moved.timetuple().tm_yday - day.timetuple().tm_yday)
    assert min(apart, abs(365 - apart)) <= 11
    assert moved.weekday() == day.weekday()


@given(PATIENTS)
def test_never_nothing_and_whole_years(patient):
    shift = shift_of(KEY, patient)
    assert 1 <= abs(shift.years) <= 20
    assert shift.months == 12 * shift.years
    assert 1 <= abs(shift.rest) <= 11
    assert shift == shift_of(KEY, patient)


@given(st.integers(-5000, 5000))
def test_the_way_back(weeks):
    shift = Shift(weeks)
    back = -shift
    assert (back.days, back.months, back.years, back.rest) == (-shift.days, -shift.months, -shift.years, -shift.rest)


def test_patients_and_keys_differ():
    shifts = [shift_of(KEY, f"patient {i}") for i in range(6000)]
    counts = Counter(shifts)
    assert len(counts) == 114
    assert max(counts.values()) < 100  # 50 each on average
    other = [shift_of(Key(bytes(range(1, 33))), f"patient {i}") for i in range(6000)]
    assert sum(a == b for a, b in zip(shifts, other, strict=True)) < 100


def test_shifts_stay_as_they_are():
    """Notes already given out depend on them."""
    assert [shift_of(KEY, patient).weeks for patient in ("p1", "p2", "Ö")] == [-677, -834, 886]


@st.composite
def reaches(draw):
    low = draw(st.integers(1, 45))
    return Reach(low, draw(st.integers(low + 4, 50)), draw(st.booleans()))


REACHES = reaches()


@given(PATIENTS, REACHES, DATES)
def test_a_shift_lies_in_its_range(patient, reach, day):
    shift = shift_of(KEY, patient, reach)
    assert reach.low <= abs(shift.years) <= reach.high
    assert 1 <= abs(shift.rest) <= 11
    assert shift.days < 0 or not reach.backwards
    assert (day + timedelta(days=shift.days)).weekday() == day.weekday()


@given(REACHES)
def test_a_range_has_no_shift_twice_and_enough_of_them(reach):
    assert len(set(reach.shifts)) == len(reach.shifts) >= 12
    years = reach.high - reach.low + 1
    assert 2.5 * years <= len(reach.shifts) / (1 if reach.backwards else 2) <= 3 * years


def test_all_shifts_of_a_range_occur():
    reach = Reach(3, 7)
    assert {shift_of(KEY, str(i), reach) for i in range(500)} == set(reach.shifts)
    assert len(reach.shifts) == 28


def test_each_range_draws_anew():
    """Whoever learns a patient's shift in one release can't tell that of another."""
    pairs = [(shift_of(KEY, str(i)), shift_of(KEY, str(i), Reach(1, 20, backwards=True))) for i in range(3000)]
    same = sum(one == other for one, other in pairs)
    assert same < 60  # 26 by chance


@pytest.mark.parametrize(("low", "high"), [(0, 5), (5, 3), (-3, 3), (1, 51), (60, 70)])
def test_ranges_that_make_no_sense(low, high):
    with pytest.raises(ConfigError, match="1 to 50 years"):
        Reach(low, high)


@pytest.mark.parametrize(("low", "high", "backwards", "number"), [(4, 4, False, 6), (3, 5, True, 9)])
def test_ranges_with_few_shifts_are_refused(low, high, backwards, number):
    with pytest.raises(ConfigError, match=f"only {number} shifts .* at least 12"):
        Reach(low, high, backwards)


@given(PATIENTS)
def test_the_usual_range_is_the_old_one(patient):
    assert shift_of(KEY, patient, Reach(1, 20)) == shift_of(KEY, patient) == shift_of(KEY, patient, ANY)
