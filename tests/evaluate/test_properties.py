"""What must hold for any two annotations of any note."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from incognote.evaluate.confusion import confusion
from incognote.evaluate.entities import METRICS, note_scores
from incognote.evaluate.match import Overlaps, bare_parts, compare, covered
from incognote.evaluate.mistakes import find_mistakes
from incognote.evaluate.safety import safety
from incognote.evaluate.scores import total
from incognote.evaluate.sensitivity import sensitivity
from incognote.evaluate.words import word_labels, word_places

from ..strategies import documents

LABELS = ("PATIENT", "DOCTOR", "DATE", "CITY", "AGE")


@st.composite
def pairs(draw):
    gold = draw(documents(labels=LABELS))
    other = draw(documents(texts=st.just(gold.text), labels=LABELS))
    return gold, replace(other, id=gold.id)


@given(pairs())
def test_swapping_sides_swaps_precision_and_recall(pair):
    gold, pred = pair
    here, there = compare(gold, pred), compare(pred, gold)
    for metric in METRICS:
        one, other = total(note_scores([here], metric)), total(note_scores([there], metric))
        assert (one.tp, one.fp, one.fn) == (other.tp, other.fn, other.fp)
    assert confusion([here]).kappa() == confusion([there]).kappa()


@given(pairs())
def test_perfect_annotations_are_perfect(pair):
    gold, _ = pair
    same = compare(gold, gold)
    assert find_mistakes(gold, gold) == []
    assert safety([same]).leaked_words == safety([same]).touched_words == 0
    assert sensitivity([(gold, gold)]).score().fn == 0
    assert confusion([same]).kappa() == 1
    for metric in METRICS:
        score = total(note_scores([same], metric))
        assert score.fp == score.fn == 0


@given(pairs())
def test_strict_is_stricter_than_relaxed(pair):
    both = compare(*pair)
    assert total(note_scores([both], "strict")).tp <= total(note_scores([both], "relaxed")).tp


@given(pairs())
def test_every_found_span_is_right_or_one_mistake(pair):
    gold, pred = pair
    mistakes = find_mistakes(gold, pred)
    judged = [mistake.pred for mistake in mistakes if mistake.pred]
    assert sorted(judged) == sorted(set(pred.spans) - set(gold.spans))


@given(pairs())
def test_overlaps_are_all_found(pair):
    gold, pred = pair
    index = Overlaps(pred.spans)
    for span in gold.spans:
        assert index.of(span) == sorted(other for other in pred.spans if span.overlaps(other))


@given(pairs())
def test_bare_parts_are_the_characters_that_nothing_covers(pair):
    gold, pred = pair
    cover = covered(pred.spans)
    hidden = {at for span in pred.spans for at in range(span.start, span.end)}
    for span in gold.spans:
        bare = {at for start, end in bare_parts(span.start, span.end, cover) for at in range(start, end)}
        assert bare == set(range(span.start, span.end)) - hidden


@given(documents(labels=LABELS))
def test_words_have_the_label_with_most_of_their_characters(doc):
    places = word_places(doc.text)
    for (start, end), label in zip(places, word_labels(doc.spans, places), strict=True):
        shares = Counter(
            name for at in range(start, end) for name in {s.label for s in doc.spans if s.start <= at < s.end}
        )
        assert bool(label) == bool(shares)
        assert not shares or shares[label] == max(shares.values())
