"""Every rule finds what its own examples say, and spares what they say."""

import re
from collections import Counter

import pytest

from incognote.detect.patterns import Conjunction, compile_classes
from incognote.detect.rule import modules, rules_of
from incognote.detect.rules import Rules
from incognote.detect.word_classes import word_classes
from incognote.labels import LABELS
from incognote.layout import lay_out
from incognote.types import Document
from incognote.vocabulary import Vocabulary

RULES = [rule for module in modules() for rule in rules_of(module)]
BY_ID = {"argvalues": RULES, "ids": [rule.id for rule in RULES]}


def plain(example):
    """An example without its brackets, and where they stood."""
    places = []
    text = ""
    for part in re.split(r"(\[[^\[\]]*\])", example):
        if part.startswith("["):
            places.append((len(text), len(text) + len(part) - 2))
            text += part[1:-1]
        else:
            text += part
    return text, set(places)


def marked(text, places):
    """A text with brackets around these places, to show what was found."""
    for start, end in sorted(places, reverse=True):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


def found_by(rule, text):
    """What a rule finds alone. It is tried at every token, so it may find ends of what it found; those don't count."""
    spans = Rules([rule], word_classes()).detect(Document("example", text), lay_out(text, Vocabulary()))
    return {(span.start, span.end) for span in spans if not any(_is_inside(span, other) for other in spans)}


def _is_inside(span, other):
    return other.start <= span.start and span.end <= other.end and len(span) < len(other)


@pytest.mark.parametrize("rule", **BY_ID)
def test_a_rule_finds_what_it_shows(rule):
    found = [marked(text, found_by(rule, text)) for text, _ in map(plain, rule.found)]
    assert found == rule.found


@pytest.mark.parametrize("rule", **BY_ID)
def test_a_rule_spares_what_it_shows(rule):
    assert [marked(text, found_by(rule, text)) for text in rule.spared] == rule.spared


@pytest.mark.parametrize("rule", **BY_ID)
def test_a_rule_shows_what_it_finds_and_what_it_spares(rule):
    assert rule.found
    assert rule.spared
    assert all(plain(example)[1] for example in rule.found)


@pytest.mark.parametrize("rule", **BY_ID)
def test_a_rule_has_a_label_of_ours(rule):
    named = re.findall(r"<([A-Z-]+):", rule.tokens)
    named += [name.replace("_", "-") for name in re.findall(r"\(\?P<(\w+)>", rule.pattern) if name != "phi"]
    assert {rule.label, *named} <= set(LABELS)


@pytest.mark.parametrize("rule", **BY_ID)
def test_a_word_in_quotes_can_have_the_classes_that_are_asked_of_it(rule):
    """`'i'&UPPER` is nothing, since `UPPER` words have two letters or more."""
    classes = word_classes()
    texts = [*re.findall(r"\{([^\d{}][^{}]*)\}", rule.tokens), *rule.class_texts[1:]]
    never = []
    for choice in (choice for text in texts for choice in re.split(r"\|(?=(?:[^']*'[^']+')*[^']*$)", text)):
        word = re.match(r"\s*'(\w+)'&", choice)
        if word:
            (wanted,) = compile_classes(choice, classes.bit)
            of_word = Conjunction(wanted.has & ~255, wanted.lacks & ~255)
            if not any(of_word.fits(classes.bits(way(word[1]))) for way in (str.lower, str.upper, str.title)):
                never.append(choice)
    assert never == []


def test_ids_are_unique():
    assert [rule_id for rule_id, times in Counter(rule.id for rule in RULES).items() if times > 1] == []


def test_brackets_are_cut_out_of_examples():
    assert plain("seen by [Swan] and [Oster].") == ("seen by Swan and Oster.", {(8, 12), (17, 22)})
    assert marked(*plain("seen by [Swan] and [Oster].")) == "seen by [Swan] and [Oster]."
