"""The way of a note: it fails closed, and its detectors see what earlier ones found."""

import gc
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

import pytest

from incognote import corpus, pipeline, recipes
from incognote.errors import ConfigError, DetectionError
from incognote.layout import lay_out
from incognote.pipeline import Pipeline
from incognote.types import Document, Span
from incognote.vocabulary import Vocabulary

DOC = Document("note-1", "Dr. Swan saw Mr. Lee.", patient="p1", meta={"ward": "3"})


class Finds:
    def __init__(self, *spans):
        self.spans = spans
        self.seen = []

    def detect(self, doc, layout):
        self.seen.append((doc, layout))
        return self.spans


class Fails:
    def __init__(self, error):
        self.error = error

    def detect(self, doc, layout):
        raise self.error


@pytest.mark.parametrize("error", [ValueError("Dr. Swan"), KeyError("Swan"), RecursionError("Swan"), MemoryError()])
@pytest.mark.parametrize("way", ["suspect", "find"])
def test_a_detector_that_fails_fails_the_note(error, way):
    with pytest.raises(DetectionError) as caught:
        getattr(Pipeline("x", [Finds(), Fails(error)]), way)(DOC)
    message = str(caught.value)
    assert "note-1" in message
    assert "Fails" in message
    assert type(error).__name__ in message
    assert "Swan" not in message
    assert "\n" not in message


class FailsLate:
    """Its spans come one by one, and the second never comes."""

    def detect(self, doc, layout):
        yield Span(4, 8, "DOCTOR")
        raise ValueError("Swan")


def test_a_detector_that_fails_between_its_spans_fails_the_note():
    found = Pipeline("x", [FailsLate()])
    with pytest.raises(DetectionError, match="FailsLate"):
        found.find(DOC)
    assert all(isinstance(one, DetectionError) for one in found.find_many([DOC, DOC]))


def test_the_trace_of_a_failure_quotes_no_note():
    with pytest.raises(DetectionError) as caught:
        Pipeline("x", [Fails(ValueError(DOC.text))]).find(DOC)
    assert DOC.text not in "".join(traceback.format_exception(caught.value))


def test_an_error_of_ours_stays_as_it_is():
    with pytest.raises(ConfigError, match="mend it"):
        Pipeline("x", [Fails(ConfigError("mend it"))]).suspect(DOC)


@pytest.mark.parametrize("others", [[], [Finds()]])
def test_a_span_outside_the_text_fails_the_note_and_no_other(others):
    engine = Pipeline("x", [Finds(Span(0, 10, "DOCTOR")), *others])
    with pytest.raises(DetectionError) as caught:
        engine.find(replace(DOC, text="Dr. Swan"))
    assert "Swan" not in str(caught.value)
    before, failed = engine.find_many([DOC, replace(DOC, text="Dr. Swan")])
    assert before == engine.find(DOC)
    assert isinstance(failed, DetectionError)


def test_a_note_that_cannot_be_laid_out_fails_alone(monkeypatch):
    def broken(text, vocabulary):
        if "Anna" in text:
            raise ValueError(text)
        return lay_out(text, vocabulary)

    monkeypatch.setattr(pipeline, "lay_out", broken)
    anna = replace(DOC, text="Dr. Anna")
    failed, found = Pipeline("x", [Finds(Span(0, 3, "DOCTOR"))]).find_many([anna, DOC])
    assert (failed.problem, found.spans) == ("ValueError", (Span(0, 3, "DOCTOR"),))
    for way in ("find", "suspect"):
        with pytest.raises(DetectionError) as caught:
            getattr(Pipeline("x", []), way)(anna)
        assert "Dr. Anna" not in "".join(traceback.format_exception(caught.value))


def test_detectors_see_what_earlier_ones_found():
    first, second = Finds(Span(4, 8, "DOCTOR")), Finds(Span(17, 20, "PATIENT"))
    Pipeline("x", [first, second]).suspect(DOC)
    assert first.seen[0][0].spans == ()
    assert second.seen[0][0].spans == (Span(4, 8, "DOCTOR"),)
    assert first.seen[0][1] is second.seen[0][1]


def test_spans_that_a_note_came_with_are_not_findings():
    doc = DOC.with_spans([Span(17, 20, "PATIENT")])
    finds = Finds()
    assert Pipeline("x", [finds]).find(doc).spans == ()
    assert finds.seen[0][0].spans == ()


def test_suspects_overlap_and_findings_dont():
    engine = Pipeline(
        "x", [Finds(Span(0, 8, "DOCTOR", 0.5, "a"), Span(4, 8, "DATE", 0.9, "b"), Span(4, 8, "DATE", 0.2, "c"))]
    )
    suspects = engine.suspect(DOC)
    assert [span.source for span in suspects.spans] == ["a", "b", "c"]
    assert engine.find(DOC).spans == (Span(0, 4, "DOCTOR"), Span(4, 8, "DATE"))


def test_the_rest_of_a_note_stays():
    found = Pipeline("x", [Finds(Span(4, 8, "DOCTOR"))]).find(DOC)
    assert (found.id, found.text, found.patient, found.meta) == (DOC.id, DOC.text, DOC.patient, DOC.meta)


@pytest.mark.parametrize("is_on", [True, False])
def test_garbage_is_collected_afterwards_as_before(is_on):
    was_on = gc.isenabled()
    (gc.enable if is_on else gc.disable)()
    try:
        Pipeline("x", [Finds(Span(0, 4, "DOCTOR"))]).find(Document("1", "Anna"))
        assert gc.isenabled() == is_on
        with pytest.raises(DetectionError):
            Pipeline("x", [Fails(ValueError())]).find(Document("1", "Anna"))
        assert gc.isenabled() == is_on
    finally:
        (gc.enable if was_on else gc.disable)()


def test_threads_may_share_it():
    docs = [doc.with_spans(()) for doc in islice(corpus.read(), 0, None, 20)]
    alone, shared = recipes.build("deid"), recipes.build("deid")
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(shared.find, docs))
    assert [doc.spans for doc in together] == [alone.find(doc).spans for doc in docs]


class FailsOn(Finds):
    def __init__(self, text):
        self.text = text

    def detect(self, doc, layout):
        if doc.text == self.text:
            raise ValueError(self.text)
        return [Span(0, 4, "DOCTOR")]


def test_a_note_that_fails_leaves_the_notes_beside_it_alone():
    docs = [Document(text, text) for text in ("Anna", "Bert", "Carl")]
    before, failed, behind = Pipeline("x", [FailsOn("Bert")]).find_many(docs)
    assert (before.id, before.spans) == ("Anna", (Span(0, 4, "DOCTOR"),))
    assert (behind.id, behind.spans) == ("Carl", (Span(0, 4, "DOCTOR"),))
    assert isinstance(failed, DetectionError)
    assert failed.doc_id == "Bert"
    assert failed.problem == "ValueError"


class FailsTogether(FailsOn):
    """Reads notes at once; where it fails on one, so does the whole."""

    def detect_many(self, docs, layouts):
        return [self.detect(doc, layout) for doc, layout in zip(docs, layouts, strict=True)]


def test_of_notes_that_are_read_at_once_the_one_that_fails_is_found():
    docs = [Document(text, text) for text in ("Anna", "Bert", "Carl")]
    before, failed, behind = Pipeline("x", [FailsTogether("Bert"), Finds()]).find_many(docs)
    assert [isinstance(some, DetectionError) for some in (before, failed, behind)] == [False, True, False]
    assert failed.doc_id == "Bert"
    assert Pipeline("x", [FailsTogether("Dora")]).find_many(docs) == Pipeline("x", [FailsOn("Dora")]).find_many(docs)


def test_what_a_user_can_mend_is_raised_for_many_notes_too():
    with pytest.raises(ConfigError, match="mend it"):
        Pipeline("x", [Fails(ConfigError("mend it"))]).find_many([DOC])


def test_many_notes_may_be_none():
    assert Pipeline("x", [Finds()]).find_many([]) == []


def test_no_detector_finds_nothing():
    assert Pipeline("x", []).find(DOC).spans == ()


def test_it_shows_no_words_of_notes():
    engine = Pipeline("x", [Finds()])
    engine.find(DOC)
    assert repr(engine) == "Pipeline('x', 1 detectors)"


def test_a_full_vocabulary_is_renewed(monkeypatch):
    monkeypatch.setattr(pipeline, "Vocabulary", lambda limit: Vocabulary(3))
    finds = Finds()
    engine = Pipeline("x", [finds])
    for text in ("one two three four", "five", "six"):
        engine.find(Document("x", text))
    first, second, third = (layout.tokens.vocabulary for _, layout in finds.seen)
    assert first is not second
    assert second is third
    assert "one" not in second


def test_findings_dont_depend_on_notes_before(monkeypatch):
    """The engine with a vocabulary that is renewed at every note finds what a fresh one does."""
    notes = [
        Document("1", "He is well."),
        Document("2", "The next of them is Dr. Abernathy of Boston, MA, born 3/4/1950, tel 617-555-0100."),
        Document("3", "12 11 10 9 8 7 6 5 4 3 2 1 0 - seen by Theodora Abernathy RN on May 3, 2012 in Salt Lake City."),
        Document("4", "Mr. Lee of Boston came on 3/4/2011."),
    ]
    expected = [recipes.build("deid").find(doc).spans for doc in notes]
    assert expected[1]
    monkeypatch.setattr(pipeline, "Vocabulary", lambda limit: Vocabulary(1))
    engine = recipes.build("deid")
    assert [engine.find(doc).spans for doc in notes] == expected


@pytest.mark.parametrize("limit", [400, 1200])
def test_what_is_taken_along_into_a_new_vocabulary_is_what_would_be_computed(monkeypatch, limit):
    docs = [doc.with_spans(()) for doc in islice(corpus.read(), 40)]
    expected = [doc.spans for doc in recipes.build("incognote-fast").find_many(docs)]
    monkeypatch.setattr(pipeline, "Vocabulary", lambda **_: Vocabulary(limit))
    engine = recipes.build("incognote-fast")
    assert [engine.find(doc).spans for doc in docs] == expected
    assert [doc.spans for doc in engine.find_many(docs)] == expected


def test_what_stands_beside_a_note_changes_nothing_in_it():
    docs = [doc.with_spans(()) for doc in islice(corpus.read(), 12)]
    engine = recipes.build("incognote")
    alone = [recipes.build("incognote").find(docs[0]), *(engine.find(doc) for doc in docs[1:])]
    assert any(doc.spans for doc in alone)
    assert recipes.build("incognote").find_many(docs) == alone
    assert recipes.build("incognote").find_many([*docs[::-1], *docs])[12:] == alone


def test_groups_hold_all_notes_in_order_and_few_characters():
    docs = [Document(str(number), "x" * (size * 1_000)) for number, size in enumerate([1, 400, 3, *[1] * 230])]
    found = list(pipeline.groups(iter(docs)))
    assert [doc for group in found for doc in group] == docs
    assert [len(group) for group in found] == [2, 100, 100, 31]
    assert list(pipeline.groups([])) == []
