"""Names and other words that were sent, written again in another form: case, ending, order, initials, marks around."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from incognote.roundtrip.forms import COMMA, Form, forms, joint
from incognote.roundtrip.looking import Found, Look
from incognote.roundtrip.memory import Pair
from incognote.roundtrip.words import WORD, cut_behind, may_become, plain, recased, stems

_NO_WORD = re.compile(r"(?:(?![\u0300-\u036f])[\W_])*")
_SHORT = 3
"""Up to so many letters a word must be written as it was sent, or with a capital: `ED` is no `Ed`."""


@dataclass(repr=False, slots=True)
class _Node:
    next: dict[str, _Node] = field(default_factory=dict)
    form: Form | None = None


@dataclass(frozen=True, repr=False, slots=True)
class _Written:
    """A word of an answer: where it is, and how much of it is a word that was sent, without its ending."""

    start: int
    stem_end: int
    end: int


class Phrases:
    """Finds the forms of what was sent, word by word.

    `is_plain_text` says which plain words an answer may hold on its own; they count in longer forms only.
    """

    def __init__(self, pairs: Iterable[Pair], is_plain_text: Callable[[str], bool]) -> None:
        self._is_plain_text = is_plain_text
        self._root = _Node()
        for path, form in forms(pairs, is_plain_text).items():
            node = self._root
            for word in path:
                node = node.next.setdefault(word, _Node())
            node.form = form

    def __call__(self, text: str, start: int, final: bool) -> Look:
        found: Found | None = None
        node: _Node | None = self._root
        words: list[_Written] = []
        at = start
        while node and (run := WORD.match(text, at)):
            if run.end() == len(text) and not final:
                begun = plain(run[0])
                return Look(found, any(may_become(begun, word) for word in node.next))
            node, stem_end = self._step(node, run)
            words.append(_Written(at, stem_end, run.end()))
            if node is None:
                break
            if node.form and (new := _written(text, words, node.form)) is not None:
                found = Found(run.end(), new, node.form.pairs)
            at = _end_of_gap(text, run.end())
            joined = joint(text[run.end() : at], run[0]) if node.next else None
            if joined is None:
                break
            if at == len(text):
                return Look(found, not final)
            node = node.next.get(COMMA) if joined else node
        return Look(found)

    def _step(self, node: _Node, run: re.Match[str]) -> tuple[_Node | None, int]:
        """Where a word leads, and where its ending begins."""
        word = plain(run[0])
        if word in node.next:
            return node.next[word], run.end()
        if not self._is_plain_text(word):
            for stem in stems(word):
                if stem in node.next:
                    return node.next[stem], run.start() + cut_behind(run[0], stem)
        return None, run.end()


def _end_of_gap(text: str, end: int) -> int:
    match = _NO_WORD.match(text, end)
    return match.end() if match else end


def _written(text: str, words: Sequence[_Written], form: Form) -> str | None:
    """The original in the form that the answer gave it; None if it is rather something else."""
    stems_of = [text[word.start : word.stem_end] for word in words]
    if not _is_likely_case(stems_of, form.sent):
        return None
    if len(form.original) != len(words):
        return _as_a_whole(text, words, form)
    made, read = "", words[0].start
    for word, stem, sent, original in zip(words, stems_of, form.sent, form.original, strict=True):
        made += text[read : word.start] + recased(stem, sent, original) + text[word.stem_end : word.end]
        read = word.end
    return made


def _is_likely_case(written: Sequence[str], sent: Sequence[str]) -> bool:
    """Whether short words are written as they were sent or with a capital, unless a whole name is in one case."""
    if len(written) > 1 and (all(map(str.isupper, written)) or all(map(str.islower, written))):
        return True
    pairs = zip(written, sent, strict=True)
    return all(len(word) > _SHORT or word in (new, new.capitalize()) for word, new in pairs)


def _as_a_whole(text: str, words: Sequence[_Written], form: Form) -> str | None:
    """One text for all words, where only blanks are between them."""
    first, last = words[0], words[-1]
    between = text[first.start : last.end]
    if WORD.sub("", between).strip(" \t\r\n,.") or any(word.stem_end < word.end for word in words[:-1]):
        return None
    written = text[first.start : last.stem_end]
    made = form.original[0].upper() if written.isupper() and not form.sent[0].isupper() else form.original[0]
    return made + text[last.stem_end : last.end]
