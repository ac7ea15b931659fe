"""What holds for all surrogates, over thousands of generated records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date, datetime
from functools import cache
from multiprocessing import get_context
from random import Random

import pytest

from incognote.replace.dates import DateShifter, shift_of
from incognote.replace.edits import Edited, apply
from incognote.replace.keys import Key
from incognote.replace.surrogates.avoiding import words_to_avoid
from incognote.replace.surrogates.replacer import Surrogates
from incognote.replace.surrogates.scope import by_patient, by_release
from incognote.replace.surrogates.words import full_name
from incognote.synth.forms import fold
from incognote.types import Document, Span
from tests.replace.surrogates.records import Record, records

KEY = Key(bytes(range(32)))
MANY = 1_000


@cache
def many() -> tuple[Record, ...]:
    return tuple(records(MANY, seed=7))


@cache
def all_notes() -> tuple[Document, ...]:
    return tuple(doc for record in many() for doc in record.notes)


def surrogates(docs: Sequence[Document], publish: bool = False) -> Surrogates:
    return Surrogates(KEY, mode="publish" if publish else "linkable", avoid=words_to_avoid(docs, by_patient))


def rewritten(doc: Document, replacer: Surrogates) -> Edited:
    shifter = DateShifter(lambda doc: shift_of(KEY, doc.patient or ""), replacer)
    return apply(doc, shifter(doc))


@cache
def linkable() -> dict[str, Edited]:
    replacer = surrogates(all_notes())
    return {doc.id: rewritten(doc, replacer) for doc in all_notes()}


def new_texts(doc: Document, edited: Edited) -> list[tuple[str, str, str]]:
    """The label, the original and the surrogate of each span."""
    alignment = edited.alignment
    return [
        (span.label, doc[span], edited.doc.text[start:end])
        for span, start, end in zip(doc.spans, alignment.new_starts, alignment.new_ends, strict=True)
    ]


def words(text: str) -> set[str]:
    return set(map(fold, re.findall(r"[^\W\d_]+", text)))


def outside(text: str, starts: Sequence[int], ends: Sequence[int]) -> list[str]:
    return [text[end:start] for end, start in zip((0, *ends), (*starts, len(text)), strict=True)]


def texts_of(arguments: tuple[list[Document], bool]) -> list[tuple[str, str]]:
    docs, publish = arguments
    replacer = surrogates(docs, publish)
    return [(doc.id, rewritten(doc, replacer).doc.text) for doc in docs]


def test_every_phi_gets_a_surrogate_and_all_else_stays() -> None:
    for doc in all_notes():
        edited = linkable()[doc.id]
        assert "[**" not in edited.doc.text
        for label, old, new in new_texts(doc, edited):
            assert fold(new) != fold(old), label
        assert outside(doc.text, edited.alignment.old_starts, edited.alignment.old_ends) == outside(
            edited.doc.text, edited.alignment.new_starts, edited.alignment.new_ends
        )


@pytest.mark.parametrize("publish", [False, True])
def test_processes_order_and_workers_change_nothing(publish: bool) -> None:
    some = many()[:120]
    docs = [doc for record in some for doc in record.notes]
    here = dict(texts_of((docs, publish)))
    shuffled = list(some)
    Random(1).shuffle(shuffled)
    shares = [([doc for record in shuffled[i::3] for doc in reversed(record.notes)], publish) for i in range(3)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        there = dict(pair for share in workers.map(texts_of, shares) for pair in share)
    assert there == here


def test_ids_never_collide_and_keep_their_pattern() -> None:
    for label in ("MEDICALRECORD", "SSN"):
        new: dict[str, str] = {}
        for doc in all_notes():
            for found, old, text in new_texts(doc, linkable()[doc.id]):
                if found == label:
                    assert re.sub(r"\d", "0", old) == re.sub(r"\d", "0", text)
                    digits = re.sub(r"\D", "", old)
                    assert new.setdefault(digits, re.sub(r"\D", "", text)) == re.sub(r"\D", "", text)
        assert len(set(new.values())) == len(new) > MANY / 2


def test_no_name_or_place_is_an_original_of_the_patient() -> None:
    stay = {"hospital", "regional", "general", "hollow", "st", "s"}
    for record in many():
        for labels in (("PATIENT", "DOCTOR"), ("CITY", "HOSPITAL")):
            old = {word for text in record.originals(*labels) for word in words(text) if len(word) > 1}
            for doc in record.notes:
                for label, _, new in new_texts(doc, linkable()[doc.id]):
                    if label in labels:
                        assert not (words(new) - stay) & old


def test_the_forms_of_a_person_agree_in_all_notes_of_a_patient() -> None:
    for record in many():
        for person in record.people:
            given: dict[str, set[str]] = {"given": set(), "last": set(), "initial": set()}
            for doc in record.notes:
                for label, old, new in new_texts(doc, linkable()[doc.id]):
                    if label in ("PATIENT", "DOCTOR"):
                        _note_forms(old, new, person.given, person.last, given)
            assert len(given["last"]) <= 1
            assert len(given["given"]) <= 1
            full = full_name(fold(person.given))
            if given["given"] and (not full or full[0] == fold(person.given)[0]):  # B. of Bob follows Robert
                assert given["initial"] <= {name[0] for name in given["given"]}


def _note_forms(old: str, new: str, given: str, last: str, found: dict[str, set[str]]) -> None:
    old_words, new_words = old.removesuffix("'s").split(), new.removesuffix("'s").split()
    whose = {word.strip(",.").casefold() for word in old_words}
    if last.casefold() not in whose and given.casefold() not in whose:
        return
    for before, after in zip(old_words, new_words, strict=True):
        plain, name = before.strip(",.").casefold(), after.strip(",.").casefold()
        if plain == last.casefold():
            found["last"].add(name)
        elif plain == given.casefold():
            found["given"].add(name)
        elif plain == given[0].casefold() and last.casefold() in whose:
            found["initial"].add(name)


def test_intervals_weekdays_and_ages_are_exact() -> None:
    forms = {"%m/%d/%Y": r"\d\d/\d\d/\d{4}", "%B %d, %Y": r"[A-Z]\w+ \d+, \d{4}", "%Y-%m-%d": r"\d{4}-\d\d-\d\d"}

    def day(text: str) -> date:
        form = next(form for form, pattern in forms.items() if re.fullmatch(pattern, text))
        return datetime.strptime(text, form).date()

    for record in many():
        moved = set()
        for doc in record.notes:
            dates = [(day(old), day(new)) for label, old, new in new_texts(doc, linkable()[doc.id]) if label == "DATE"]
            moved |= {new - old for old, new in dates}
            assert all(old.weekday() == new.weekday() for old, new in dates)
        assert len(moved) == 1
        assert moved != {0}


def test_publish_draws_anew_about_as_often_as_asked() -> None:
    docs = all_notes()
    replacer = surrogates(docs, publish=True)
    same = total = 0
    for doc in docs[:1500]:
        for (label, old, new), (_, _, linked) in zip(
            new_texts(doc, rewritten(doc, replacer)), new_texts(doc, linkable()[doc.id]), strict=True
        ):
            if label in ("PATIENT", "SSN", "PROFESSION"):
                assert fold(new) != fold(old)
                same += new == linked
                total += 1
    assert 0.44 < same / total < 0.58


def test_a_release_links_patients() -> None:
    one, two = (Document(str(i), "Dr. Bartoszek", many()[0].notes[0].spans[:0], f"p{i}") for i in range(2))
    docs = [doc.with_spans((Span(4, 13, "DOCTOR"),)) for doc in (one, two)]
    linked = Surrogates(KEY, scope_of=by_release)
    apart = Surrogates(KEY)
    assert linked(docs[0]) == linked(docs[1])
    assert apart(docs[0]) != apart(docs[1])


def test_labels_of_other_engines_and_unknown_ones() -> None:
    doc = Document("1", "Ada of Leeds, 12345, zzz", (Span(0, 3, "NAME"), Span(7, 12, "LOCATION"), Span(14, 19, "ID")))
    new = Surrogates(KEY)(doc)
    assert all(text.isalnum() for text in new)
    unknown = Surrogates(KEY)(doc.with_spans((Span(21, 24, "THING"),)))
    assert unknown[0].startswith("[**")
