"""The detector of rules: any text goes in, and spans of that text come out."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import corpus, lexicons
from incognote.data import load_toml
from incognote.detect.classes import Classes
from incognote.detect.compiled import compile_rule
from incognote.detect.rule import Rule, modules, rule, rules_of
from incognote.detect.rules import Rules
from incognote.detect.word_classes import word_classes
from incognote.errors import ConfigError, UnknownNameError
from incognote.layout import lay_out
from incognote.types import Document, Span
from incognote.vocabulary import Vocabulary

ANY = st.characters(categories=None)
PIECES = st.sampled_from(
    [
        "Dr. ",
        "Swan",
        "12/3",
        "/2014",
        "MRN: ",
        "4471",
        " yo ",
        "St. ",
        "Mercy Hospital",
        "\n",
        "  ",
        "(",
        "617-555-",
        "@",
        "…",
    ]
)
TEXTS = st.one_of(
    st.text(ANY, max_size=80),
    st.text(" \t\n\r\x0b\x0c\x1c\x85\u2028\u00a0", max_size=20),
    st.text("aZ9.,:;-/'\"’()#@_ \nßİıſﬁ\ud800\udfff", max_size=60),
    st.lists(PIECES | st.text(ANY, max_size=3), max_size=20).map("".join),
)
CLASSES = Classes({"title": ["dr"], "name": ["swan", "lee"], "no": ["not"]}, [], {"digits": str.isdigit}, {})


@pytest.fixture(scope="module")
def rules():
    return Rules([rule for module in modules() for rule in rules_of(module)], word_classes())


def detect(detector, text):
    return detector.detect(Document("x", text), lay_out(text, Vocabulary()))


@settings(max_examples=300, deadline=None)
@given(text=TEXTS)
def test_any_text_gives_spans_within_it(every_module, text):
    assert every_module.suspect(Document("x", text)).text == text
    assert all(span.end <= len(text) for span in every_module.find(Document("x", text)).spans)


@pytest.mark.parametrize(
    "text", ["", " ", "\n", "\x00", "\ud800", "\udcff swan", "Dr. \ud800", "İİ Dr. İ", "ﬁ", "'" * 50]
)
def test_odd_texts(every_module, text):
    every_module.find(Document("x", text))


@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_the_same_text_gives_the_same_spans(every_module, text):
    doc = Document("x", text)
    first = [(span, span.score, span.source) for span in every_module.suspect(doc).spans]
    assert [(span, span.score, span.source) for span in every_module.suspect(doc).spans] == first


def test_the_order_of_rules_doesnt_matter(rules):
    every = [rule for module in modules() for rule in rules_of(module)]
    turned = Rules(every[::-1], word_classes())
    vocabularies = Vocabulary(), Vocabulary()
    for doc in list(corpus.read())[::60]:
        one, other = (
            detector.detect(doc, lay_out(doc.text, vocabulary))
            for detector, vocabulary in zip((rules, turned), vocabularies, strict=True)
        )
        assert sorted(map(key, one)) == sorted(map(key, other))


def key(span):
    return span.start, span.end, span.label, span.score, span.source


@pytest.mark.parametrize(
    ("fields", "text", "expected"),
    [
        ({"tokens": "{title} < {name} >"}, "dr swan", ["swan"]),
        ({"tokens": "{title} {name}"}, "dr swan", ["dr swan"]),
        ({"tokens": "{name}", "after": "title", "within": 2}, "dr x swan lee", ["swan"]),
        ({"tokens": "{name}", "not_after": "title", "within": 2}, "dr x swan lee", ["lee"]),
        ({"tokens": "{name}", "before": "title", "within": 1}, "swan lee dr", ["lee"]),
        ({"tokens": "{name}", "not_before": "title", "within": 1}, "swan lee dr", ["swan"]),
        ({"tokens": "{name}", "not_before": "title"}, "swan", ["swan"]),
        ({"tokens": "{name}", "after": "title"}, "swan", []),
        ({"pattern": r"(?P<phi>\w+) (?P<AGE>\d+)", "at": "{name}"}, "lee 12 swan x", ["lee", "12"]),
        ({"pattern": r"\w+", "at": "{name&newline}"}, "lee swan\nlee", ["lee", "lee"]),
        ({"pattern": r"\d+-\d+", "at": "{digits} ^{!digits}"}, "12-3 12", ["12-3"]),
        ({"pattern": r"\w+@\w+", "needs": "@"}, "a@b c@d", ["a@b", "c@d"]),
        (
            {"pattern": r"\w+ lee", "at": "{name}", "not_before": "no", "within": 1},
            "swan lee not swan lee",
            ["swan lee"],
        ),
    ],
)
def test_what_a_rule_finds(fields, text, expected):
    spans = detect(Rules([Rule("x/y", "NAME", **fields)], CLASSES), text)
    assert [text[span.start : span.end] for span in sorted(spans)] == expected
    assert {span.source for span in spans} <= {"rules:x/y"}


def test_a_searched_rule_looks_near_what_it_needs():
    rules = Rules([Rule("x/y", "EMAIL", pattern=r"(?<!\w)\w+@\w+(?!\w)", needs="@")], CLASSES)
    text = "a@b c@d " + "x " * 500 + "longname@z, @ and e@f"
    spans = rules.detect(Document("1", text), lay_out(text, Vocabulary()))
    assert [text[span.start : span.end] for span in spans] == ["a@b", "c@d", "longname@z", "e@f"]


def test_groups_of_expressions_give_labels():
    found = detect(
        Rules([Rule("x/y", "NAME", pattern=r"(?P<phi>\w+) (?P<LOCATION_OTHER>\d+)", at="{name}")], CLASSES), "lee 12"
    )
    assert found == [Span(0, 3, "NAME"), Span(4, 6, "LOCATION-OTHER")]


@pytest.mark.parametrize(
    "fields", [{}, {"tokens": "{a}", "pattern": "x", "at": "a"}, {"pattern": "x"}, {"tokens": "{a}", "at": "a"}]
)
def test_a_rule_says_what_it_looks_for_in_one_way(fields):
    with pytest.raises(ConfigError, match="the rule x/y must have either"):
        Rule("x/y", "NAME", **fields)


def test_a_group_without_a_name_is_refused():
    with pytest.raises(ConfigError, match="x/y has a group without a name"):
        compile_rule(Rule("x/y", "NAME", pattern="(a)", at="{name}"), CLASSES)


def test_an_expression_that_matches_nothing_at_all_is_refused():
    with pytest.raises(ConfigError, match="x/y"):
        compile_rule(Rule("x/y", "NAME", pattern="a*", at="{name}"), CLASSES)


def test_unknown_rules_are_named():
    with pytest.raises(UnknownNameError, match=r"no module of rules is called 'nam'; there are: .*names"):
        rules_of("nam")
    with pytest.raises(UnknownNameError, match="no rule is called 'names/nobody'"):
        rule("names/nobody")
    assert rule("names/doctor-title").module == "names"


def test_words_of_classes_are_written_as_they_are_looked_up():
    """A word in another form than the normal one would never be met."""
    listed = load_toml("rules/classes.toml")["words"]
    odd = [word for words in listed.values() for word in words.split() if lexicons.normal(word) != word]
    assert odd == []
