"""The language of token patterns: what a pattern matches, what it marks, and what it refuses."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.detect.classes import Classes
from incognote.detect.patterns import POSITION_BITS, Conjunction, compile_classes, compile_pattern, row_expression
from incognote.errors import ConfigError

CLASSES = Classes(
    {"title": ["dr", "mr"], "name": ["ann", "swan", "lee"], "verb": ["saw"]},
    ["of", "'", "."],
    {"digits": str.isdigit, "Cap": lambda word: word[0].isupper()},
    {"person": "name&Cap|title"},
)
ADJACENT, WIDE, NEWLINE, PARAGRAPH, SENTENCE = (1 << bit for bit in range(5))
GAPS = {"": ADJACENT, " ": 0, "  ": WIDE, "\n": NEWLINE, "\n\n": NEWLINE | PARAGRAPH, "|": SENTENCE}


def rows_of(text):
    """The rows of words with blanks, line ends or `|` (for the start of a sentence) between them."""
    pieces = re.findall(r"([ \n|]*)([^\W\d]+|\d+|[^\w\s|])", text)
    places = [GAPS[gap] for gap, _ in pieces]
    return [CLASSES.bits(word) & ~255 | place for place, (_, word) in zip(places, pieces, strict=True)]


def match(text, rows, label="NAME"):
    pattern = compile_pattern(text, CLASSES.bit, CLASSES.width, label)
    data = b"".join(row.to_bytes(CLASSES.width, "little") for row in rows)
    return pattern, pattern.expression.match(data)


def length(text, words):
    """How many words the pattern matches from the first one on; None if it doesn't match."""
    _, found = match(text, rows_of(words))
    return found and found.end() // CLASSES.width


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("{title}", "Dr Swan", 1),
        ("{title}", "Swan", None),
        ("{person}", "Swan", 1),
        ("{person}", "swan", None),
        ("{!title}", "Swan", 1),
        ("{!title}", "Dr", None),
        ("{name&!Cap}", "swan", 1),
        ("{name&!Cap}", "Swan", None),
        ("{name&Cap|digits}", "12", 1),
        ("{ name & Cap | digits }", "Swan", 1),
        ("'of'", "of", 1),
        ("'of'", "OF", 1),
        ("'of'", "off", None),
        ("{'of'|title&!Cap}", "Of", 1),
        ("'''", "'", 1),
        ("{title} '.'? {name}", "Dr. Swan", 3),
        ("{title} '.'? {name}", "Dr Swan", 2),
        ("{name}*  {digits}", "12", "refused"),
        ("{title} {name}* {digits}", "Dr 12", 2),
        ("{title} {name}* {digits}", "Dr Ann Lee 12", 4),
        ("{title} {name}+", "Dr 12", None),
        ("{title} {name}+", "Dr Ann Lee Swan 12", 4),
        ("{title} {name}{2}", "Dr Ann Lee Swan", 3),
        ("{title} {name}{2,}", "Dr Ann Lee Swan", 4),
        ("{title} {name}{0,1} {digits}", "Dr Ann Lee 12", None),
        ("{title} ({name} | {digits} {verb})", "Dr Swan", 2),
        ("{title} ({name} | {digits} {verb})", "Dr 12 saw", 3),
        ("{title} ({name} | {digits} {verb})", "Dr 12", None),
        ("{title} {name} | {digits}", "12", 1),
        ("({title} | {name}){2} {verb}", "Dr Ann saw", 3),
        ("{title} < {name} ('.' {name})? >", "Dr Ann. Lee", 4),
    ],
)
def test_what_a_pattern_matches(text, words, expected):
    if expected == "refused":
        with pytest.raises(ConfigError, match="must begin with a token"):
            length(text, words)
    else:
        assert length(text, words) == expected


@pytest.mark.parametrize(
    ("mark", "gaps"),
    [("", {"", " ", "\n"}), ("~", {""}), ("_", {"", " ", "  ", "\n", "|"}), ("^", set(GAPS))],
)
def test_what_gap_may_be_before_a_token(mark, gaps):
    def matches(gap):
        first, second = rows_of("Dr Swan")
        return match(f"{{title}} {mark}{{name}}", [first, second & ~255 | GAPS[gap]])[1]

    assert {gap for gap in GAPS if matches(gap)} == gaps


@pytest.mark.parametrize("gap", GAPS)
def test_the_gap_before_a_match_doesnt_matter(gap):
    first, second = rows_of("Dr Swan")
    assert match("{title} {name}", [first & ~255 | GAPS[gap], second])[1]


def test_a_first_token_that_is_repeated_minds_the_gap_the_next_time():
    assert length("{name}+", "Ann Lee") == 2
    assert length("{name}+", "Ann\n\nLee") == 1
    assert length("({title} {name}){1,2}", "Dr Ann  Mr Lee") == 2


def test_groups_have_the_rules_label_or_their_own():
    pattern, found = match("< {name} > '.' ({title} <TITLE-X: {name}+ > | <Y: {digits} >)", rows_of("Ann. Dr Lee Swan"))
    assert pattern.labels == ("NAME", "TITLE-X", "Y")
    width = CLASSES.width
    assert [(begin // width, end // width) if begin >= 0 else None for begin, end in found.regs[1:]] == [
        (0, 1),
        (3, 5),
        None,
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{title} ({name}", "lacks a"),
        ("< {title} {name}", "lacks a"),
        ("< {title} )", "lacks a"),
        ("{title} {name})", "bracket too many"),
        ("{title} >", "bracket too many"),
        ("{title}? {name}", "must begin with a token"),
        ("({title}? {verb}) {name}", "must begin with a token"),
        ("({title} | {verb}*) {name}", "must begin with a token"),
        ("{title} |", "must begin with a token"),
        ("{title}{0,3}", "must begin with a token"),
        ("", "must begin with a token"),
        ("{surname}", "no class of words is called surname"),
        ("{title&!surname}", "no class of words is called surname"),
        ("'doctor'", "no class of words is called 'doctor'"),
        ("{title} name", "can't be read from"),
        ("{title} ~({name})", "can't be read from"),
        ("{title} {}", "can't be read from"),
        ("+ {title}", "repeats nothing"),
        ("{title} ({name} | ?)", "repeats nothing"),
    ],
)
def test_what_is_no_pattern_is_refused(text, problem):
    with pytest.raises(ConfigError, match=problem):
        compile_pattern(text, CLASSES.bit, CLASSES.width, "NAME")


@pytest.mark.parametrize("text", ["{name&!name}", "{title} {name&sentence}", "{title} ~{name&newline&!adjacent}"])
def test_a_token_that_can_never_be_is_refused(text):
    with pytest.raises(ConfigError):
        compile_pattern(text, CLASSES.bit, CLASSES.width, "NAME")


def test_a_class_expression_is_a_choice_of_conjunctions():
    bit = {name: 1 << CLASSES.bit(name) for name in ("title", "name", "digits")}
    assert compile_classes("title&!name|digits", CLASSES.bit) == (
        Conjunction(bit["title"], bit["name"]),
        Conjunction(bit["digits"], 0),
    )


BITS = st.integers(0, 2**24 - 1)


@given(BITS, BITS, BITS)
def test_a_conjunction_fits_what_its_expression_matches(bits, has, lacks):
    lacks &= ~has
    expression = re.compile(row_expression((Conjunction(has, lacks),), 3), re.DOTALL)
    assert bool(expression.fullmatch(bits.to_bytes(3, "little"))) == Conjunction(has, lacks).fits(bits)


ABC = Classes({name: [name] for name in "abc"}, [], {}, {})
TOKENS = st.tuples(
    st.sampled_from(["", "~", "_", "^"]), st.sampled_from(["{a}", "{b}", "{c}", "{a|b}", "{!a}", "{b&!c}"])
).map("".join)
TIMES = st.sampled_from(["", "", "?", "*", "+", "{2}", "{0,2}", "{1,2}", "{2,}"])
ITEMS = st.recursive(
    TOKENS,
    lambda items: st.builds(
        "{0[0]}{1}{0[1]}{2}".format,
        st.sampled_from([("(", ")"), ("<", ">")]),
        st.lists(st.lists(items, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=3).map(" | ".join),
        TIMES,
    ),
    max_leaves=8,
)
PATTERNS = st.lists(st.builds("{}{}".format, ITEMS, st.sampled_from(["", "?", "+"])), min_size=1, max_size=4)
ROWS = st.lists(
    st.builds(
        lambda place, word: place | sum(1 << ABC.bit(name) for name in word),
        st.sampled_from(list(GAPS.values())),
        st.sampled_from(["a", "b", "c", "ab", "bc", ""]),
    ),
    min_size=1,
    max_size=6,
)


@given(PATTERNS.map(" ".join), st.lists(ROWS, min_size=1, max_size=4))
def test_heads_never_exclude_a_match(text, notes):
    try:
        pattern = compile_pattern(text, ABC.bit, ABC.width, "X")
    except ConfigError:
        return
    assert all(heads[0] for heads in pattern.heads)
    for rows in notes:
        found = pattern.expression.match(b"".join(row.to_bytes(ABC.width, "little") for row in rows))
        if not found:
            continue
        length = found.end() // ABC.width
        assert any(all(head_fits(head, rows[:length], at) for at, head in enumerate(heads)) for heads in pattern.heads)


def head_fits(head, rows, at):
    return not head or (
        at < len(rows) and any(one.fits(rows[at]) and (gap != "~" or rows[at] & ADJACENT) for gap, one in head)
    )


def test_positions_fill_the_first_byte():
    assert len(POSITION_BITS) == 8
    assert [CLASSES.bit(name) for name in POSITION_BITS] == list(range(8))
