"""The forms in which an answer may write a name that was sent, each a path of plain words, and what each stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from incognote.labels import main_category
from incognote.roundtrip.memory import Pair
from incognote.roundtrip.words import WORD, plain

COMMA = ","
"""In a path: a comma between two words, as in `Nowak, Jan`."""

Path: TypeAlias = tuple[str, ...]

_IN_WORDS = ("NAME", "LOCATION", "PROFESSION", "AGE", "DATE", "OTHER")
_SHORTEST = 2
_AN_INITIAL = 1


@dataclass(frozen=True, repr=False, slots=True)
class Form:
    """The words of a form as they were sent and as they were; one text for all where the numbers of words differ.

    `pairs` are the sent texts that have this form.
    """

    sent: tuple[str, ...]
    original: tuple[str, ...]
    pairs: frozenset[str]

    def says_the_same(self, other: Form) -> bool:
        return tuple(map(plain, self.original)) == tuple(map(plain, other.original))

    def joined(self, other: Form) -> Form:
        """The form that shows its case better, for the pairs of both."""
        best = other if all(word.isupper() or word.islower() for word in self.original) else self
        return Form(best.sent, best.original, self.pairs | other.pairs)


def forms(pairs: Iterable[Pair], is_plain_text: Callable[[str], bool]) -> dict[Path, Form]:
    """All forms by their paths, but those that stand for two things, and lone words that may be no names at all."""
    found: dict[Path, Form | None] = {}
    for pair in pairs:
        for path, form in _forms_of(pair):
            if len(path) == 1 and (is_plain_text(path[0]) or not form.sent[0].isalpha()):
                continue
            known = found.get(path, form)
            found[path] = known.joined(form) if known and known.says_the_same(form) else None
    return {path: form for path, form in found.items() if form}


def _forms_of(pair: Pair) -> Iterator[tuple[Path, Form]]:
    category = main_category(pair.label)
    sent = [match[0] for match in WORD.finditer(pair.sent)]
    old = [match[0] for match in WORD.finditer(pair.original)]
    if category not in _IN_WORDS or not any(word.isalpha() for word in sent) or not _is_joined_by_gaps(pair.sent):
        return
    whole = tuple(old) if len(old) == len(sent) else (" ".join(pair.original.split()),)
    of_pair = frozenset((pair.sent,))
    yield _path(pair.sent), Form(tuple(sent), whole, of_pair)
    if len(old) != len(sent) or not _has_parts(pair, category):
        return
    for new, was in zip(sent, old, strict=True):
        if len(new) >= _SHORTEST and new.isalpha() and plain(new) != plain(was):
            yield (plain(new),), Form((new,), (was,), of_pair)
    if category == "NAME" and len(sent) > 1:
        pick = _given_first(pair.sent, len(sent))
        yield from _name_forms([sent[i] for i in pick], [old[i] for i in pick], of_pair)


def _has_parts(pair: Pair, category: str) -> bool:
    """Whether a word of it may stand for the whole: Nowak, Larkmead; but half an address would be half invented."""
    return category == "NAME" or (
        category == "LOCATION" and pair.label != "STREET" and not any(map(str.isdecimal, pair.sent))
    )


def _path(text: str) -> Path:
    """The plain words of a text, with its commas."""
    matches = list(WORD.finditer(text))
    path = [plain(matches[0][0])]
    for before, match in pairwise(matches):
        path += [COMMA] if COMMA in text[before.end() : match.start()] else []
        path.append(plain(match[0]))
    return tuple(path)


def _is_joined_by_gaps(text: str) -> bool:
    """Whether a text is words, and between them what may stand between the words of a name."""
    matches = list(WORD.finditer(text))
    if not matches or matches[0].start() or matches[-1].end() not in (len(text), len(text.rstrip("."))):
        return False
    return all(joint(text[one.end() : two.start()], one[0]) is not None for one, two in pairwise(matches))


def _given_first(text: str, words: int) -> list[int]:
    """The places of a name's words in their usual order: in `Nowak, Jan B` the family name comes first."""
    before, comma, _ = text.partition(COMMA)
    family = len(WORD.findall(before)) if comma else 0
    return [*range(family, words), *range(family)]


def _name_forms(sent: Sequence[str], old: Sequence[str], pairs: frozenset[str]) -> Iterator[tuple[Path, Form]]:
    """A full name, given names first: whole, without its middle, with initials, and with the family name first."""
    last = len(sent) - 1
    for picked in {tuple(range(last)), (0,)}:
        for initials in (False, True):
            given = [_short(sent[i], initials) for i in picked]
            was = [_short(old[i], initials) for i in picked]
            path = tuple(map(plain, given))
            family = plain(sent[last])
            yield (*path, family), Form((*given, sent[last]), (*was, old[last]), pairs)
            yield (family, COMMA, *path), Form((sent[last], *given), (old[last], *was), pairs)


def _short(word: str, initial: bool) -> str:
    return word[:_AN_INITIAL] if initial else word


_LONGEST_GAP = 12
_BETWEEN = frozenset(" \t\r\n\u00a0*_~`'’‘ʼ-‐‑–.,")
_LONGEST_ABBREVIATION = 3


def joint(gap: str, word: str) -> str | None:
    """What stands between a word of a name and the next: a comma, nothing that counts, or what parts them (None).

    Blanks, one line break, hyphens, apostrophes and the marks of Markdown join; a full stop does behind a short word.
    """
    if len(gap) > _LONGEST_GAP or not _BETWEEN.issuperset(gap) or gap.count("\n") > 1 or gap.count(COMMA) > 1:
        return None
    if "." in gap[1:] or (gap[:1] == "." and len(word) > _LONGEST_ABBREVIATION):
        return None
    return COMMA if COMMA in gap else ""
