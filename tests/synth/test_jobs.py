"""Invented occupations stand where the old ones stood."""

import re
from random import Random

import pytest

from incognote import lexicons
from incognote.synth.jobs import fill_job, job_in_form
from tests.synth.models import models


def drawn(model):
    return {fill_job(model, Random(seed)) for seed in range(40)}


@pytest.mark.parametrize(
    ("model", "form"),
    [
        ("welder", r"[^aeiou\W]\w+"),
        ("actor", r"[aeiou]\w+"),
        ("teachers", r"\w+(?:s|men)"),
        ("fishermen", r"\w+(?:s|men)"),
        ("seamstress", r"\w+(?:[^s]|ss)"),
        ("RETIRED NURSE", r"[A-Z-]+ [A-Z-]+"),
        ("Bus Driver", r"[A-Z][a-z-]+ [A-Z][a-z-]+"),
        ("Taxi driver", r"[A-Z][a-z-]+ [a-z-]+"),
        ("HVAC tech", r"[a-z-]+ [a-z-]+"),
        ("jewelry\nsolderer", r"[a-z-]+\n[a-z-]+"),
        ("saddle  bronc\n   rider", r"[a-z-]+  [a-z-]+\n   [a-z-]+"),
        ("quantity sur-\nveyor", r"[a-z\s-]+-\n[a-z]+[a-z\s-]*"),
        ("professor of classics", r"[a-z\s-]+(?:[^s]|ss)"),
    ],
)
def test_an_occupation_takes_the_form_of_the_old_one(model, form):
    found = drawn(model)
    assert len(found) > 10
    assert all(re.fullmatch(form, new) for new in found)


def test_every_occupation_of_the_corpus_becomes_another():
    for model in models("PROFESSION"):
        new = fill_job(model, Random(model))
        assert new != model
        assert new == fill_job(model, Random(model))
        assert (new[0].lower() in "aeiou") == (model[0].lower() in "aeiou")
        assert new.count("\n") <= model.count("\n")
        if len(model.split()) <= 3 and "-\n" not in model:
            assert re.findall(r"\s+", new) == re.findall(r"\s+", model)


def test_no_care_staff_are_made_up():
    medical = lexicons.load("professions").column("medical")
    found = {job_in_form(Random(seed)) for seed in range(500)}
    assert len(found) > 200
    assert not found & set(medical)
    assert not any(re.search(r"\b(?:nurse|therapist)\b", job) for job in found)


def test_a_blank_stays():
    assert fill_job(" ", Random(1)) == " "
