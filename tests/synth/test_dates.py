"""The dates of a record move together, each in its own form."""

import re
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.replace.date_notes import years_of
from incognote.synth.dates import date_in_form, fill_dates
from incognote.synth.surfaces import shape
from tests.synth.models import records

DATES = st.dates(date(1930, 1, 1), date(2070, 12, 31))
FULL = re.compile(r"(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)")


def drawn(model):
    return {fill_dates([model], Random(seed))[0] for seed in range(25)}


def is_full(text):
    return FULL.fullmatch(text) is not None


@given(st.lists(DATES, min_size=1, max_size=6), st.integers(0, 99))
def test_intervals_between_full_dates_stay(days, seed):
    new = [date.fromisoformat(text) for text in fill_dates([day.isoformat() for day in days], Random(seed))]
    shifts = {after - before for after, before in zip(new, days, strict=True)}
    assert len(shifts) == 1
    assert shifts.pop() % timedelta(weeks=1) == timedelta(0)
    assert new != days


@given(DATES, st.integers(0, 99))
def test_forms_of_one_day_tell_one_day(day, seed):
    full, us, spoken, year = fill_dates(
        [day.isoformat(), day.strftime("%m/%d/%Y"), f"{day.strftime('%B')} {day.day}, {day.year}", str(day.year)],
        Random(seed),
    )
    new = date.fromisoformat(full)
    assert us == new.strftime("%m/%d/%Y")
    assert spoken == f"{new.strftime('%B')} {new.day}, {new.year}"
    assert abs(int(year) - new.year) <= 1


@given(st.lists(DATES, min_size=1, max_size=6), st.integers(0, 99))
def test_years_are_plausible_or_near_the_old_ones(days, seed):
    for text in fill_dates([day.isoformat() for day in days], Random(seed)):
        new = date.fromisoformat(text).year
        assert min(1950, min(days).year - 3) - 1 <= new <= max(2030, max(days).year + 3) + 1


def test_every_date_of_the_corpus_becomes_another_and_keeps_its_marks():
    full = 0
    for i, record in enumerate(records()):
        models = record.get("DATE", [])
        new = fill_dates(models, Random(i))
        assert new == fill_dates(models, Random(i))
        assert not [old for old, other in zip(models, new, strict=True) if old == other]
        for old, other in zip(models, new, strict=True):
            assert other.count("\n") <= old.count("\n")
            if not re.search(r"[^\W\d_]", old):  # digits and marks alone
                assert re.sub(r"\d+", "0", other) == re.sub(r"\d+", "0", old)
                full += 1
    assert full > 1000


def test_intervals_of_the_corpus_stay():
    for i, record in enumerate(records()):
        models = [model for model in record.get("DATE", []) if is_full(model)]
        new = fill_dates(record.get("DATE", []), Random(i))
        moved = [
            date.fromisoformat(other) - date.fromisoformat(old)
            for old, other in zip(record.get("DATE", []), new, strict=True)
            if is_full(old)
        ]
        assert len(moved) == len(models)
        assert len(set(moved)) <= 1


@pytest.mark.parametrize(
    ("model", "form"),
    [
        ("July 5", r"[A-Z][a-z]+ \d{1,2}"),
        ("5th of July", r"\d{1,2}(?:st|nd|rd|th) of [A-Z][a-z]+"),
        ("07/05/82", r"[01]\d/[0-3]\d/\d\d"),
        ("05JUL1982", r"[0-3]\d[A-Z]{3}(?:19|20)\d\d"),
        ("12 juillet 2048", r"\d{1,2} \w+ 20\d\d"),
        ("'71", r"'\d\d"),
        ("11/93", r"\d{1,2}/(?:00|[3-9]\d)"),
        ("96 FEB 02", r"(?:00|[3-9]\d) [A-Z]{3} [0-3]\d"),
        ("1990s", r"(?:19|20)\d0s"),
        ("Monday", r"(?:Tues|Wednes|Thurs|Fri|Satur|Sun)day"),
        ("TUES", r"(?:MON|WED|THURS|FRI|SAT|SUN)"),
        ("Thurs.", r"(?:Mon|Tues|Wed|Fri|Sat|Sun)\."),
        ("jueves", r"lunes|martes|miércoles|viernes|sábado|domingo"),
        ("Sun-\nday", r"[A-Z][a-z]+-\n[a-z]+"),
        ("Tuesday 3/18/2001", r"Tuesday \d{1,2}/\d{1,2}/(?:19|20)\d\d"),
        ("Monday the 8th", r"(?:Tues|Wednes|Thurs|Fri|Satur|Sun)day the \d{1,2}(?:st|nd|rd|th)"),
        ("28th", r"\d\d(?:st|nd|rd|th)"),
        ("summer 1999", r"summer (?:19|20)\d\d"),
        ("midsummer", r"[a-z'-]+"),
        ("fifties", r"[a-z]+ies"),
        ("Halloween", r"(?!Halloween)[A-Z]\S+"),
        ("THANKSGIVING", r"(?!THANKSGIVING)[A-Z'-]+"),
        ("labor day", r"(?!labor day)\S+ \S+"),
        ("Valentine's\n  Day", r"\S+\n  \S+"),
        ("Wigilia", r"(?!Wigilia)[A-Z]\S+"),
        ("Easter 2015", r"(?!Easter)[A-Z]\S+ (?:19|20)\d\d"),
        ("Ash Wednesday, March 5, 2025", r"(?!Ash W)\S+ \S+, [A-Z][a-z]+ \d{1,2}, (?:19|20)\d\d"),
        ("O3/22/2O01", r"[\dO]{2}/[\dO]{2}/[\dO]{4}"),
        ("10/l", r"\d{1,2}/\d{1,2}"),
        ("8 Ju1y 1977", r"\d{1,2} [A-Z][a-z]+ (?:19|20)\d\d"),
        ("Septem-\nber 2062", r"[A-Z][a-z]+(?:-\n[a-z]+)? 20\d\d"),
        ("5 / 6 / 1999", r"\d{1,2} / \d{1,2} / (?:19|20)\d\d"),
        ("0 9 / 0 3 / 2 0 2 2", r"[01] \d / [0-3] \d / [12] [09] \d \d"),
        ("27 Ramzan 1443 AH", r"\d\d (?!Ramzan)[A-Z][a-z]+ 14\d\d AH"),
        ("11 Aibreán 2023", r"\d{1,2} (?!Aib)\w+ 20\d\d|\d{1,2} (?!Aib)\w+ 19\d\d"),
        ("2079-01-12 BS", r"20\d\d-[01]\d-[0-3]\d BS"),
        ("40th of December", r"\d\d(?:st|nd|rd|th) of [A-Z][a-z]+"),
        ("?/17/65", r"\?/\d\d/\d\d"),
    ],
)
def test_a_date_keeps_its_form(model, form):
    found = drawn(model)
    assert len(found) > 2
    assert model not in found
    assert all(re.fullmatch(form, new) for new in found)


def test_weekdays_of_a_record_go_on_together():
    first, second = fill_dates(["Monday", "Tuesday"], Random(4))
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    assert (days.index(second) - days.index(first)) % 7 == 1


def test_the_same_holiday_stays_the_same():
    first, second = fill_dates(["Easter", "Easter"], Random(4))
    assert first == second


def test_no_dates_are_no_dates():
    assert fill_dates([], Random(1)) == []


@given(st.lists(st.text("aZé9 0-/.,:'\nlOx日٣_thJuly", min_size=1, max_size=10), max_size=3), st.integers(0, 9))
def test_any_text_is_filled(models, seed):
    assert len(fill_dates(models, Random(seed))) == len(models)


def test_dates_without_a_model_have_many_forms():
    found = [date_in_form(Random(seed)) for seed in range(400)]
    assert found == [date_in_form(Random(seed)) for seed in range(400)]
    assert len({re.sub("[Aa]+", "a", shape(text)) for text in found}) > 40
    years = [
        year
        for of_one in years_of([text for text in found if re.search(r"\d{4}$", text)], False).values()
        for year in of_one
    ]
    assert years
    assert all(1950 <= year < 2030 for year in years)
