"""Every format gives back what it was given, or refuses before it writes anything."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from incognote import formats, registry
from incognote.errors import CannotHoldError
from incognote.labels import LABELS
from incognote.types import Document, Span

from ..strategies import corpora

ALL = registry.names("formats")


def kept(doc, holds):
    """What a format that holds these things keeps of a document."""
    return replace(
        doc,
        spans=doc.spans if "spans" in holds else (),
        patient=doc.patient if "patient" in holds else None,
        meta=doc.meta if "meta" in holds else {},
    )


def written_and_read(docs, name, refuse):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "out")
        formats.write(docs, path, name, refuse=refuse)
        return {doc.id: doc for doc in formats.read(path, name)}


def marks(doc):
    return {(span, span.score, span.source) for span in doc.spans}


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=150, deadline=None)
@given(docs=corpora())
def test_what_fits_comes_back(name, docs):
    holds = formats.get(name).holds
    refused = []
    again = written_and_read(docs, name, refused.append)
    written = [doc for doc in docs if doc.id not in {error.doc_id for error in refused}]
    assert again == {doc.id: kept(doc, holds) for doc in written}
    if "scores" in holds:
        assert all(marks(again[doc.id]) == marks(doc) for doc in written)


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=60, deadline=None)
@given(docs=corpora(disjoint=True, labels=LABELS))
def test_ordinary_notes_fit(name, docs):
    """Formats refuse only what they must: not spans that don't overlap in printable text."""
    plain = []
    for doc in docs:
        text = "".join(c if c.isprintable() and c not in "<>|_" else "x" for c in doc.text)
        patient = doc.patient if name != "physionet" or doc.id.startswith(f"{doc.patient}/") else None
        if name == "conll":  # whose spans are of words
            text = "".join(text.split()) + "x" * (len(text) - len("".join(text.split())))
        plain.append(replace(doc, text=text, patient=patient, meta={}))
    refused = []
    assert len(written_and_read(plain, name, refused.append)) == len(plain)
    assert refused == []


@pytest.mark.parametrize("name", ALL)
def test_a_refusal_leaves_nothing_behind(name, tmp_path):
    good = Document("good", "Ada Osei was seen.", (Span(0, 8, "PATIENT"),))
    bad = Document("bad", "half a pair \ud800", meta={"x": object()})
    with pytest.raises(CannotHoldError) as refusal:
        formats.write([good, bad], tmp_path / "out", name)
    assert "bad" in str(refusal.value)
    assert "half a pair" not in str(refusal.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ALL)
def test_two_notes_with_one_id_are_refused(name, tmp_path):
    with pytest.raises(CannotHoldError, match="another note has the same id"):
        formats.write([Document("a", "x"), Document("a", "y")], tmp_path / "out", name)


@pytest.mark.parametrize(
    "doc_id", ["../up", "/etc/passwd", "a//b", ".hidden", "a/.hidden", "nul\0", "x" * 300, "a\\b", ""]
)
@pytest.mark.parametrize("name", ["text", "inline", "brat", "i2b2-2014"])
def test_ids_that_would_leave_the_folder_are_refused(name, doc_id, tmp_path):
    with pytest.raises(CannotHoldError):
        formats.write([Document(doc_id, "text")], tmp_path / "out", name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["text", "inline", "brat", "i2b2-2014"])
def test_equal_names_in_two_folders_do_not_collide(name, tmp_path):
    docs = [Document("ward a/note", "one"), Document("ward b/note", "two")]
    formats.write(docs, tmp_path / "out", name)
    assert list(formats.read(tmp_path / "out", name)) == docs
