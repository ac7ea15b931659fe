"""Invented numbers keep their form and tell nothing of the old ones."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.numbers import fill_number, number_in_form
from incognote.synth.surfaces import digits_of, read_right, shape
from tests.synth.models import models

IDS = ["MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID", "IDNUM"]
LABELS = [*IDS, "SSN", "ZIP", "ROOM"]


@pytest.mark.parametrize("label", LABELS)
def test_the_shape_of_every_model_of_the_corpus_stays(label):
    for model in models(label):
        new = fill_number(label, model, Random(model))
        assert new != model
        assert new == fill_number(label, model, Random(model))
        if digits_of(model) == "".join(filter(str.isdigit, model)):  # neither misread nor spelled out
            assert shape(new) == shape(model), label


@pytest.mark.parametrize("label", IDS)
def test_a_number_starts_with_zero_only_if_the_model_does(label):
    for model in models(label):
        old, new = (re.findall(r"\d+", read_right(text)) for text in (model, fill_number(label, model, Random(1))))
        assert [group[0] == "0" for group in new if len(group) > 1] == [
            group[0] == "0" for group in old if len(group) > 1
        ]


@given(st.sampled_from(LABELS), st.text("aZé9 0-/.,:'\n@lOx#+日٣_ofth", min_size=1, max_size=12), st.integers(0, 9))
def test_marks_blanks_and_what_is_of_no_alphabet_stay(label, model, seed):
    new = fill_number(label, model, Random(seed))
    assert re.sub(r"[\w]", "", new) == re.sub(r"[\w]", "", model)


@pytest.mark.parametrize(
    ("label", "model", "form"),
    [
        ("IDNUM", "Unit No 4471", r"Unit [A-Z][a-z] [1-9]\d{3}"),
        ("DEVICE", "lot 44A7", r"lot [1-9]\d[A-Z]\d"),
        ("DEVICE", "00-00-5E-00-53-1F", r"(?:\d[\dA-F]-){5}\d[A-F]"),
        ("IDNUM", "2021-77-004518", r"(?:199|20[0-2])\d-[1-9]\d-00[1-9]\d{3}"),
        ("MEDICALRECORD", "four four oh nine", r"(?:[a-z]+ ){3}[a-z]+"),
        ("MEDICALRECORD", "QA-\n558 102", r"[A-Z]{2}-\n[1-9]\d\d [1-9]\d\d"),
        ("VEHICLE", "TX 88R-4410", r"TX [1-9]\d[A-Z]-[1-9]\d{3}"),
        ("VEHICLE", "Colo. 118-QRX", r"Colo\. [1-9]\d\d-[A-Z]{3}"),
        ("VEHICLE", "N417SB", r"N[1-9]\d\d[A-Z]{2}"),
        ("VEHICLE", "C-GKZQ", r"C-[A-Z]{4}"),
        ("SSN", "900-12-4471", r"(?:9\d\d|000|666)-(?!00)[0-4]\d-(?!0000)\d{4}"),
        ("SSN", "900124471", r"(?:9\d\d|000|666)(?!00)[0-4]\d(?!0000)\d{4}"),
        ("SSN", "XXX-XX-7719", r"XXX-XX-\d{4}"),
        ("SSN", "***-**-7719", r"\*{3}-\*{2}-\d{4}"),
        ("ZIP", "SW1A 1AA", r"[A-Z]{2}\d[A-Z] \d[A-Z]{2}"),
        ("ZIP", "m1 1ae", r"[a-z]\d \d[a-z]{2}"),
        ("ZIP", "K1A 0B6", r"[A-Z]\d[A-Z] \d[A-Z]\d"),
        ("ZIP", "D-99199", r"D-[1-9]\d{4}"),
        ("ZIP", "55109-1830", r"\d{5}-\d{4}"),
        ("ROOM", "7", r"[1-9]"),
        ("ROOM", "12", r"[1-4]\d"),
        ("ROOM", "412-B", r"[1-9][0-4]\d-[ABCD]"),
        ("ROOM", "118 W", r"[1-9][0-4]\d [NESW]"),
        ("ROOM", "Hall 3", r"Hall [1-9]"),
        ("ROOM", "five", r"one|two|three|four|six|seven|eight|nine|oh"),
    ],
)
def test_numbers_have_the_forms_of_their_kind(label, model, form):
    drawn = {fill_number(label, model, Random(seed)) for seed in range(30)}
    assert len(drawn) > 4
    assert all(re.fullmatch(form, new) for new in drawn)


@pytest.mark.parametrize("label", [*LABELS, "AGE"])
def test_numbers_without_a_model_have_usual_forms(label):
    drawn = [number_in_form(label, Random(seed)) for seed in range(60)]
    assert drawn == [number_in_form(label, Random(seed)) for seed in range(60)]
    assert len({shape(new) for new in drawn}) > 3
