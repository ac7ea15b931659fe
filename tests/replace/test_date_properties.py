"""Shifting there and back gives the same text; intervals, weekdays and the rest of the note stay.

The exceptions, which no text can show after a shift, are those of docs/replacement.md; each has a test here.
"""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from incognote.replace.date_notes import shift_dates
from incognote.replace.keys import Key
from incognote.replace.shifts import Shift, shift_of
from tests.replace.dates import loosely, note, one, shift
from tests.replace.test_edits import outside

KEY = Key(bytes(range(32)))
SHIFTS = st.integers(0, 10_000).map(lambda number: shift_of(KEY, str(number)))
ANY_SHIFTS = st.integers(-3000, 3000).map(Shift)
DATES = st.dates(date(1800, 1, 1), date(2199, 12, 31))
ORDINALS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
FRENCH = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]


def nth(day):
    return f"{day.day}{ORDINALS.get(day.day, 'th')}"


def by(pattern):
    return lambda day: day.strftime(pattern)


def _later(day):
    return day + timedelta(days=40)


ALWAYS_EXACT = {
    "mm/dd/yyyy": by("%m/%d/%Y"),
    "mm-dd-yyyy": by("%m-%d-%Y"),
    "mm.dd.yyyy": by("%m.%d.%Y"),
    "mm dd yyyy": by("%m %d %Y"),
    "yyyy-mm-dd": by("%Y-%m-%d"),
    "yyyy/mm/dd": by("%Y/%m/%d"),
    "weekday yyyy-mm-dd": lambda day: day.strftime("%A %Y-%m-%d").upper(),
    "yyyy-mm-ddThh:mm": by("%Y-%m-%dT14:30:59Z"),
    "yyyymmdd": by("%Y%m%d"),
    "mmddyyyy": by("%m%d%Y"),
    "mm/dd/yy": by("%m/%d/%y"),
    "mmddyy": by("%m%d%y"),
    "dd-Mon-yyyy": by("%d-%b-%Y"),
    "ddMONyyyy": lambda day: day.strftime("%d%b%Y").upper(),
    "ddMONyy": lambda day: day.strftime("%d%b%y").upper(),
    "dd/Mon/yy": by("%d/%b/%y"),
    "Month d, yyyy": lambda day: f"{day:%B} {day.day}, {day.year}",
    "Month d 'yy": lambda day: f"{day:%B} {day.day} '{day:%y}",
    "d Month yyyy": lambda day: f"{day.day} {day:%B} {day.year}",
    "Month nth, yyyy": lambda day: f"{day:%B} {nth(day)}, {day.year}",
    "the nth of month yyyy": lambda day: f"the {nth(day)} of {day:%B} {day.year}".lower(),
    "Weekday, Month d, yyyy": lambda day: f"{day:%A}, {day:%B} {day.day}, {day.year}",
    "dd.ROM.yyyy": lambda day: f"{day:%d}.{ROMAN[day.month - 1]}.{day.year}",
    "French": lambda day: f"{day.day} {FRENCH[day.month - 1]} {day.year}",
    "Month yyyy": by("%B %Y"),
    "mm/yyyy": by("%m/%Y"),
    "yyyy": by("%Y"),
    "'yy": by("'%y"),
    "season": by("winter of %Y"),
    "decade": lambda day: f"{day.year // 10 * 10}s",
    "time stamp": by("%Y-%m-%dT07:52:11.25+02:00"),
    "yyyymmddhhmmss": by("%Y%m%d075211"),
    "mm/dd/yyyy hhmm": by("%m/%d/%Y 0752"),
    "mm/dd/yyyy h pm": by("%m/%d/%Y @ 7 pm"),
    "week": by("the week of %m/%d/%Y"),
    "WKD. mm-dd-yyyy": lambda day: day.strftime("%a. %m-%d-%Y").upper(),
    "FYyy": by("FY%y"),
    "years of a season": lambda day: f"winter {day.year}-{(day.year + 1) % 100:02}",
    "season/season": by("spring/summer %Y"),
    "Month/Month yyyy": lambda day: f"{day:%B}/{day + timedelta(days=31):%B %Y}",
    "Month d - Month d, yyyy": lambda day: (
        f"{day:%B} {day.day} - {_later(day):%B} {_later(day).day}, {_later(day).year}"
    ),
    "d Month yyyy-d Month yyyy": lambda day: (
        f"{day.day} {day:%B} {day.year}-{_later(day).day} {_later(day):%B} {_later(day).year}"
    ),
    "list": lambda day: f"{day:%m/%d/%Y}, {_later(day):%m/%d/%Y} & {day:%m/%d/%Y}",
    "range": lambda day: f"{day:%Y-%m-%d} - {day + timedelta(days=9):%Y-%m-%d}",
}
EXACT_BUT_FOR_ZEROS_AND_SHORT_NAMES = {
    "m/d/yyyy": lambda day: f"{day.month}/{day.day}/{day.year}",
    "m-d-yy": lambda day: f"{day.month}-{day.day}-{day:%y}",
    "yyyy/m/d": lambda day: f"{day.year}/{day.month}/{day.day}",
    "d Mon yy": lambda day: f"{day.day} {day:%b} {day:%y}",
    "Mon. d, yyyy": lambda day: f"{day:%b}. {day.day}, {day.year}",
    "Mon 'yy": by("%b '%y"),
    "m/d": lambda day: f"{day.month}/{day.day}",
    "mm/dd": by("%m/%d"),
    "Month d": lambda day: f"{day:%B} {day.day}",
    "ddMON": lambda day: day.strftime("%d%b").upper(),
}
DAY_FIRST = {
    "dd/mm/yyyy": by("%d/%m/%Y"),
    "dd.mm.yy": by("%d.%m.%y"),
    "ddmmyyyy": by("%d%m%Y"),
}


def there_and_back(text, by, day_first=False):
    new = one(text, by, day_first)
    assume(new not in ("impossible", "ambiguous"))
    return new, one(new, -by, day_first)


def leap_day_without_a_year(name, day):
    return name in ("m/d", "mm/dd", "Month d", "ddMON") and (day.month, day.day) == (2, 29)


@pytest.mark.parametrize("name", ALWAYS_EXACT)
@given(day=DATES, by=SHIFTS | ANY_SHIFTS)
def test_there_and_back(name, day, by):
    text = ALWAYS_EXACT[name](day)
    assert there_and_back(text, by)[1] == text


@pytest.mark.parametrize("name", EXACT_BUT_FOR_ZEROS_AND_SHORT_NAMES)
@given(day=DATES, by=SHIFTS | ANY_SHIFTS)
def test_there_and_back_but_for_zeros_and_short_names(name, day, by):
    text = EXACT_BUT_FOR_ZEROS_AND_SHORT_NAMES[name](day)
    assume(not leap_day_without_a_year(name, day))
    assert loosely(there_and_back(text, by)[1]) == loosely(text)


@pytest.mark.parametrize("name", DAY_FIRST)
@given(day=DATES, by=SHIFTS | ANY_SHIFTS)
def test_there_and_back_with_the_day_first(name, day, by):
    text = DAY_FIRST[name](day)
    assert there_and_back(text, by, day_first=True)[1] == text


@pytest.mark.parametrize("pattern", ["%m/%d/%Y", "%Y-%m-%d", "%d-%b-%Y", "%B %d, %Y", "%Y%m%d"])
@given(first=DATES, second=DATES, by=SHIFTS | ANY_SHIFTS)
def test_intervals_and_weekdays_are_exact(pattern, first, second, by):
    doc = shift(note(first.strftime(pattern), second.strftime(pattern)), by)
    new = [datetime.strptime(doc[span], pattern).date() for span in doc.spans]
    assert new[1] - new[0] == second - first
    assert new[0] - first == timedelta(days=by.days)
    assert new[0].weekday() == first.weekday()


@given(DATES, st.integers(-170, 170), SHIFTS)
def test_dates_without_a_year_keep_their_distance(day, apart, by):
    other = day + timedelta(days=apart)
    doc = shift(note(f"{day:%m/%d/%Y}", f"{other:%m/%d}"), by)
    full, partial = (doc[span] for span in doc.spans)
    new = datetime.strptime(full, "%m/%d/%Y").date() + timedelta(days=apart)
    assert loosely(partial) == loosely(f"{new:%m/%d}")


@st.composite
def notes(draw):
    """A stay of half a year in one style: full and partial dates, lone days beside their month, years, weekdays."""
    first = draw(st.dates(date(1920, 1, 1), date(2090, 1, 1)))
    short = draw(st.booleans())
    texts = [f"{first:%m/%d/%y}" if short else f"{first:%m/%d/%Y}"]
    last = first
    for apart, kind in draw(st.lists(st.tuples(st.integers(0, 80), st.sampled_from("fpmdyw")), max_size=8)):
        day = first + timedelta(days=apart)
        if kind == "f":
            texts.append(f"{day:%m/%d/%y}" if short else f"{day:%m/%d/%Y}")
        elif kind == "p":
            texts.append(f"{day:%m/%d}")
        elif kind == "m":
            texts.append(f"{day:%B} {day.day}")
        elif kind == "d":
            day = last + timedelta(days=apart % 13)
            texts.append(nth(day))
        elif kind == "y":
            texts.append(f"{day:%Y}")
        else:
            texts.append(f"{day:%A}")
        last = last if kind in "ydw" else day
    return note(*texts)


@given(notes(), SHIFTS)
def test_whole_notes_there_and_back(doc, by):
    new = shift(doc, by)
    assert outside(new) == outside(doc)
    assert loosely(shift(new, -by).text) == loosely(doc.text)


def age(born, day):
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def moved_days(born, seen, by):
    doc = shift(note(f"{born:%m/%d/%Y}", f"{seen:%m/%d/%Y}"), by)
    return [datetime.strptime(doc[span], "%m/%d/%Y").date() for span in doc.spans]


@settings(max_examples=2000)
@given(st.dates(date(1920, 1, 1), date(2025, 1, 1)), st.integers(0, 89 * 365), SHIFTS)
def test_a_patient_is_as_many_days_old_and_as_many_years_but_on_days_by_a_birthday(born, days, by):
    """Leap days move a birthday by a day or two against the days lived, so that only days next to one can differ."""
    seen = born + timedelta(days=days)
    new_born, new_seen = moved_days(born, seen, by)
    assert (new_seen - new_born).days == days
    near = any(age(born, seen + timedelta(days=more)) != age(born, seen) for more in (-2, -1, 1, 2))
    assert age(new_born, new_seen) == age(born, seen) or near


@settings(max_examples=500)
@given(st.integers(1920, 2020).filter(lambda year: year % 4 == 0), st.integers(0, 89 * 365), SHIFTS)
def test_the_age_of_those_born_on_leap_days(year, days, by):
    born = date(year, 2, 29)
    new_born, new_seen = moved_days(born, born + timedelta(days=days), by)
    assert (new_seen - new_born).days == days
    assert abs(age(new_born, new_seen) - age(born, born + timedelta(days=days))) <= 1


@given(DATES, DATES, SHIFTS, st.dates(date(1900, 1, 1), date(2100, 1, 1)))
def test_dates_of_the_past_stay_in_the_past(first, second, by, today):
    """Moved backwards, a date of the past is never tagged, and no date is written that lies ahead."""
    back = by if by.days < 0 else -by
    new, reasons = shift_dates(
        note(f"{first:%m/%d/%Y}", f"{second:%B} {second.day}, {second.year}"), back, False, today
    )
    days = {0: "%m/%d/%Y", 1: "%B %d, %Y"}
    assert all(datetime.strptime(text, days[i]).date() <= today for i, text in new.items())
    assert reasons.total() == sum(day + timedelta(days=back.days) > today for day in (first, second))


@given(st.text("0123456789/-.,' JanMy\n", max_size=12), SHIFTS)
def test_any_text_is_shifted_or_refused(text, by):
    assume(text)
    new, reasons = shift_dates(note(text), by, False)
    assert len(new) + reasons.total() == 1
    assert set(reasons) <= {"impossible", "holiday", "not understood", "ambiguous"}


@pytest.mark.parametrize(
    ("old", "new", "back"),
    [
        ("10/5/2020", "10/16/2023", "10/05/2020"),  # a leading zero is not seen
        ("28 Apr 2020", "09 May 2023", "28 April 2020"),  # May is short and long
        ("Sept 25, 2020", "Oct 6, 2023", "Sep 25, 2020"),
        ("25/3/2020", "5/4/2023", "4/23/2020"),  # nothing shows that the day comes first
        ("Febuary 25, 2020", "March 7, 2023", "February 25, 2020"),
        ("Christmas 2020", "January 5, 2024", "December 25, 2020"),  # a date has no name
        ("nineties", "nineties", "nineties"),
    ],
)
def test_exceptions(old, new, back):
    assert one(old, Shift(158)) == new
    assert one(new, Shift(-158)) == back
