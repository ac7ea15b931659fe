"""Masks only save time: what they leave out could never match."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import corpus
from incognote.detect.classes import Classes
from incognote.detect.compiled import compile_rule
from incognote.detect.masks import _REACH, Masks
from incognote.detect.rows import RowTable
from incognote.detect.rule import Rule, modules, rules_of
from incognote.detect.rules import Rules
from incognote.detect.word_classes import word_classes
from incognote.layout import lay_out
from incognote.types import Document
from incognote.vocabulary import Vocabulary

EVERY_RULE = [rule for module in modules() for rule in rules_of(module)]
CORPUS_NOTES = 40
PHRASES = (
    "Lives in New Hampshire 03801.",
    "Salt Lake City, UT 84101",
    "at the Nursing Home of Quincy",
    "Los Angeles 90012",
)
LETTERS = Classes({name: [name] for name in "abc"} | {"ab": ["a b", "c a b"]}, ["d"], {}, {})


def found_slowly(compiled, classes, text):
    """(start, end, label, source) of what every rule finds at every token, whatever the masks say."""
    note = RowTable(classes).note(lay_out(text, Vocabulary()))
    found = set()
    for one in compiled:
        if one.rule.tokens or one.rule.at:
            places = [at for at in range(len(note.ids)) if fits(one, note, at)]
            found |= {told(span) for at in places for span in one.at(note, at)}
        else:
            found |= set(map(told, one.search(text)))
    return found


def fits(compiled, note, at):
    """Whether a rule may begin at a token and have its anchor; of token patterns the expression itself tells."""
    if compiled.rule.at and not any(one.fits(row(note, at)) for one in compiled.first):
        return False
    if compiled.rule.then and not (
        at + 1 < len(note.ids) and note.glued[at] and any(one.fits(row(note, at + 1)) for _, one in compiled.second)
    ):
        return False
    near = range(at, min(len(note.ids), at + _REACH + 1))
    return not compiled.anchor or any(one.fits(row(note, place)) for one in compiled.anchor for place in near)


def row(note, at):
    width = note.rows.width
    return int.from_bytes(note.rows.data[at * width : (at + 1) * width], "little")


def told(span):
    return span.start, span.end, span.label, span.source


def found_by(detector, text, vocabulary=None):
    layout = lay_out(text, Vocabulary() if vocabulary is None else vocabulary)
    return set(map(told, detector.detect(Document("x", text), layout)))


@pytest.fixture(scope="module")
def texts():
    notes = [doc.text for doc in islice(corpus.read(), 0, None, 25)][:CORPUS_NOTES]
    examples = [example.replace("[", "").replace("]", "") for rule in EVERY_RULE for example in rule.found]
    return [*notes, "\n".join(examples), *PHRASES]


@pytest.mark.parametrize("module", modules())
def test_no_match_is_hidden(texts, module):
    classes = word_classes()
    rules = rules_of(module)
    compiled = [compile_rule(rule, classes) for rule in rules]
    detector, vocabulary = Rules(rules, classes), Vocabulary()
    hidden = {
        source
        for text in texts
        for _, _, _, source in found_slowly(compiled, classes, text) - found_by(detector, text, vocabulary)
    }
    assert hidden == set()


@pytest.mark.parametrize("rule", [rule for rule in EVERY_RULE if rule.anchor], ids=lambda rule: rule.id)
def test_a_rule_finds_no_more_without_its_anchor(texts, rule):
    classes, vocabulary = word_classes(), Vocabulary()
    anchored, bare = Rules([rule], classes), Rules([replace(rule, anchor="")], classes)
    for text in texts:
        assert found_by(anchored, text, vocabulary) == found_by(bare, text, vocabulary)


def test_masks_begin_anew_with_another_vocabulary():
    rules = [Rule("x/a", "X", "{a} {b}"), Rule("x/c", "X", "{c}")]
    detector = Rules(rules, LETTERS)
    assert len(found_by(detector, "a b")) == 1
    assert len(found_by(detector, "c c b a b")) == 3


def test_a_phrase_may_begin_what_its_first_word_may_not():
    detector = Rules([Rule("x/phrase", "X", "{ab} {ab-more}+")], LETTERS)
    assert found_by(detector, "d a b d") == {(2, 5, "X", "rules:x/phrase")}
    assert found_by(detector, "d a d b") == set()


def test_the_rest_of_a_phrase_may_begin_a_match_too():
    detector = Rules([Rule("x/rest", "X", "{ab-more} 'd'")], LETTERS)
    assert found_by(detector, "a b d") == {(2, 5, "X", "rules:x/rest")}


def test_an_anchor_may_be_the_rest_of_a_phrase():
    detector = Rules([Rule("x/anchored", "X", "'d' {!'d'}* {ab-more}", anchor="ab-more")], LETTERS)
    assert found_by(detector, "d a b") == {(0, 5, "X", "rules:x/anchored")}


def test_an_anchor_within_reach():
    rule = Rule("x/anchored", "X", "'d' {a}*", anchor="c")
    detector = Rules([rule], LETTERS)
    assert found_by(detector, "d" + " a" * (_REACH - 1) + " c")
    assert not found_by(detector, "d" + " a" * _REACH + " c")
    assert not found_by(detector, "d a")


def test_a_rule_of_one_token_at_the_end_of_a_note():
    assert found_by(Rules([Rule("x/a", "X", "{a}")], LETTERS), "d a") == {(2, 3, "X", "rules:x/a")}
    assert found_by(Rules([Rule("x/ab", "X", "{a} {b}")], LETTERS), "d a") == set()


def test_masks_of_a_word():
    rules = [
        compile_rule(Rule(f"x/{name}", "X", text), LETTERS) for name, text in (("1", "{a} {b}"), ("2", "{c} ~{b}"))
    ]
    table = RowTable(LETTERS)
    note = table.note(lay_out("a b c b a-b", Vocabulary()))
    masks = Masks(rules)
    masks.learn(table)
    assert masks.candidates(note) == [1, 0, 0, 0, 0, 0, 0]


PATTERNS = st.lists(
    st.sampled_from(
        ["{a}", "{b}?", "{c}+", "~{b}", "({a} | {b} {c})", "{ab} {ab-more}*", "{ab-more}", "'d'", "{a&!b}{0,2}", "{!a}"]
    ),
    min_size=1,
    max_size=4,
).map(lambda parts: " ".join([parts[0].rstrip("?").removesuffix("{0,2}"), *parts[1:]]))


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "a b", "c a b", "-", "\n"]), max_size=12).map(" ".join)


@settings(max_examples=300)
@given(st.lists(PATTERNS, min_size=1, max_size=4), WORDS)
def test_any_rules_find_the_same_without_masks(patterns, text):
    rules = [Rule(f"x/{number}", "X", pattern) for number, pattern in enumerate(patterns)]
    assert found_by(Rules(rules, LETTERS), text) == found_slowly(
        [compile_rule(rule, LETTERS) for rule in rules], LETTERS, text
    )
