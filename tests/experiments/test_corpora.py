"""Synthesized corpora: the shares that the paper gives, and gold that is exact."""

import hashlib
import os
import subprocess
import sys

import pytest

from incognote import corpus, lexicons
from incognote.experiments.classes import NAMED, class_of, in_classes
from incognote.experiments.corpora import SIZES, STYLES, synthesize
from incognote.experiments.described import describe, dictionaries
from incognote.labels import MAIN_CATEGORIES
from incognote.synth.slots import annotated

SEED = 2008
NAMES = {"PATIENT", "DOCTOR", *MAIN_CATEGORIES["LOCATION"]} - {"ZIP", "ROOM"}
DIGEST = """
import hashlib
from incognote import corpus
from incognote.experiments.corpora import synthesize
from incognote.synth.slots import annotated
templates = [annotated(doc) for doc in corpus.read() if doc.id.endswith("-002")]
made = [synthesize(style, templates, 1, 500) for style in {styles}]
print(hashlib.sha256(repr([(d.id, d.text, d.spans) for some in made for d in some]).encode()).hexdigest())
"""


@pytest.fixture(scope="module")
def sources():
    return {doc.id: doc for doc in corpus.read()}


@pytest.fixture(scope="module")
def made(sources):
    """Corpora of the papers' sizes, each made once."""
    templates, kept = [annotated(doc) for doc in sources.values()], {}

    def of(style):
        if style not in kept:
            docs = synthesize(style, templates, SEED)
            kept[style] = docs, describe(docs)
        return kept[style]

    return of


@pytest.mark.parametrize(
    ("name", "per_cent"), [("PATIENT", 49), ("DOCTOR", 79), ("LOCATION", 100), ("HOSPITAL", 14), ("", 20)]
)
def test_ambiguous_words_have_the_papers_shares(made, name, per_cent):
    found = made("ambiguous")[1]
    assert found.share(name, found.ambiguous()) == pytest.approx(per_cent, abs=5)


def test_medical_words_that_became_names_stand_elsewhere_too(made):
    found = made("ambiguous")[1]
    known = lexicons.load("common-words").words.union(*dictionaries().values())  # other names are of such words
    medical = {word for term in lexicons.load("mesh") for word in term.split()} - known
    names = {word for name in NAMED for word in found.words[name] if len(word) > 3}
    assert len(names & medical) > 30
    assert names & medical <= found.words[""].keys()


@pytest.mark.parametrize("name", ["PATIENT", "DOCTOR", "LOCATION"])
def test_names_out_of_vocabulary_are_in_no_dictionary(made, name):
    found = made("oov")[1]
    assert found.words[name].total() > 100
    assert 100 - found.share(name, found.out_of_vocabulary()) <= 3


@pytest.mark.parametrize("style", ["ambiguous", "oov"])
def test_sizes_are_the_papers(made, style):
    docs, found = made(style)
    assert sum(words.total() for words in found.words.values()) == pytest.approx(SIZES[style], rel=0.03)
    assert len({doc.id for doc in docs}) == len(docs)
    assert all(found.words[name] for name in ("PATIENT", "DOCTOR", "LOCATION", "HOSPITAL", "DATE", "ID", "PHONE"))


def require_exact(docs, sources):
    """Labels in order and the text between them are the source's; each slot has something new."""
    for doc in docs:
        source = sources[doc.id]
        assert [span.label for span in doc.spans] == [span.label for span in source.spans], doc.id
        assert outside(doc) == outside(source), doc.id
        for new, old in zip(doc.spans, source.spans, strict=True):
            assert doc[new].strip(), doc.id
            if old.label in NAMES:
                assert doc[new].casefold() != source[old].casefold(), doc.id


def outside(doc):
    edges = [0, *(edge for span in doc.spans for edge in (span.start, span.end)), len(doc.text)]
    return [doc.text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]


@pytest.mark.parametrize("style", ["ambiguous", "oov"])
def test_gold_is_exact_on_every_note(made, sources, style):
    require_exact(made(style)[0], sources)


@pytest.fixture(scope="module")
def few(sources):
    return [annotated(doc) for doc in sources.values() if doc.id.endswith("-002")]


@pytest.mark.parametrize("style", STYLES)
def test_gold_is_exact_and_a_seed_tells_all(few, sources, style):
    one, again, other = (synthesize(style, few, seed, 500) for seed in (1, 1, 2))
    require_exact(one, sources)
    assert one == again
    assert [doc.text for doc in one] != [doc.text for doc in other]


def test_the_same_bytes_in_every_process(few):
    styles = ("ambiguous", "oov")
    made = [synthesize(style, few, 1, 500) for style in styles]
    digest = hashlib.sha256(repr([(d.id, d.text, d.spans) for some in made for d in some]).encode()).hexdigest()
    done = subprocess.run(
        [sys.executable, "-c", DIGEST.format(styles=styles)],
        env={**os.environ, "PYTHONHASHSEED": "3"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == digest


@pytest.mark.parametrize("words", [300, 1000])
def test_so_many_words(few, words):
    docs = synthesize("random", few, 1, words)
    found = sum(counts.total() for counts in describe(docs).words.values())
    assert words * 0.9 <= found <= words + 500  # a note more than needed
    assert len(docs) < len(few)


def test_training_fills_all_notes(few):
    docs = synthesize("training", few, 1)
    assert [doc.id for doc in docs] == [template.doc.id for template in few]


def test_one_name_is_one_name_in_a_note(few, sources):
    """Two mentions that are the same words in the source are the same words here."""
    for doc in synthesize("random", few, 1):
        pairs = {}
        for new, old in zip(doc.spans, sources[doc.id].spans, strict=True):
            if class_of(old.label) in NAMED:
                assert pairs.setdefault((old.label, sources[doc.id][old]), doc[new]) == doc[new], doc.id


def test_classes_have_the_sources_words(few):
    """A style changes words, not how many of them are PHI, but for hyphens and the like."""
    one, other = (sum(bool(in_classes(doc).spans) for doc in synthesize(style, few, 1)) for style in ("random", "oov"))
    assert one == other
