"""Masks only save time: what they leave out could never match."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import corpus
from incognote.detect.classes import Classes
from incognote.detect.compiled import compile_rule
from incognote.detect.masks import _NEAR, Masks
from incognote.detect.rows import RowTable
from incognote.detect.rule import Rule, modules, rules_of
from incognote.detect.word_classes import word_classes
from incognote.layout import lay_out
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


class Trial:
    """Rules, and what masks let pass of them."""

    def __init__(self, rules, classes):
        compiled = [compile_rule(rule, classes) for rule in rules]
        self.compiled = [one for one in compiled if one.rule.tokens or one.rule.at]
        self.masks = Masks(self.compiled)
        self.table = RowTable(classes)
        self.vocabulary = Vocabulary()

    def found(self, text):
        """(rule, start, end) of what is found where the masks say that it may be."""
        return self._matches(text, masked=True)

    def found_slowly(self, text):
        """The same, tried at every token, whatever the masks say."""
        return self._matches(text, masked=False)

    def _matches(self, text, masked):
        note = self.table.note(lay_out(text, self.vocabulary))
        self.masks.learn(self.table)
        candidates = candidates_of(self.masks, note)
        return {
            (one.rule.id, start, end)
            for at in range(len(note.kinds))
            for one in self.compiled
            if (one.rule.id in candidates[at] if masked else fits(one, note, at))
            for start, end, _ in found_at(one, note, at)
        }


def found_at(compiled, note, at):
    """What a rule finds at a token."""
    on_rows = note.rows.data, at * note.rows.width
    match = compiled.match(*on_rows) if compiled.rule.tokens else compiled.match(note.text, note.starts[at])
    return compiled.found(match, note, at) if match else []


def candidates_of(masks, note):
    """The ids of the rules to try at each token."""
    tried = dict(masks.candidates(note))
    bits = [int.from_bytes(tried.get(at, b""), "little") for at in range(len(note.kinds))]
    return [{rule.rule.id for bit, rule in enumerate(masks.rules) if mask >> bit & 1} for mask in bits]


def fits(compiled, note, at):
    """Whether a rule may begin at a token and has its anchor.

    Of expressions only the first token is asked, so that an `at` shows that asks too much of the next; of token
    patterns the expression itself tells.
    """
    if compiled.rule.at and not any(head_fits(heads[0], note, at) for heads in compiled.heads):
        return False
    near = range(at, min(len(note.kinds), at + _NEAR))
    return not compiled.anchor or any(one.fits(row(note, place)) for one in compiled.anchor for place in near)


def head_fits(head, note, at):
    return not head or (
        at < len(note.kinds) and any(gap_fits(gap, note, at) and one.fits(row(note, at)) for gap, one in head)
    )


def gap_fits(gap, note, at):
    return gap != "~" or note.starts[at] == note.ends[at - 1]


def row(note, at):
    width = note.rows.width
    return int.from_bytes(note.rows.data[at * width : (at + 1) * width], "little")


@pytest.fixture(scope="module")
def texts():
    notes = [doc.text for doc in islice(corpus.read(), 0, None, 25)][:CORPUS_NOTES]
    examples = [example.replace("[", "").replace("]", "") for rule in EVERY_RULE for example in rule.found]
    return [*notes, "\n".join(examples), *PHRASES]


@pytest.mark.parametrize("module", modules())
def test_no_match_is_hidden(texts, module):
    trial = Trial(rules_of(module), word_classes())
    hidden = {rule_id for text in texts for rule_id, _, _ in trial.found_slowly(text) - trial.found(text)}
    assert hidden == set()


@pytest.mark.parametrize("rule", [rule for rule in EVERY_RULE if rule.anchor], ids=lambda rule: rule.id)
def test_a_rule_finds_no_more_without_its_anchor(texts, rule):
    anchored, bare = (Trial([one], word_classes()) for one in (rule, replace(rule, anchor="")))
    for text in texts:
        assert anchored.found(text) == bare.found(text)


def test_masks_go_with_another_vocabulary():
    trial = Trial([Rule("x/a", "X", "{a} {b}"), Rule("x/c", "X", "{c}")], LETTERS)
    assert len(trial.found("a b")) == 1
    trial.vocabulary = Vocabulary()
    assert len(trial.found("c c b a b")) == 3


@pytest.mark.parametrize(
    ("pattern", "anchor", "text", "expected"),
    [
        ("{ab} {ab-more}+", "", "d a b d", [(2, 5)]),
        ("{ab} {ab-more}+", "", "d a d b", []),
        ("{ab-more} 'd'", "", "a b d", [(2, 5)]),
        ("'d' {!'d'}* {ab-more}", "ab-more", "d a b", [(0, 5)]),
        ("'d' {a}*", "c", "d" + " a" * (_NEAR - 2) + " c", [(0, 2 * _NEAR - 3)]),
        ("'d' {a}*", "c", "d" + " a" * (_NEAR - 1) + " c", []),
        ("'d' {a}*", "c", "d a", []),
        ("{a}", "", "d a", [(2, 3)]),
        ("{a} {b}", "", "d a", []),
    ],
)
def test_what_masks_let_pass(pattern, anchor, text, expected):
    trial = Trial([Rule("x/y", "X", pattern, anchor=anchor)], LETTERS)
    assert trial.found(text) == {("x/y", start, end) for start, end in expected}


def test_masks_of_a_word():
    rules = [
        compile_rule(Rule(f"x/{name}", "X", text), LETTERS) for name, text in (("1", "{a} {b}"), ("2", "{c} ~{b}"))
    ]
    table = RowTable(LETTERS)
    note = table.note(lay_out("a b c b a-b", Vocabulary()))
    masks = Masks(rules)
    masks.learn(table)
    assert candidates_of(masks, note) == [{"x/1"}, *[set()] * 6]


def test_each_alternative_has_a_bit_of_its_own():
    compiled = compile_rule(Rule("x/1", "X", "{a} {b} | {b} {c}"), LETTERS)
    table = RowTable(LETTERS)
    note = table.note(lay_out("a b c a c b b", Vocabulary()))
    masks = Masks([compiled])
    masks.learn(table)
    assert masks.rules == [compiled, compiled]
    assert candidates_of(masks, note) == [{"x/1"}, {"x/1"}, *[set()] * 5]


def test_long_notes_are_looked_at_in_stretches(monkeypatch):
    trial = Trial([Rule("x/1", "X", "{a} {b} {c}"), Rule("x/2", "X", "'d' {a}*", anchor="c")], LETTERS)
    text = "d a b c a b d a a a b b d d a b c c " * 9
    whole = trial.found(text)
    monkeypatch.setattr("incognote.detect.masks._STRETCH", _NEAR)
    assert trial.found(text) == whole
    assert len(whole) > 20


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
    trial = Trial(rules, LETTERS)
    assert trial.found(text) == trial.found_slowly(text)
