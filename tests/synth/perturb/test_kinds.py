"""What each kind makes of a note, whatever chance says; and what it never does."""

import re
from random import Random

import pytest

from incognote.synth.perturb import case, dates, eponyms, lines, marks, names, numbers, places, slips
from incognote.synth.perturb.edits import edited
from tests.synth.perturb.marked import note, shown


def draws(kind, marked, seeds=60):
    doc = note(marked)
    return {shown(edited(doc, kind(doc, Random(seed)))) for seed in range(seeds)}


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (case.capitals, "seen by dr [DOCTOR groß]'s", "SEEN BY DR [DOCTOR GROSS]'S"),
        (case.small_letters, "Dr[DOCTOR SMITH]MD", "dr[DOCTOR smith]md"),
        (case.title_case, "pt's SISTER [PATIENT o'neil]", "Pt's Sister [PATIENT O'neil]"),
        (case.names_in_case, "Dr [DOCTOR Smith] 3/4", "Dr [DOCTOR SMITH] 3/4"),
        (case.names_in_case, "Dr [DOCTOR Smith] 3/4", "Dr [DOCTOR smith] 3/4"),
        (case.headings_in_case, "Plan: See [PATIENT Jo]", "PLAN: See [PATIENT Jo]"),
        (case.lines_in_case, "One [PATIENT Jo]\ntwo", "ONE [PATIENT JO]\ntwo"),
        (marks.lost_marks, "Dr. [DOCTOR Lu], 2.5", "Dr [DOCTOR Lu], 2.5"),
        (marks.lost_marks, "[PATIENT Lu, Jo]'s", "[PATIENT Lu Jo]'s"),
        (marks.lost_marks, "Name: [PATIENT Jo]", "Name [PATIENT Jo]"),
        (marks.lost_blanks, "Dr. [DOCTOR Lu, Jo]", "Dr.[DOCTOR Lu,Jo]"),
        (marks.blanks_before_marks, "[PATIENT Jo], well.", "[PATIENT Jo] , well ."),
        (marks.doubled_blanks, "[PATIENT Jo Lu]", "[PATIENT Jo  Lu]"),
        (marks.tabs, "Name: [PATIENT Jo]", "Name:\t[PATIENT Jo]"),
        (marks.hard_blanks, "[PATIENT Jo Lu]", "[PATIENT Jo\u00a0Lu]"),
        (marks.fused_words, "Dr. [DOCTOR John Smith] x", "Dr. [DOCTOR JohnSmith] x"),
        (marks.fused_words, "on [DATE 3/4/02] at", "on [DATE 3/4/02]at"),
        (marks.typographic, '"[PATIENT Jo\'s]"', "“[PATIENT Jo’s]”"),
        (lines.unwrapped, "a" * 50 + "\n[PATIENT Jo]", "a" * 50 + " [PATIENT Jo]"),
        (lines.indented, "[PATIENT Jo]\nx", "> [PATIENT Jo]\n> x"),
        (lines.paged, "[PATIENT Jo\nLu]", "CONFIDENTIAL\n[PATIENT Jo\nLu]"),
        (slips.lost_accents, "[CITY Málaga]", "[CITY Malaga]"),
        (slips.lost_accents, "[CITY Málaga]", "[CITY Ma\u0301laga]"),
        (dates.other_ages, "[AGE 85]-year-old woman", "[AGE 85]F"),
        (dates.other_ages, "[AGE 85]-year-old woman", "[AGE 85] y/o woman"),
        (dates.other_ages, "[AGE 85] yo", "[AGE eighty-five]-year-old"),
        (places.other_places, "in [STATE Ohio].", "in [STATE OH]."),
        (places.other_places, "at [HOSPITAL St. Mary's Medical Hospital].", "at [HOSPITAL SMMH]."),
        (places.other_places, "on [DEPARTMENT Farr 7]", "on [DEPARTMENT F7]"),
        (names.lost_titles, "saw Dr. [DOCTOR Lu], MD today", "saw [DOCTOR Lu] today"),
        (names.new_titles, "PCP: [DOCTOR Lu]", "PCP: Dr. [DOCTOR Lu]"),
        (names.new_titles, "PCP: [DOCTOR Lu]", "PCP: [DOCTOR Lu], MD"),
    ],
)
def test_what_a_kind_can_do(kind, before, after):
    assert after in draws(kind, before, 400)


@pytest.mark.parametrize(
    ("kind", "marked"),
    [
        (marks.lost_marks, "2.5 mg of 1,200"),
        (marks.fused_words, "[AGE 45] 120 [DATE 3/4]"),  # numbers would become other numbers
        (dates.other_dates, "[DATE 2021-03-04]T10:22"),
        (dates.other_dates, "on the [DATE 3rd]"),
        (dates.other_dates, "in [DATE Ramadan 2060]"),
        (dates.other_ages, "[AGE 8]-month-old"),
        (places.other_places, "[HOSPITAL Our Lady]"),
        (names.lost_titles, "[DOCTOR Lu] do not call"),
        (names.new_titles, "Uncle [PATIENT Bob] here"),
        (names.other_names, "Dr[DOCTOR Smith]MD"),
        (numbers.free_ids, "id [IDNUM J2]"),
        (numbers.free_domains, "mail [EMAIL jo at home dot example]"),
    ],
)
def test_what_a_kind_leaves(kind, marked):
    assert draws(kind, marked) == {marked}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3/4/2021", ("ymd", 2021, 3, 4)),
        ("25/12/99", ("ymd", 1999, 12, 25)),
        ("2021-03-04", ("ymd", 2021, 3, 4)),
        ("20210304", ("ymd", 2021, 3, 4)),
        ("4-Mar-21", ("ymd", 2021, 3, 4)),
        ("March 4th, 2021", ("ymd", 2021, 3, 4)),
        ("Sept. 4", ("md", 2020, 9, 4)),
        ("3/4", ("md", 2020, 3, 4)),
        ("May 2060", ("ym", 2060, 5, 1)),
        ("'97", ("y", 1997, 1, 1)),
    ],
)
def test_dates_are_read(text, expected):
    parts, day = dates.read(text)
    assert (parts, day.year, day.month, day.day) == expected


@pytest.mark.parametrize("text", ["31/31/2020", "30 Feb 2020", "Thursday", "3rd", "mid-May", "4/2020/1", ""])
def test_what_is_no_date_is_not_read(text):
    assert dates.read(text) is None


@pytest.mark.parametrize(
    "form", ["3/4/2021", "4.3.21", "2021-03-04", "4-Mar-21", "Mar 4 '21", "20210304", "Thu 3/4/21"]
)
def test_dates_take_many_forms(form):
    assert f"on [DATE {form}]." in draws(dates.other_dates, "on [DATE March 4, 2021].", 1500)


def test_names_take_many_forms():
    rng = Random(1)
    drawn = {names.other_name("Elizabeth Smith", rng, initials=True) for _ in range(3000)}
    forms = {"Smith, Elizabeth", "E.S.", "ES", "E. Smith", "Elizabeth", "Smith", "Liz", 'Elizabeth "Beth" Smith'}
    assert forms | {"Elizabeth de la Smith", "Elizabeth O'Smith"} <= drawn
    assert "SMITH, ELIZABETH" in {names.other_name("ELIZABETH SMITH", rng) for _ in range(300)}


def test_staff_get_no_bare_initials_without_a_title():
    assert not any(
        re.search(r"\[DOCTOR [A-Z.]{2,6}\]", drawn) for drawn in draws(names.other_names, "by [DOCTOR Ann Lu]")
    )


@pytest.mark.parametrize("label", ["PHONE", "FAX"])
def test_phones_leave_the_range_that_nobody_owns(label):
    drawn = draws(numbers.free_phones, f"call [{label} 617-555-0123] or [{label} 617-555-0123]")
    assert sum("555-01" in each for each in drawn) < len(drawn) / 10
    assert all(len({span[1] for span in re.findall(r"\[(\w+) ([^\]]+)\]", each)}) == 1 for each in drawn)


def test_domains_of_all_kinds():
    drawn = " ".join(draws(numbers.free_domains, "[EMAIL jo@home.example] [URL www.home.example/x]", 200))
    assert "home.example" not in drawn
    assert all(re.search(rf"\.{top}(?:/x)?\]", drawn) for top in ("com", "org", "edu", "co\\.uk", "de"))


def test_wrapped_lines_are_short_and_lose_no_word():
    doc = note("was seen by Dr. [DOCTOR Maria Estrella del Mar] of the ward " * 6)
    for seed in range(30):
        new = edited(doc, lines.wrapped(doc, Random(seed)))
        assert max(map(len, new.text.split("\n"))) <= 80
        assert new.text.split() == doc.text.split()
        assert [new[span].split() for span in new.spans] == [doc[span].split() for span in doc.spans]


@pytest.mark.parametrize("kind", [slips.mistyped, slips.misread])
def test_slips_are_few(kind):
    doc = note("the patient was seen by Dr. [DOCTOR Rosenbaum] in the clinic. " * 50)
    for seed in range(10):
        new = edited(doc, kind(doc, Random(seed)))
        same = sum(old == word for old, word in zip(doc.text.split(), new.text.split(), strict=True))
        assert 0.8 < same / len(doc.text.split()) < 1


def test_new_eponyms_are_sentences_outside_phi():
    found = draws(eponyms.new_eponyms, "Seen by [DOCTOR Lu]. Doing well. Sleeps; eats. [PATIENT Jo Xu.] home.")
    assert len(found) > 30
    for text in found:
        assert text.startswith("Seen by [DOCTOR Lu].")
        assert "[PATIENT Jo Xu.]" in text
        assert not re.search(r"[{}]", text)


def test_new_eponyms_need_the_end_of_a_sentence():
    assert draws(eponyms.new_eponyms, "BP 120/80 [DOCTOR Lu] 98.6") == {"BP 120/80 [DOCTOR Lu] 98.6"}
