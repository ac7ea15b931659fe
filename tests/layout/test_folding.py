"""A note is read the same however its characters are written, and spans are those of the note as it is."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote import corpus, recipes
from incognote.layout.characters import INVISIBLE
from incognote.layout.folding import readings, usual, usual_text
from incognote.learn.settings import settings_of
from incognote.learn.training import train
from incognote.replace.tags import thesis
from incognote.types import Document, Span

UNUSUAL = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u2010\u2011\uff11\uff21\u0301\u0308\u0327"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Jose\u0301", "José"),
        ("Vas\u00adquez", "Vasquez"),
        ("541\u2011555\u20100171", "541-555-0171"),
        ("\ufeffDr. John\u200b Smith", "Dr. John Smith"),
        ("\uff24\uff32 \uff11\uff0f\uff12", "DR 1/2"),
        ("541\u202a-555\u202c-\u200e0171", "541-555-0171"),
        ("q\u0303 \u0301", "q "),  # no letter has this accent; this accent has no letter
    ],
)
def test_it_is_written_the_usual_way(text, expected):
    assert usual_text(text) == expected


@pytest.mark.parametrize("text", ["", "Dr. Smith", "Zoë Ångström – 12:30", "山田"])
def test_what_is_usual_stays(text):
    doc = Document("x", text)
    assert readings(doc) == []
    assert usual(doc) is doc


@given(st.text(st.sampled_from("ab 1-é" + UNUSUAL)))
def test_every_character_comes_from_where_it_stands(text):
    ways = readings(Document("x", text))
    assert bool(ways) == bool(set(text) & set(UNUSUAL))
    for reading, folded in ways:
        assert len(reading.text) == len(folded.starts) == len(folded.ends)
        assert (folded.starts < folded.ends).all()
        assert (folded.starts[1:] >= folded.ends[:-1]).all()
        for at, char in enumerate(reading.text):
            span = folded.unfolded(Span(at, at + 1, "X"))
            assert folded.folded(span) == Span(at, at + 1, "X")
            from_there = unicodedata.normalize("NFKC", text[span.start : span.end])[0]
            assert from_there in (char, "\u2010") or (char == " " and from_there in INVISIBLE)


def test_zero_width_spaces_part_words_or_dont():
    (joined, _), (parted, _) = readings(Document("x", "Smith\u200bwas, \ufeffhe"))
    assert (joined.text, parted.text) == ("Smithwas, he", "Smith was,  he")
    assert len(readings(Document("x", "\ufeffDr. Smith \u200b was"))) == 1


def test_spans_of_what_cant_be_seen_fall_away():
    doc = Document("x", "a\u00ad b\u0301c", [Span(1, 2, "GONE"), Span(3, 5, "ACCENTED"), Span(4, 6, "CUT")])
    assert [(span.start, span.end, span.label) for span in usual(doc).spans] == [(2, 3, "ACCENTED"), (2, 4, "CUT")]


@pytest.mark.parametrize("char", INVISIBLE, ids=ascii)
def test_phi_that_zero_width_spaces_part_is_found(char):
    doc = Document("x", f"Seen 12/28/2014{char}12/29/2014 by Dr. Smith{char}and Dr. John{char} Okafor.")
    found = {doc[span] for span in recipes.build("deid").find(doc).spans}
    assert all(any(phi in one for one in found) for phi in ("12/28/2014", "12/29/2014", "Smith", "Okafor"))


def test_training_reads_notes_as_engines_do():
    docs = [doc for doc in corpus.read() if doc.id.startswith("t2-")][:12]
    changed = [Document(doc.id, doc.text.replace("-", "\u2011"), doc.spans) for doc in docs]
    settings = settings_of(recipes.load("identifinder"))
    one, other = (train(some, settings).state() for some in (docs, changed))
    assert one.texts == other.texts
    assert all(np.array_equal(one.arrays[name], other.arrays[name]) for name in one.arrays)


def test_one_person_stays_one_however_the_name_is_written():
    names = ["Nuñez", "Nun\u0303ez", "Nu\u00adñez"]
    text, spans = "", []
    for name in names:
        spans.append(Span(len(text), len(text) + len(name), "PATIENT"))
        text += name + " "
    assert len(set(thesis(Document("x", text, spans)))) == 1


SENTENCE = "Patient: José García, seen by Dr. Zoë Ångström. SSN 123-45-6789, call 541-555-0171, on 12-28-24."
WAYS = {
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "no-break hyphens": lambda text: text.replace("-", "\u2011"),
    "soft hyphens": lambda text: text.replace("ngst", "ng\u00adst"),
    "full width": lambda text: "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in text),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("engine", ["deid", "wi-deid"])
def test_an_engine_finds_what_it_finds_in_the_usual_way_of_writing(way, engine):
    engine = recipes.build(engine)
    plain, other = Document("x", SENTENCE), Document("x", WAYS[way](SENTENCE))
    expected = [(WAYS[way](plain[span]), span.label) for span in engine.find(plain).spans]
    found = engine.find(other)
    assert len(expected) >= 4
    assert [(other[span], span.label) for span in found.spans] == expected
    assert found.text == other.text
