"""Each form of date, shifted; what can't be shifted, and why; and the replacer around it."""

from datetime import date

import pytest

from incognote.replace.date_notes import shift_dates
from incognote.replace.dates import NO_SHIFT, DateShifter, Shift
from incognote.replace.edits import apply
from incognote.replace.tags import plain, thesis
from incognote.types import Document, Span
from tests.replace.dates import note, one, shift

THREE_YEARS = Shift(158)  # and ten or eleven days
THESIS = Shift(200)  # its Appendix C; nearly four years, so that the season changes


@pytest.mark.parametrize(
    ("old", "new", "by_200_weeks"),
    [
        # Table 3.1
        ("3/4/2020", "3/15/2023", "1/3/2024"),
        ("03/04/20", "03/15/23", "01/03/24"),
        ("25/3/2020", "5/4/2023", "24/1/2024"),
        ("2020/3/4", "2023/3/15", "2024/1/3"),
        ("'96/3/4", "'99/3/15", "'00/1/3"),
        ("96/12/31", "00/01/11", "00/10/31"),
        ("2 Jan 96", "12 Jan 99", "2 Nov 99"),
        ("2 January, 1996", "12 January, 1999", "2 November, 1999"),
        ("Jan 2, 1996", "Jan 12, 1999", "Nov 2, 1999"),
        ("January 2, 96", "January 12, 99", "November 2, 99"),
        ("2052", "2055", "2056"),
        ("58", "61", "62"),
        # separators
        ("2020-03-04", "2023-03-15", "2024-01-03"),
        ("03.04.2020", "03.15.2023", "01.03.2024"),
        ("03 04 2020", "03 15 2023", "01 03 2024"),
        ("3 / 4 / 2020", "3 / 15 / 2023", "1 / 3 / 2024"),
        ("07/\n19/2065", "07/\n29/2068", "05/\n19/2069"),
        ("20200304", "20230315", "20240103"),
        ("03042020", "03152023", "01032024"),
        ("25032020", "05042023", "24012024"),
        ("030420", "031523", "010324"),
        ("2-Jan-1996", "12-Jan-1999", "2-Nov-1999"),
        ("02JAN2023", "12JAN2026", "02NOV2026"),
        ("13FEB", "23FEB", "14DEC"),
        ("2023-APR-27", "2026-MAY-07", "2027-FEB-25"),
        ("96 FEB 02", "99 FEB 12", "99 DEC 03"),
        ("21.XII.2022", "31.XII.2025", "21.X.2026"),
        ("2024年9月17日", "2027年9月28日", "2028年7月18日"),
        # words
        ("THURSDAY 2064-11-20", "THURSDAY 2067-12-01", "THURSDAY 2068-09-20"),
        ("Jan. 2nd, 1996", "Jan. 12th, 1999", "Nov. 2nd, 1999"),
        ("January 2 '96", "January 12 '99", "November 2 '99"),
        ("the 5th of July", "the 15th of July", "the 5th of May"),
        ("FEBRUARY 24TH", "MARCH 6TH", "DECEMBER 25TH"),
        ("17th day of August 1997", "27th day of August 2000", "17th day of June 2001"),
        ("tuesday the fourth of may", "tuesday the fourteenth of may", "tuesday the fourth of march"),
        ("March twenty-second", "April first", "January twentieth"),
        ("twenty second of March", "first of April", "twentieth of January"),
        ("Sept. 25", "Oct. 5", "July. 26"),
        ("SEPT 25, 2020", "OCT 06, 2023", "JULY 26, 2024"),
        ("Febuary 5, 2020", "Febuary 15, 2023", "December 6, 2023"),
        ("Febuary 25, 2020", "March 7, 2023", "December 26, 2023"),
        ("6 juin 2024", "17 juin 2027", "6 avril 2028"),
        ("30 März 2021", "9 April 2024", "28 Januar 2025"),
        ("25 de marzo de 2051", "4 de abril de 2054", "23 de enero de 2055"),
        ("28 décembre 2020", "8 janvier 2024", "28 octobre 2024"),
        ("2020-03-04T14:30:00Z", "2023-03-15T14:30:00Z", "2024-01-03T14:30:00Z"),
        ("3/4/2020 5:30 pm", "3/15/2023 5:30 pm", "1/3/2024 5:30 pm"),
        # without a day
        ("Aug 2060", "Aug 2063", "Jun 2064"),
        ("Oct '25", "Oct '28", "Aug '29"),
        ("8/2060", "8/2063", "6/2064"),
        ("2060-08", "2063-08", "2064-06"),
        ("8/60", "8/63", "6/64"),
        ("92 JUN", "95 JUN", "96 APR"),
        ("'58", "'61", "'62"),
        ("early 2020", "early 2023", "early 2024"),
        ("winter of 2060", "winter of 2063", "winter of 2064"),
        ("spring '64", "spring '67", "spring '68"),
        ("Q3 2021", "Q3 2024", "Q3 2025"),
        ("1990s", "1990s", "1990s"),
        # without a year
        ("11/05", "11/15", "09/05"),
        ("12/25", "1/4", "10/25"),
        ("Mon. Jan 30th", "Mon. Feb 9th", "Mon. Nov 30th"),
        ("MAR-03", "MAR-13", "JAN-01"),
        ("August", "August", "June"),
        ("late March", "late March", "late January"),
        ("tues", "tues", "tues"),
        ("summer", "summer", "summer"),
        # ranges
        ("3/4-3/9/22", "3/14-3/19/25", "1/2-1/7/26"),
        ("from 3/4/20 to 3/9/20", "from 3/15/23 to 3/20/23", "from 1/3/24 to 1/8/24"),
        ("2020-03-04 - 2020-03-09", "2023-03-15 - 2023-03-20", "2024-01-03 - 2024-01-08"),
        ("June 20-24, 2022", "June 30-4, 2025", "April 20-24, 2026"),
        ("20-24 June 2022", "30-4 July 2025", "20-24 April 2026"),
        ("2019-2021", "2022-2024", "2023-2025"),
        ("May-June 2020", "May-June 2023", "March-April 2024"),
        ("12/27-1/3", "1/6-1/13", "10/27-11/3"),
        ("Dec 27-Jan 3, 2021", "Jan 7-Jan 14, 2024", "Oct 27-Nov 3, 2024"),
        ("27 Dec 2020 - 3 Jan 2021", "7 Jan 2024 - 14 Jan 2024", "27 Oct 2024 - 3 Nov 2024"),
        ("2-Jan-2020 - 5-Jan-2020", "12-Jan-2023 - 15-Jan-2023", "2-Nov-2023 - 5-Nov-2023"),
        ("Jan 2020 - Mar 2021", "Jan 2023 - Mar 2024", "Nov 2023 - Jan 2025"),
        ("Jan/Feb 2020", "Jan/Feb 2023", "Nov/Dec 2023"),
        ("June 3rd-7th, 2022", "June 13th-17th, 2025", "April 3rd-7th, 2026"),
        ("spring/summer 2020", "spring/summer 2023", "spring/summer 2024"),
        ("winter 2020-21", "winter 2023-24", "winter 2024-25"),
        ("3/4, 3/5 & 3/9/20", "3/15, 3/16 & 3/20/23", "1/3, 1/4 & 1/8/24"),
        ("01/2020 to present", "01/2023 to present", "11/2023 to present"),
        # times of day and words beside the date
        ("2024-06-18 07:52", "2027-06-29 07:52", "2028-04-18 07:52"),
        ("2024-06-18T07:52:11.123-05:00", "2027-06-29T07:52:11.123-05:00", "2028-04-18T07:52:11.123-05:00"),
        ("Wed, 12 Jun 2024 08:15:00 +0200", "Wed, 23 Jun 2027 08:15:00 +0200", "Wed, 12 Apr 2028 08:15:00 +0200"),
        ("06/18/2024 0752", "06/29/2027 0752", "04/18/2028 0752"),
        ("6/18/2024 @ 7 pm", "6/29/2027 @ 7 pm", "4/18/2028 @ 7 pm"),
        ("6/18/24 1430h", "6/29/27 1430h", "4/18/28 1430h"),
        ("20240618T0752", "20270629T0752", "20280418T0752"),
        ("20240618075211", "20270629075211", "20280418075211"),
        ("SAT. 08-31-91", "SAT. 09-10-94", "SAT. 07-01-95"),
        ("the week of 3/4", "the week of 3/14", "the week of 1/2"),
        ("FY22", "FY25", "FY26"),
        ("this past March", "this past March", "this past January"),
        ("mid-March", "mid-March", "mid-January"),
        ("circa 1980", "circa 1983", "circa 1984"),
        ("late eighties", "late eighties", "late eighties"),
        ("07:52", "07:52", "07:52"),
        ("7 pm", "7 pm", "7 pm"),
        ("last week", "last week", "last week"),
        # leap days, year ends, centuries
        ("2/29/2020", "3/11/2023", "12/30/2023"),
        ("02/29/00", "03/11/03", "12/30/03"),
        ("12/31/1999", "01/10/2003", "10/31/2003"),
        ("1/1/1900", "1/12/1903", "11/2/1903"),
        ("12/31/2100", "01/11/2104", "10/31/2104"),
    ],
)
def test_forms(old, new, by_200_weeks):
    assert one(old, THREE_YEARS) == new
    assert one(old, THESIS) == by_200_weeks


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2/30/2020", "impossible"),
        ("2/30", "impossible"),
        ("13/13/2020", "impossible"),
        ("00/00/0000", "impossible"),
        ("0/5", "impossible"),
        ("2/29/2021", "impossible"),
        ("2/29/2100", "impossible"),
        ("2/29/1900", "impossible"),
        ("2/29", "impossible"),
        ("40th of December", "impossible"),
        ("12/31/9999", "impossible"),
        ("9999", "impossible"),
        ("20201331", "impossible"),
        ("Easter", "holiday"),
        ("Christmas week", "holiday"),
        ("Passover\n2029", "holiday"),
        ("Mid-Autumn Festival", "holiday"),
        ("Mid-Autumn", "holiday"),
        ("9 Muharram 1445", "not understood"),
        ("12 Apr B.E. 2566", "not understood"),
        ("Ash Wednesday, March 5, 2025", "not understood"),
        ("2nd Sunday", "not understood"),
        ("first week of March", "not understood"),
        ("02/09/1440 H", "not understood"),
        ("3/4/2020 2015", "not understood"),  # a time or a year
        ("0752", "impossible"),
        ("3-7/6/2022", "ambiguous"),  # 3 to 7 June, but then the month doesn't come first
        ("7/3-6/2022", "ambiguous"),
        ("O3/l4/2O71", "not understood"),
        ("24th, 2058", "not understood"),
        ("?/17/65", "not understood"),
        ("1" * 5000, "not understood"),
        ("a" * 200_000, "holiday"),
        ("1/" * 50_000, "not understood"),
        ("...", "not understood"),
        ("١/٢/٢٠٢٠", "not understood"),
        ("5th", "ambiguous"),
        ("8/98", "ambiguous"),  # 8/01 would be read as a day
        ("2020/25/03", "ambiguous"),  # 2023/05/04 would be read as 4 May
    ],
)
def test_what_cannot_be_shifted(text, reason):
    assert one(text, THREE_YEARS) == reason


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["3/4/2020", "25/3/2020"], ["14/4/2023", "5/4/2023"]),  # the second shows that days come first
        (["3/4/2020", "3/25/2020"], ["3/15/2023", "4/5/2023"]),
        (["12/30/2019", "1/2"], ["01/09/2023", "1/12"]),
        (["12/30/2019", "2/28", "2/29"], ["01/09/2023", "3/10", "3/11"]),  # the year after it is a leap year
        (["6/1/2021", "2/28"], ["6/11/2024", "3/10"]),
        (["2/28", "6/1/2023"], ["3/10", "6/11/2026"]),  # no date before it
        (["6/27/2020", "28th", "3"], ["7/8/2023", "9th", "14"]),
        (["7/28", "on the 30th"], ["8/7", "on the 9th"]),
        (["28 Sept 2020", "30 Sep 2020"], ["09 Oct 2023", "11 Oct 2023"]),
        (["7 mei 2020", "30 april 2020"], ["18 mei 2023", "11 mei 2023"]),  # both Dutch
        (["30 Apr 2020", "1 Jun 2020", "28 May 2020"], ["11 May 2023", "12 Jun 2023", "8 Jun 2023"]),
        (["9/30/2020", "4/5/2020"], ["10/11/2023", "4/16/2023"]),
    ],
)
def test_dates_help_each_other(texts, expected):
    doc = shift(note(*texts), THREE_YEARS)
    assert [doc[span] for span in doc.spans] == expected


def test_a_birth_date_is_no_anchor():
    text = "DOB: 1/5/1944. Admitted 4/2, discharged 4/8/2021."
    places = [text.index(date) for date in ("1/5/1944", "4/2,", "4/8/2021")]
    spans = [Span(start, start + size, "DATE") for start, size in zip(places, (8, 3, 8), strict=True)]
    assert shift(Document("1", text, tuple(spans)), THREE_YEARS).text == (
        "DOB: 1/15/1947. Admitted 4/12, discharged 4/18/2024."
    )


def test_day_first_by_option():
    assert one("3/4/2020", THREE_YEARS, day_first=True) == "14/4/2023"
    assert one("3/25/2020", THREE_YEARS, day_first=True) == "4/5/2023"
    assert one("03042020", THREE_YEARS, day_first=True) == "14042023"


CLINIC = Document(
    "1",
    "Ada Osei, 3/4/2020, Leeds, Hanukkah, 93.",
    (Span(0, 8, "PATIENT"), Span(10, 18, "DATE"), Span(20, 25, "CITY"), Span(27, 35, "DATE"), Span(37, 39, "AGE")),
    patient="p1",
)


def test_the_thesis_wraps_shifted_dates():
    shifter = DateShifter(lambda doc: THREE_YEARS, thesis, wrapped=True)
    assert apply(CLINIC, shifter(CLINIC)).doc.text == (
        "[**Full Name 1**], [**3/15/2023**], [**Location 2**], [**Partial Date 3**], [**Age over 89**]."
    )
    assert shifter.not_shifted == {"holiday": 1}


def test_plain_dates_among_plain_tags():
    shifter = DateShifter(lambda doc: THREE_YEARS, plain)
    assert apply(CLINIC, shifter(CLINIC)).doc.text == "[NAME], 3/15/2023, [LOCATION], [DATE], [AGE]."


def test_without_a_shift_dates_are_tagged():
    shifter = DateShifter(lambda doc: None, plain)
    assert shifter(CLINIC) == plain(CLINIC)
    assert shifter.not_shifted == {NO_SHIFT: 2}


def test_a_note_without_dates_asks_for_no_shift():
    shifter = DateShifter(lambda doc: pytest.fail("asked"), plain)
    assert shifter(Document("1", "Ada", (Span(0, 3, "PATIENT"),))) == ["[NAME]"]


def test_birth_dates_of_the_old_are_not_shifted():
    text = "DOB: 02/29/1932. Seen 3/4/2025, aged 93."
    spans = [Span(5, 15, "DATE"), Span(22, 30, "DATE"), Span(37, 39, "AGE")]
    shifter = DateShifter(lambda doc: Shift(52), thesis)
    assert shifter(Document("x", text, tuple(spans))) == ["[**Full Date 1**]", "3/3/2026", "[**Age over 89**]"]
    assert shifter.not_shifted.total() == 1


@pytest.mark.parametrize(("seen", "is_shifted"), [("3/4/2021", True), ("3/4/2022", False)])
def test_a_birth_date_isnt_shifted_where_another_year_tells_an_age_over_89(seen, is_shifted):
    text = f"DOB: 02/29/1932. Seen {seen}."
    shifter = DateShifter(lambda doc: Shift(52), thesis)
    born, _ = shifter(Document("x", text, (Span(5, 15, "DATE"), Span(22, 30, "DATE"))))
    assert (born != "[**Full Date 1**]") == is_shifted


@pytest.mark.parametrize("born", ["19320228", "2/28/1932", "02/29/32", "Feb 28, '32"])
@pytest.mark.parametrize("seen", ["3/4/2022", "3/4/22", "20220304"])
def test_a_birth_date_that_tells_an_age_over_89_is_known_in_every_form(born, seen):
    text = f"DOB: {born}. Seen {seen}."
    at = text.index("Seen ") + 5
    shifter = DateShifter(lambda doc: Shift(52), plain)
    born, _ = shifter(Document("x", text, (Span(5, 5 + len(born), "DATE"), Span(at, at + len(seen), "DATE"))))
    assert born == "[DATE]"


def test_what_is_less_likely_a_date_than_not_gets_a_tag():
    doc = Document("a", "1/2 NS on 3/4/2020", (Span(0, 3, "DATE", 0.3), Span(10, 18, "DATE", 0.9)))
    shifter = DateShifter(lambda doc: THREE_YEARS, plain)
    assert apply(doc, shifter(doc)).doc.text == "[DATE] NS on 3/15/2023"
    assert shifter.not_shifted == {"not sure to be dates": 1}


TODAY = date(2026, 5, 20)


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("3/4/2026", "3/5/2025"),
        ("5/21/2027", "future"),  # by 52 weeks it would be 5/22/2026
        ("5/19/2027", "5/20/2026"),
        ("3/4/2199", "future"),
        ("June 2027", "future"),
        ("May 2027", "May 2026"),
        ("2028", "future"),
        ("2027", "2026"),
        ("2030s", "future"),
        ("12/24/28", "future"),
        ("12/24/49", "12/25/48"),  # a birth of the last century
        ("FY50", "future"),  # and that is none
        ("FY27", "FY26"),
        ("FY99", "FY98"),
        ("2026-03-04 - 2028-03-04", "future"),
        ("Christmas 2027", "future"),
        ("Christmas 2026", "December 26, 2025"),
        ("November", "November"),
        ("12/24", "12/25"),  # no year, nothing to tell
    ],
)
def test_no_date_lies_after_the_latest_day(text, new):
    shifter = DateShifter(lambda doc: Shift(-52), plain, latest=TODAY)
    doc = note(text)
    done = shifter(doc)
    assert done == (["[DATE]"] if new == "future" else [new])
    assert shifter.not_shifted == ({"future": 1} if new == "future" else {})


def test_a_date_without_a_year_is_ahead_by_the_date_it_leans_on():
    texts, reasons = shift_dates(note("12/1/2026", "3/4", "the 9th", "6/1"), Shift(-52), False, TODAY)
    assert texts == {0: "12/2/2025", 1: "3/5", 2: "the 10th"}  # March of 2027 and so of 2026
    assert reasons == {"future": 1}


def test_all_birth_dates_are_tagged_where_ages_are_coarse():
    doc = Document(
        "1",
        "DOB: 3/4/1980. Seen 5/6/2024. Son born in 2010.",
        (Span(5, 13, "DATE"), Span(20, 28, "DATE"), Span(42, 46, "DATE")),
    )
    shifter = DateShifter(lambda doc: THREE_YEARS, plain, tag_births="all")
    assert apply(doc, shifter(doc)).doc.text == "DOB: [DATE]. Seen 5/17/2027. Son born in [DATE]."
    assert shifter.not_shifted == {"birth, ages are coarse": 2}
    assert "[DATE]" not in DateShifter(lambda doc: THREE_YEARS, plain)(doc)
