"""Filled notes: what must hold of each, and what becomes of names that belong together."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from incognote import corpus
from incognote.labels import MAIN_CATEGORIES
from incognote.synth.fill import fill
from incognote.synth.slots import Slot, Template, annotated
from incognote.synth.styles import STYLES, Style, make_style
from incognote.types import Document, Span

NAMES = {"PATIENT", "DOCTOR", *MAIN_CATEGORIES["LOCATION"]} - {"ZIP", "ROOM"}
TERMS = ("sepsis", "heparin", "lasix", "stenosis", "asthma", "anemia", "biopsy", "insulin", "edema", "tumor")


@cache
def notes() -> tuple[Document, ...]:
    return tuple(corpus.read())[::7]


def style_of(name: str) -> Style:
    return make_style(name, Random(1), TERMS, {*TERMS, "hospital", "street"})


def outside(doc: Document) -> list[str]:
    edges = [0, *(edge for span in doc.spans for edge in (span.start, span.end)), len(doc.text)]
    return [doc.text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]


def case(word: str) -> str:
    return "upper" if word.isupper() else "lower" if word.islower() else "mixed"


@pytest.mark.parametrize("name", STYLES)
def test_every_note_keeps_its_text_and_labels_and_loses_its_names(name: str) -> None:
    style = style_of(name)
    for doc in notes():
        new = fill(annotated(doc), style, Random(doc.id))
        assert [span.label for span in new.spans] == [span.label for span in doc.spans]
        assert outside(new) == outside(doc)
        for old, made in zip(doc.spans, new.spans, strict=True):
            if old.label in NAMES:
                assert new[made].casefold() != doc[old].casefold(), doc.id
                assert new[made].count("\n") == doc[old].count("\n"), doc.id


def test_words_keep_their_case_and_marks() -> None:
    style, same, all_words = style_of("random"), 0, 0
    for doc in notes():
        new = fill(annotated(doc), style, Random(doc.id))
        for old, made in zip(doc.spans, new.spans, strict=True):
            if old.label in NAMES:
                before, after = (re.split(r"([^\W_]+)", text) for text in (doc[old], new[made]))
                pairs = zip(before, after, strict=False)
                same += len(before) == len(after) and all(case(a) == case(b) or len(a) == 1 for a, b in pairs)
                all_words += 1
    assert same > 0.99 * all_words  # spelled names change their length, lost letters their place


@pytest.mark.parametrize("name", ["random", "oov", "training"])
def test_a_note_comes_out_the_same_whatever_came_before(name: str) -> None:
    style = style_of(name)
    one = {doc.id: fill(annotated(doc), style, Random(doc.id)) for doc in notes()[:20]}
    for doc in reversed(notes()[:20]):
        assert fill(annotated(doc), style, Random(doc.id)) == one[doc.id]


def filled(*slots: tuple[str, str], style: str = "random", seed: int = 1, whose: tuple[str, ...] = ()) -> list[str]:
    """What becomes of models with labels, each on a line."""
    text, spans = "", []
    for label, model in slots:
        spans.append(Span(len(text), len(text) + len(model), label))
        text += model + "\n"
    owners = whose or ("",) * len(slots)
    made = tuple(Slot(span, text[span.start : span.end], owner) for span, owner in zip(spans, owners, strict=True))
    new = fill(Template(Document("x", text), made), style_of(style), Random(seed))
    return [new[span] for span in new.spans]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", range(5))
def test_one_person_stays_one(style: str, seed: int) -> None:
    models = ["John K. Smith", "J.K. Smith", "J. Smith", "Smith", "SMITH, JOHN", "john", "Mary Smith", "JKS"]
    full, initials, short, last, turned, first, sister, letters = filled(
        *(("PATIENT", model) for model in models), style=style, seed=seed
    )
    given, middle, surname = full.split()
    assert initials == f"{given[0]}.{middle} {surname}"
    assert short == f"{given[0]}. {surname}"
    assert last == surname
    assert turned == f"{surname.upper()}, {given.upper()}"
    assert first == given.lower()
    assert sister.split()[1] == surname
    assert sister.split()[0] != given
    assert letters == (given[0] + middle[0] + surname[0]).upper()


@pytest.mark.parametrize("seed", range(5))
def test_acronyms_follow(seed: int) -> None:
    full, short, other = filled(
        ("HOSPITAL", "Narragansett Heights Medical Center"), ("HOSPITAL", "NHMC"), ("HOSPITAL", "BWH"), seed=seed
    )
    assert short == "".join(word[0] for word in full.split())
    assert len(other) == 3
    assert other.isupper()


def test_a_town_is_the_same_in_all_names() -> None:
    town, hospital, street = filled(
        ("CITY", "Pawtucket"), ("HOSPITAL", "Pawtucket Clinic"), ("STREET", "9 Pawtucket Rd")
    )
    assert hospital == f"{town} Clinic"
    assert street.split()[1:] == [town, "Rd"]


def test_owners_tell_apart_who_has_one_model() -> None:
    one, other, again = filled(*[("DOCTOR", "Ann Lee")] * 3, whose=("1", "2", "1"))
    assert one == again
    assert one != other


def test_nicknames_are_those_of_the_new_name() -> None:
    pairs = [filled(("PATIENT", "Robert Jones"), ("PATIENT", "Bob Jones"), seed=seed) for seed in range(40)]
    assert any(full[:2] == short[:2] for full, short in pairs)


@pytest.mark.parametrize(
    ("label", "model", "form"),
    [
        ("PATIENT", "O'Brien-McAdam,\nMary Jo", r"O'[A-Z][a-z]+-Mc[A-Z][a-z]+,\n[A-Z][a-z]+ [A-Z][a-z]+"),
        ("DOCTOR", "van der Hoof", r"van der [A-Z]\w+"),
        ("STREET", "60 W 7TH", r"\d\d W \d(ST|ND|RD|TH)"),
        ("STATE", "NH", r"[A-Z]{2}"),
        ("STATE", "N.H.", r"[A-Z]\.[A-Z]\."),
        ("COUNTRY", "New\nZealand", r"\w+\n\w+"),
        ("LOCATION-OTHER", "I-71", r"I-\d\d"),
        ("DEPARTMENT", "Ward 14B", r"Ward \d\dB"),
        ("ORGANIZATION", "St. Ann's School", r"St\. [A-Z]\w+'s School"),
    ],
)
def test_forms(label: str, model: str, form: str) -> None:
    for seed in range(5):
        (made,) = filled((label, model), seed=seed)
        assert re.fullmatch(form, made), made
        assert made != model
