"""Sentences of notes: hard line wraps don't end one; blank lines, list items and headings without full stops do."""

from __future__ import annotations

import functools
import re

from incognote.data import load_toml

_ENDING = re.compile(r"[.!?][\"')\]}”’»]*+(?=\s)")
_BULLET = re.compile(r"[-*+#>•·–—▪◦●■□]|\[[ xX]?\]")
_NUMBER = re.compile(r"\d{1,3}+")
_ENUMERATOR = re.compile(r"(?:\d{1,3}|[A-Za-z])[.)]\s")
_TERMINALS = (".", "!", "?")
_OPENERS = "([{<\"'“‘«/,;-+*"
_LONGEST_ABBREVIATION = 12
_LONGEST_ITEM = 200  # of a list within a line
_FURTHEST = 80  # how far to look for the character after an ending
_FIELD_WIDTH = 40  # a colon this early in a line makes it a field
_NARROWEST_WRAP, _NARROWEST_FLOWING, _WIDEST_WRAP = 50, 20, 132


def sentence_starts(text: str, lines: list[str]) -> list[int]:
    """Where sentences start, in characters; `lines` are the text's lines with their ends. May hold a place twice."""
    starts = _lines_that_begin(lines)
    begun = set(starts)
    item = at = 0  # the number of the list item we are in, and where it began
    for ending in _ENDING.finditer(text):
        mark, end = ending.span()
        if end + 1 in begun:
            continue
        number = _NUMBER.fullmatch(text, _word_start(text, mark), mark) if text[mark - 1 : mark].isdigit() else None
        if number and _opens_item(text, number.start(), begun):
            item, at = int(number[0]), number.start()
        elif number and item and int(number[0]) == item + 1 and _is_next_item(text, at, number.start(), end):
            starts.append(number.start())
            item, at = item + 1, number.start()
        elif _is_end(text, mark, end):
            starts.append(end)
            begun.add(end + (2 if text[end + 1 : end + 2] == " " else 1))
    return starts


def _word_start(text: str, end: int) -> int:
    """Where the word begins that ends here; words are cut to the length of the longest abbreviation."""
    word = text[max(0, end - _LONGEST_ABBREVIATION) : end].rsplit(None, 1)[-1]
    return end - len(word.lstrip(_OPENERS))


def _opens_item(text: str, start: int, begun: set[int]) -> bool:
    """Whether a number begins a sentence: 1. Hypertension"""
    return start in begun or text[start - 2 : start] == ": "


def _is_next_item(text: str, before: int, start: int, end: int) -> bool:
    """Whether a number goes on with the list whose last item began at `before`: 1. Rest 2. Fluids"""
    near = start - before <= _LONGEST_ITEM and "\n" not in text[before:start]
    return near and text[end + 1 : end + 2].isalpha()


def _lines_that_begin(lines: list[str]) -> list[int]:
    """Where the lines start that begin a sentence, judged by their first words and by the line before."""
    starts: list[int] = []
    width = _wrap_width(lines)
    at = 0
    before = ""
    for line in lines:
        words = line.strip()
        if not words:
            before = ""
        else:
            if not before or not _runs_on(before, words, width):
                starts.append(at + len(line) - len(line.lstrip()))
            before = line.rstrip()
        at += len(line)
    return starts


def _runs_on(before: str, words: str, width: float) -> bool:
    """Whether a line goes on with the sentence of the line before it."""
    if before[-1] in ":!?" or _BULLET.match(words):
        return False
    if before[-1] == "." and before.rsplit(None, 1)[-1][:-1].lower() in _abbreviations()[0]:
        return True  # seen by Dr.
    if len(before) > _WIDEST_WRAP:
        return False  # a paragraph in one line
    first_word = words[:_WIDEST_WRAP].split(None, 1)[0]
    full = len(before) + 1 + len(first_word) > 0.9 * width
    if words[0].islower() and full:
        return True
    if _ENUMERATOR.match(words) or _is_field(words):
        return False
    return full or (words[0].islower() and len(before) > 0.5 * width)


def _is_field(words: str) -> bool:
    colon = words.find(":", 1, _FIELD_WIDTH)
    return colon > 0 and not words[colon - 1].isdigit()


def _wrap_width(lines: list[str]) -> float:
    """The column at which the text seems wrapped; unreachable where it doesn't.

    Narrow columns count only where many lines begin in lower case, for lists have narrow lines too.
    """
    lengths = sorted(length for length in map(len, lines) if _NARROWEST_WRAP <= length <= _WIDEST_WRAP)
    if not lengths and sum(line[:1].islower() for line in lines) > max(1, 0.4 * len(lines)):
        lengths = sorted(length for length in map(len, lines) if length >= _NARROWEST_FLOWING)
    return lengths[int(0.95 * (len(lengths) - 1))] - 1 if lengths else float("inf")


def _is_end(text: str, mark: int, end: int) -> bool:
    """Whether the full stop, exclamation or question mark at `mark` ends a sentence."""
    before = text[mark - 1 : mark]
    following = text[end + 1 : end + 2]
    if following.isspace():
        following = text[end : end + _FURTHEST].lstrip()[:1]
    if before in _TERMINALS or (end > mark + 1 and text[mark] != "."):
        return following.isupper()
    if text[mark] != ".":
        return not before.isspace()  # "for ?TEE" asks, but doesn't end
    if not before.isalnum():  # behind a bracket
        return True
    return _ends_sentence(text[_word_start(text, mark) : mark], following)


def _ends_sentence(word: str, following: str) -> bool:
    never, numbers, seldom = _abbreviations()
    lowered = word.lower()
    if lowered in never or (lowered in numbers and following.isdigit()):
        return False
    if len(word) == 1 and word.isupper():  # an initial
        return not (following.isupper() or following.isdigit())
    if lowered in seldom:
        return following.isupper()
    if "." in word:  # initials (J.K.), a decimal, or an abbreviation we don't list
        return lowered[-1].isdigit() or (following.isupper() and not word.isupper())
    return len(word) > 2 or not following.islower()


def keeps_its_stop(word: str) -> bool:
    """Whether a full stop after `word` belongs to it: an abbreviation, an initial, or inner full stops."""
    lowered = word.lower()
    return any(lowered in words for words in _abbreviations()) or "." in word or (len(word) == 1 and word.isupper())


@functools.cache
def _abbreviations() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Abbreviations that stand before names and numbers, before numbers, and mostly inside sentences."""
    lists = load_toml("layout/abbreviations.toml")
    never, numbers, seldom = (
        frozenset(lists[name].split()) for name in ("before_names_and_numbers", "before_numbers", "mostly_inside")
    )
    return never, numbers, seldom
