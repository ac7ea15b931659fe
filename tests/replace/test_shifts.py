"""A patient's shift: whole weeks, the same season, never nothing, and known only to who has the key."""

from collections import Counter
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from incognote.replace.keys import Key
from incognote.replace.shifts import Shift, shift_of

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
