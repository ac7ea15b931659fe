"""New ids keep the form of the old, are never the same for two, and lead back with the key."""

import itertools
import re
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from incognote.replace.keys import Key
from incognote.replace.surrogates.check_digits import CHECKS, passed
from incognote.replace.surrogates.id_forms import doubtful, read
from incognote.replace.surrogates.ids import filler, new_id, old_id
from incognote.replace.surrogates.scope import Scope
from incognote.synth.surfaces import digits_of, shape
from incognote.types import Document, Span
from tests.replace.surrogates.test_check_digits import cores
from tests.synth.models import models

KEY, OTHER = Key(bytes(range(32))), Key(bytes(range(1, 33)))
SCOPE = Scope(KEY)
LABELS = ["SSN", "MEDICALRECORD", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID", "IDNUM"]
CHECKED = [
    "GB82 WEST 1234 5698 7654 32",
    "nl91abna0417164300",
    "4111-1111-1111-1111",
    "046 454 286",
    "1234567893",
    "943 476 5919",
    "1HGCM82633A004352",
    "1M8GDM9AXKP042788",
    "AP5836727",
    "12345678-Z",
    "X1234567L",
    "2 55 08 14 168 025 38",
    "078-05-1120",
]

codes = st.text("ABCOLX0129-/ ", min_size=1, max_size=12)
ids = codes | st.from_regex(r"[A-Z]{0,3}[- ]?[0-9]{2,11}(?:-[0-9]{1,3})?", fullmatch=True)


def names(text):
    return {check.name for check in passed(read(text).core)}


def leading_zeros(text):
    return [len(run) - len(run.lstrip("0")) for run in re.findall(r"\d+", read(text).core)]


@settings(max_examples=1000, deadline=None)
@given(ids)
@example("AO-12")
@example("12-O4")
@example("MRN 00-5")
@example("XX-1")
@example("TH-EN 12")
def test_a_new_id_has_the_form_of_the_old_and_leads_back(old):
    new = new_id(old, SCOPE)
    if new is not None:
        assert new != old
        assert shape(read(new).text) == shape(read(old).text)  # both put right, if misread
        assert leading_zeros(new) == leading_zeros(old)
        assert names(new) == names(old)
        assert new_id(old, SCOPE) == new
        assert old_id(new, KEY) == read(old).text


@pytest.mark.parametrize("label", LABELS)
def test_the_ids_of_the_corpus_lead_back(label):
    for old in models(label):
        new = new_id(old, SCOPE)
        assert new is not None
        assert new != old
        assert old_id(new, KEY) == read(old).text
        if digits_of(old) == "".join(filter(str.isdigit, old)):  # neither misread nor spelled out
            assert shape(new) == shape(old)


@pytest.mark.parametrize(
    "pattern",
    [["0123456789"] * 2, ["0123456789"] * 3, ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789", "ABLOX", "0123456789"]],
)
def test_all_ids_of_a_pattern_get_different_ones(pattern):
    old = ["".join(chars) for chars in itertools.product(*pattern)]
    found = [new_id(text, SCOPE) for text in old]
    new = [text for text in found if text is not None]
    assert len(set(new)) == len(new)
    assert all(text != made for text, made in zip(old, found, strict=True))
    assert len(new) == len(old) - 1  # zeros alone have no other, nor has L0L0, that would be misread with an O


@pytest.mark.parametrize(
    ("form", "size"),
    [("{:09}", 9), ("{:010}", 10), ("{:016}", 15), ("{:08}Z", 8), ("A{:06}", 6), ("AB{:07}", 7), ("MRN-K{}", 5)],
)
def test_thousands_of_ids_get_different_ones(form, size):
    rng = Random(1)
    old = {form.format(rng.randrange(1, 10**size)) for _ in range(3000)}
    new = {new_id(text, SCOPE) for text in old}
    assert len(new) == len(old)
    assert {old_id(text, KEY) for text in new} == old


@settings(max_examples=300, deadline=None)
@given(st.text("ABCKZ", max_size=3), st.integers(0, 10**9), st.data())
def test_all_forms_of_a_number_agree(letters, number, data):
    core = f"{letters}{number}"
    assume(not doubtful(core))  # letters that are a word in one form and not in another
    new = new_id(core, SCOPE)
    cuts = data.draw(st.lists(st.sampled_from(["", "", "-", " ", "/"]), min_size=len(core), max_size=len(core)))
    marked = "".join(char + cut for char, cut in zip(core, cuts, strict=True))
    for form in (marked, marked.lower(), f"MRN {core}", f"policy number: {marked}"):
        assert new_id(form, SCOPE) is None if new is None else read(new_id(form, SCOPE)).core == new


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=20) | st.text("aZé9 0-/.'\nlOx#日٣_ſßΣς²oh", max_size=12))
def test_any_text_gets_an_id_that_leads_back_or_none(old):
    new = new_id(old, SCOPE)
    if new is not None:
        assert new != old
        assert read(old_id(new, KEY)).core == read(old).core
        assert re.sub(r"\w", "", new) == re.sub(r"\w", "", old)


def test_forms_of_a_number():
    new = new_id("7041193", SCOPE)
    assert new_id("704-11-93", SCOPE) == f"{new[:3]}-{new[3:5]}-{new[5:]}"
    assert new_id("MRN: 7041193", SCOPE) == f"MRN: {new}"
    assert digits_of(new_id("seven oh four one one nine three", SCOPE)) == new
    assert digits_of(new_id("٧٠٤١١٩٣", SCOPE)) == new
    assert digits_of(new_id("7O4ll93", SCOPE)) == new
    assert new_id("a0098812", SCOPE) == new_id("A0098812", SCOPE).lower()


def test_what_stays():
    assert new_id("XXX-XX-4471", SCOPE).startswith("XXX-XX-")
    assert new_id("Policy A00-5512", SCOPE).startswith("Policy ")
    assert new_id("acct-no. 5512", SCOPE).startswith("acct-no. ")


@pytest.mark.parametrize("name", ["Smith", "JOHN", "Garcia"])
def test_names_never_stay(name):
    assert name.lower() not in new_id(f"{name} 5512", SCOPE).lower()


@pytest.mark.parametrize(("old", "alphabet"), [("АВ 1234", "[А-Я]{2}"), ("Ä-12", "[À-Þ]"), ("Ωλ12", "[Α-Ω][α-ω]")])
def test_letters_become_others_of_their_alphabet(old, alphabet):
    new = new_id(old, SCOPE)
    assert re.match(alphabet, new)
    assert old_id(new, KEY) == old


@pytest.mark.parametrize("old", ["", "---", "0", "A-粤12", "12²", "№ Ⅷ", "ﬁ12", "policy", "000-00", "ſix4"])
def test_what_has_no_other_id_gets_none(old):
    assert new_id(old, SCOPE) is None


@pytest.mark.parametrize("old", CHECKED)
def test_checks_stay_valid_or_become_invalid(old):
    new, spoiled = new_id(old, SCOPE), new_id(old, SCOPE, "invalid")
    assert names(new) == names(old) != set()
    assert old_id(new, KEY) == old
    assert not names(spoiled)
    assert shape(spoiled) == shape(new) == shape(old)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([check for check in CHECKS if check.name != "VIN"]), st.data())
def test_ids_that_pass_a_check_get_others_that_do(check, data):
    core = check.completed(data.draw(cores(check)))
    if check.passes(core) and (new := new_id(core, SCOPE)) is not None:
        assert check.passes(read(new).core)
        assert old_id(new, KEY) == core
        assert not names(new_id(core, SCOPE, "invalid"))


def test_ids_that_pass_the_same_check_never_meet_as_invalid_ones():
    check = next(check for check in CHECKS if check.name == "NPI")
    old = {check.completed(f"1{number:08}0") for number in range(2000)}
    assert len({new_id(text, SCOPE, "invalid") for text in old}) == len(old)


@settings(deadline=None)
@given(ids, st.text(max_size=5))
def test_the_patient_makes_no_difference(old, name):
    assert new_id(old, Scope(KEY, name, avoid=frozenset({"a"}))) == new_id(old, SCOPE)


def test_key_and_mention_make_a_difference():
    old = [str(number) for number in range(10**6, 10**6 + 200)]
    for scope in (Scope(OTHER), Scope(KEY, mention="1")):
        assert sum(new_id(text, scope) == new_id(text, SCOPE) for text in old) < 3
    assert old_id(new_id("7041193", Scope(KEY, mention="1")), KEY, "1") == "7041193"
    assert old_id(new_id("7041193", SCOPE), OTHER) != "7041193"


def test_every_digit_is_as_likely_at_a_place():
    counts = [0] * 10
    for number in range(10**6, 10**6 + 2000):
        counts[int(new_id(str(number), SCOPE)[-1])] += 1
    assert all(140 < count < 260 for count in counts)


def test_a_note_is_filled():
    doc = Document("1", "MRN 704-11-93 and 0", (Span(4, 13, "MEDICALRECORD"), Span(18, 19, "IDNUM")))
    assert filler()(doc, doc.spans, SCOPE) == {doc.spans[0]: new_id("704-11-93", SCOPE)}
    ssn = Document("2", "078-05-1120", (Span(0, 11, "SSN"),))
    assert filler("invalid")(ssn, ssn.spans, SCOPE)[ssn.spans[0]].startswith("9")
