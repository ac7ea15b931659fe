"""Named days: the day each is in a year, the day that is meant in a note, and the words in its place."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.replace import date_notes
from incognote.replace.date_holidays import day_of, easter, read_holiday
from incognote.replace.date_moves import When
from incognote.replace.date_notes import shift_dates, years_of
from incognote.replace.keys import Key
from incognote.replace.shifts import Shift, shift_of
from incognote.types import Document, Span
from tests.replace.dates import note

KEY = Key(bytes(range(32)))
SHIFTS = st.integers(0, 10_000).map(lambda number: shift_of(KEY, str(number)))
BACK = Shift(-366)  # seven years and five to seven days
FIXED = {"Christmas": (12, 25), "New Year's Eve": (12, 31), "St. Patrick's Day": (3, 17), "Halloween": (10, 31)}
MOVING = ("Easter", "Thanksgiving", "Labor Day", "Good Friday", "Memorial Day", "Pentecost", "MLK Day", "Mardi Gras")


def marked(text):
    """A note of which the words in braces are dates."""
    spans, plain = [], ""
    for piece in re.split(r"(\{[^}]*\})", text):
        if piece.startswith("{"):
            spans.append(Span(len(plain), len(plain) + len(piece) - 2, "DATE"))
        plain += piece.strip("{}") if piece.startswith("{") else piece
    return Document("1", plain, tuple(spans))


def shifted(text, by=BACK, day_first=False):
    """The text with its dates shifted, or why the first that can't be isn't."""
    doc = marked(text)
    new, reasons = shift_dates(doc, by, day_first)
    if reasons:
        return next(iter(reasons))
    for i in reversed(range(len(doc.spans))):
        doc = Document("1", doc.text[: doc.spans[i].start] + new[i] + doc.text[doc.spans[i].end :], doc.spans[:i])
    return doc.text


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [
        (1818, 3, 22),
        (1900, 4, 15),
        (1943, 4, 25),
        (1954, 4, 18),
        (1981, 4, 19),
        (2000, 4, 23),
        (2019, 4, 21),
        (2024, 3, 31),
        (2038, 4, 25),
        (2049, 4, 18),
        (2076, 4, 19),
        (2285, 3, 22),
    ],
)
def test_easter(year, month, day):
    assert easter(year) == date(year, month, day)


@given(st.integers(1583, 4099))
def test_easter_is_a_sunday_of_spring(year):
    assert easter(year).weekday() == 6
    assert date(year, 3, 22) <= easter(year) <= date(year, 4, 25)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("New Year's Day", "2024-01-01"),
        ("MLK Day", "2024-01-15"),
        ("Martin Luther King, Jr. Day", "2025-01-20"),
        ("Mardi Gras", "2024-02-13"),
        ("Ash Wednesday", "2025-03-05"),
        ("Presidents' Day", "2024-02-19"),
        ("Palm Sunday", "2024-03-24"),
        ("Good Friday", "2024-03-29"),
        ("Easter Monday", "2024-04-01"),
        ("Patriots’ Day", "2024-04-15"),
        ("Ascension Day", "2024-05-09"),
        ("Mother's Day", "2024-05-12"),
        ("Whit Monday", "2024-05-20"),
        ("Victoria Day", "2024-05-20"),
        ("Memorial Day", "2024-05-27"),
        ("Father's Day", "2024-06-16"),
        ("Juneteenth", "2024-06-19"),
        ("Independence Day", "2024-07-04"),
        ("Labor Day", "2024-09-02"),
        ("Columbus Day", "2024-10-14"),
        ("All Saints' Day", "2024-11-01"),
        ("Election Day", "2024-11-05"),
        ("Veterans Day", "2024-11-11"),
        ("Thanksgiving", "2024-11-28"),
        ("Thanksgiving Day", "2023-11-23"),
        ("First Advent Sunday", "2024-12-01"),
        ("Boxing Day", "2024-12-26"),
        ("Saint Stephen's Day", "2024-12-26"),
        ("Navidad", "2024-12-25"),
        ("Viernes Santo", "2024-03-29"),
        ("Pâques", "2024-03-31"),
        ("Ostermontag", "2024-04-01"),
        ("Christi Himmelfahrt", "2024-05-09"),
    ],
)
def test_the_day_of_a_year(name, day):
    holiday = read_holiday(f"{name} {day[:4]}")
    assert holiday.rule.of(int(day[:4])).isoformat() == day


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Seen {1/5/2024}. Slipped on {Christmas Day}.", "Seen 12/30/2016. Slipped on December 19."),
        ("Slipped on {Christmas Eve 2023}.", "Slipped on December 18, 2016."),
        ("Slipped on {New Year's\nDay of 2009}.", "Slipped on December 27, 2001."),
        ("SEEN {1/5/2024}. SLIPPED ON {CHRISTMAS}.", "SEEN 12/30/2016. SLIPPED ON DECEMBER 19."),
        ("seen {1/5/2024}, fell {xmas eve} at home", "seen 12/30/2016, fell december 18 at home"),
        ("Seen {5/6/2024}. Ill since {Easter}.", "Seen 5/1/2017. Ill since March 26."),
        ("Ill since {Easter '24}.", "Ill since March 26, '17."),
        ("Slipped on {Christmas}.", "Slipped on December 20."),  # no anchor: in a year of 365 days
        ("Slipped {New Year's Day} in snow.", "Slipped December 27 in snow."),
        ("Seen {6th January 2024}. Fell on {Boxing Day}.", "Seen 31st December 2016. Fell on 20 December."),
        ("Seen {25/1/2024}. Fell on {Boxing Day}.", "Seen 19/1/2017. Fell on 20 December."),
        ("Seen {January 6, 2024}. Fell on {Boxing Day}.", "Seen December 31, 2016. Fell on December 20."),
        ("Vista {5/1/2024}, desde {Navidad}.", "Vista 4/26/2017, desde el 19 de diciembre."),
        ("Vue {25/1/2024}, depuis {Noël}.", "Vue 19/1/2017, depuis le 19 décembre."),
        ("Seit {Pfingsten 2023}.", "Seit 22. Mai 2016."),
        ("Seen {11/28/2024} ({Thanksgiving}).", "Seen 11/23/2017 (November 23)."),
        ("{Epiphany} ({1/6/2024}). Seen.", "December 31 (12/31/2016). Seen."),
        ("Pain {May Day} 4:10 PM, seen {5/3/2024}.", "Pain April 26 4:10 PM, seen 4/28/2017."),
        ("{5/3/2024}  {Memorial Day}  STOP", "4/28/2017  May 22  STOP"),
    ],
)
def test_words_in_its_place(old, new):
    assert shifted(old) == new


def test_day_first_by_option():
    assert shifted("Slipped on {Christmas 2023}.", day_first=True) == "Slipped on 19 December 2016."


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("Ill since {Easter}", "2023-04-09"),
        ("Ill since last {Easter}", "2023-04-09"),
        ("Off until {Easter}", "2024-03-31"),
        ("Next {Easter}", "2024-03-31"),
        ("Ill on {Easter}", "2024-03-31"),  # the nearest
        ("Ill since {Thanksgiving}", "2022-11-24"),
        ("Ill around {Thanksgiving}", "2023-11-23"),
    ],
)
def test_the_word_before_tells_the_year(words, day):
    doc = marked(words)
    anchor = When(date(2023, 11, 10), None)
    assert day_of(read_holiday(doc[doc.spans[0]]), doc, doc.spans[0], anchor).day.isoformat() == day


@pytest.mark.parametrize(
    "text",
    [
        "Ill since {Easter}.",  # no anchor
        "Seen {1/5/2024}, off for {Christmas} week.",
        "Seen {1/5/2024} after {Christmas} break.",
        "Seen {1/5/2024} after {Christmas}-time.",
        "Seen {1/5/2024}. The {Christmas week} was good.",
        "Seen {1/5/2024}. {The holidays} were good.",
        "Seen {1/5/2024}. Well over {Christmas}.",
        "Seen {1/5/2024}. Home for {Christmas}.",
        "Seen {1/5/2024}. Fell hanging {Christmas} lights.",
        "Seen {1/5/2024}. {Easter} 3 years ago.",
        "Seen {1/5/2024}. Every {Mardi Gras} he drinks.",
        "Seen {1/5/2024}. Post-{Christmas}.",
        "Seen {1/5/2024}. Ill until{Labor Day}weekend.",
        "Seen {1/5/2024}. Fasted since {Ramadan}.",
        "Seen {1/5/2024}. Ill since {Diwali}.",
        "Seen {1/5/2024}. Ill since {Passover 2023}.",
        "Seen {1/5/2024}. Ill since {Hanukkah}.",
        "Seen {1/5/2024}. Ill since {Lunar New Year}.",
        "Seen {1/5/2024}. Ill since {Labour Day}.",  # May or September
        "Date: {8/6/2024} ({Independence Day}).",  # Jamaica's
    ],
)
def test_what_says_no_day_is_tagged(text):
    assert shifted(text) == "holiday"


@pytest.mark.parametrize("text", ["{Easter 1066}", "{Easter 9999}", "{Christmas 1010}"])
def test_years_out_of_our_calendar(text):
    assert shifted(text) == "impossible"


@given(st.sampled_from([*FIXED, *MOVING]), st.integers(1950, 2090), st.integers(-150, 150), SHIFTS)
def test_it_keeps_its_distance_from_other_dates(name, year, apart, by):
    """The new day is as far from the note's date as the holiday was, and its weekday stays."""
    holiday = read_holiday(name).rule.of(year)
    seen = holiday + timedelta(days=apart)
    new, reasons = shift_dates(note(f"{seen:%m/%d/%Y}", name), by, False)
    assert not reasons
    new_seen = datetime.strptime(new[0], "%m/%d/%Y").date()
    expected = new_seen - timedelta(days=apart)
    assert new[1] == f"{expected:%B} {expected.day}"
    assert expected.weekday() == holiday.weekday()


@given(st.sampled_from([*FIXED, *MOVING]), st.integers(1650, 2150), SHIFTS)
def test_a_year_of_its_own_counts(name, year, by):
    new, _ = shift_dates(note("3/4/1999", f"{name} {year}"), by, False)
    day = read_holiday(name).rule.of(year) + timedelta(days=by.days)
    assert new[1] == f"{day:%B} {day.day}, {day.year}"


@given(st.sampled_from(sorted(FIXED)), SHIFTS)
def test_a_fixed_day_without_an_anchor_moves_as_other_dates_do(name, by):
    month, day = FIXED[name]
    new, _ = shift_dates(note(name), by, False)
    other, _ = shift_dates(note(f"{date(2001, month, day):%B} {day}"), by, False)
    assert new[0] == other[0] != f"{date(2001, month, day):%B} {day}"


@given(st.sampled_from([*FIXED, *MOVING]), st.integers(1950, 2090), SHIFTS)
def test_the_way_back_leads_to_its_date_and_not_its_name(name, year, by):
    new, _ = shift_dates(note(f"{name} {year}"), by, False)
    back, _ = shift_dates(note(new[0]), -by, False)
    day = read_holiday(name).rule.of(year)
    assert back[0] == f"{day:%B} {day.day}, {year}"


def test_its_year_is_known_where_ages_over_89_are_looked_for():
    assert years_of(["Groundhog Day, 1908", "Easter '24", "Easter"], day_first=False) == {0: [1908], 1: [2024]}


class LookedUp(dict):
    """Known days, of which a note may have thousands."""

    def items(self):
        raise AssertionError("all known days were walked")


def test_the_days_beside_a_holiday_are_looked_up(monkeypatch):
    beside = date_notes._days_beside

    def watched(doc, i, dates):
        return beside(doc, i, replace(dates, known=LookedUp(dates.known)))

    monkeypatch.setattr(date_notes, "_days_beside", watched)
    assert shifted("Date: {8/6/2024} ({Independence Day}).") == "holiday"
    assert shifted("Date: {7/4/2024} ({Independence Day}).") != "holiday"
