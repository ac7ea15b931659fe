"""Sentences of notes: hard line wraps don't end one; blank lines, list items and headings without full stops do."""

from __future__ import annotations

import functools
import re

from incognote.data import load_toml
from incognote.layout.characters import INVISIBLE

_ENDING = re.compile(r"[.!?][\"')\]}”’»]*+(?=\s)")
_BULLETS = "-*+#>•·–—▪◦●■□"
_BOXES = ("[]", "[ ]", "[x]", "[X]")
_ENUMERATOR = re.compile(r"(?:\d{1,3}|[A-Za-z])[.)]\s++\S")
_TERMINALS = (".", "!", "?")
_OPENERS = "([{<>\"'“‘«/,;-+*" + INVISIBLE
_LONGEST_ABBREVIATION = 12
_LONGEST_NUMBER = 3  # of a list item
_WIDEST_GAP = 2  # between a sentence and the number of an item behind it
_LONGEST_ITEM = 200  # of a list within a line
_FURTHEST = 80  # how far to look for the character after an ending
_FIELD_WIDTH = 40  # a colon this early in a line makes it a field
_NARROWEST_WRAP, _NARROWEST_FLOWING, _WIDEST_WRAP = 50, 20, 132


def sentence_starts(text: str, lines: list[str]) -> list[int]:
    """Where sentences start, in characters; `lines` are the text's lines with their ends. May hold a place twice."""
    starts = _lines_that_begin(lines)
    begun = set(starts)
    item = at = 0  # the number of the list item we are in, and where it began
    ended = -_WIDEST_GAP - 1  # where the last sentence ended within a line
    for ending in _ENDING.finditer(text):
        mark, end = ending.span()
        if end + 1 in begun:
            continue
        word = _word_before(text, mark)
        start = mark - len(word)
        is_number = len(word) <= _LONGEST_NUMBER and word.isdecimal()
        if is_number and (start in begun or _opens_item(text, start, ended)):
            item, at = int(word), start
        elif is_number and item and int(word) == item + 1 and _is_next_item(text, at, start, end):
            starts.append(start)
            item, at = item + 1, start
        elif _is_end(text, mark, end, word):
            starts.append(end)
            ended = end
    return starts


def _word_before(text: str, end: int) -> str:
    """The word that ends here, if one does, cut to the length of the longest abbreviation."""
    if not text[end - 1 : end].isalnum():
        return ""
    near = text[end - _LONGEST_ABBREVIATION if end > _LONGEST_ABBREVIATION else 0 : end]
    return near.rsplit(None, 1)[-1].rpartition(">")[2].lstrip(_OPENERS)  # <p>Dr.


def _opens_item(text: str, start: int, ended: int) -> bool:
    """Whether a number begins a sentence within a line; the one before ended at `ended`: Plan: 1. Rest"""
    return text[start - 2 : start] == ": " or (start - ended <= _WIDEST_GAP and text[ended + 1 : start] in ("", " "))


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
        unindented = line.lstrip()
        if unindented and not (before and _runs_on(before, unindented, width)):
            starts.append(at + len(line) - len(unindented))
        before = line.rstrip()
        at += len(line)
    return starts


def _runs_on(before: str, words: str, width: float) -> bool:
    """Whether a line goes on with the sentence of the line before it."""
    last = before[-1]
    if last in ":!?" or words[0] in _BULLETS or words.startswith(_BOXES):
        return False
    if last == "." and before.rsplit(None, 1)[-1][:-1].lower() in _abbreviations()[0]:
        return True  # seen by Dr.
    if len(before) > _WIDEST_WRAP:
        return False  # a paragraph in one line
    first_word = words[:_WIDEST_WRAP].split(None, 1)[0]
    full = len(before) + 1 + len(first_word) > 0.9 * width
    small = words[0].islower()
    if full and small:
        return True
    if not full and not (small and len(before) > 0.5 * width):
        return False
    return not (_ENUMERATOR.match(words) or _is_field(words))


def _is_field(words: str) -> bool:
    colon = words.find(":", 1, _FIELD_WIDTH)
    return colon > 0 and not words[colon - 1].isdigit()


def _wrap_width(lines: list[str]) -> float:
    """The column at which the text seems wrapped; unreachable where it doesn't.

    Narrow columns count only where many lines begin in lower case, for lists have narrow lines too.
    """
    lengths = [length for length in map(len, lines) if _NARROWEST_WRAP <= length <= _WIDEST_WRAP]
    if not lengths and sum(line[:1].islower() for line in lines) > max(1, 0.4 * len(lines)):
        lengths = [length for length in map(len, lines) if length >= _NARROWEST_FLOWING]
    return sorted(lengths)[int(0.95 * (len(lengths) - 1))] - 1 if lengths else float("inf")


def _is_end(text: str, mark: int, end: int, word: str) -> bool:
    """Whether the full stop, exclamation or question mark at `mark` ends a sentence; `word` stands before it."""
    is_stop = text[mark] == "."
    if is_stop and word:
        return _is_ordinary(word) or _ends_sentence(word, _following(text, end))
    before = text[mark - 1 : mark]
    if before in _TERMINALS or (end > mark + 1 and not is_stop):
        return _following(text, end).isupper()
    return is_stop or not before.isspace()  # a full stop behind a bracket; "for ?TEE" asks, but doesn't end


def _following(text: str, end: int) -> str:
    """The character that the next word begins with."""
    following = text[end + 1 : end + 2]
    return text[end : end + _FURTHEST].lstrip()[:1] if following.isspace() else following


def _is_ordinary(word: str) -> bool:
    """Whether a full stop after `word` ends a sentence whatever follows."""
    return len(word) > 2 and "." not in word and word.lower() not in _all_abbreviations()


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
    return word.lower() in _all_abbreviations() or "." in word or (len(word) == 1 and word.isupper())


@functools.cache
def _all_abbreviations() -> frozenset[str]:
    return frozenset().union(*_abbreviations())


@functools.cache
def _abbreviations() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Abbreviations that stand before names and numbers, before numbers, and mostly inside sentences."""
    lists = load_toml("layout/abbreviations.toml")
    never, numbers, seldom = (
        frozenset(lists[name].split()) for name in ("before_names_and_numbers", "before_numbers", "mostly_inside")
    )
    return never, numbers, seldom
