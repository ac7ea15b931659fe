"""Finding names: words of a name that stand together, and words that are a name alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from incognote.known.names import NameWords, Role, initials_of
from incognote.known.note import CAPITALS, LOWER, TITLE, Note, Word
from incognote.known.people import Name
from incognote.known.words import word_list
from incognote.types import Span

_SLIP_SCORE = 0.8
_MOST_INITIALS = 3
_SHORT = 2  # letters
_WITHOUT_MARKS = frozenset({""})
_ALONE = {Role.GIVEN, Role.FAMILY, Role.NICKNAME}


@dataclass(frozen=True, slots=True)
class Hit:
    """A token that may be a name: the name's word, and whether the token has a slip of the pen."""

    word: str
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Hits that stand together and belong to these people."""

    at: tuple[int, ...]
    people: frozenset[int]


class NameFinder:
    """Finds the names of people.

    A patient's names count alone. `only_families` is for long lists, where a first name alone says nothing: there a
    family name must be no common word, or stand behind a title or by a first name or initial of the same person.
    """

    def __init__(self, names: Iterable[tuple[Name, str]], label: str, only_families: bool = False) -> None:
        names = list(names)
        self.words = NameWords((name for name, _ in names), with_nicknames=not only_families)
        self.starts = self.words.parts.keys()
        self._sources = [source for _, source in names]
        self._label = label
        self._only_families = only_families

    def find(self, note: Note, at: list[int], slips: Mapping[int, str]) -> Iterator[Span]:
        """Names among the tokens `at`, whose words are in `starts`, and `slips`, places with the words meant there."""
        hits = {place: Hit(note.key(place)) for place in at}
        hits.update({place: Hit(word, slip=True) for place, word in slips.items()})
        groups = list(self._groups(note, hits))
        in_full = frozenset().union(*(self._in_full(group, hits) for group in groups))
        for group in groups:
            first, last, people = self._with_initials(note, group)
            has_initials = (first, last) != (group.at[0], group.at[-1])
            if self._is_name(note, group, hits, has_initials) or self._is_named_before(note, group, hits, in_full):
                last = _with_suffix(note, last)
                score = _SLIP_SCORE if any(hits[place].slip for place in group.at) else 1.0
                source = self._sources[min(people)]
                yield note.span(first, last, self._label, source, score)

    def _groups(self, note: Note, hits: Mapping[int, Hit]) -> Iterator[Group]:
        done = -1
        for first in sorted(hits):
            if first <= done:
                continue
            places, people = [first], self.words.people(hits[first].word)
            while (place := self._next(note, places, people, hits)) is not None:
                people &= self.words.people(hits[place].word)
                places.append(place)
            done = places[-1]
            yield Group(tuple(places), people)

    def _next(self, note: Note, places: list[int], people: frozenset[int], hits: Mapping[int, Hit]) -> int | None:
        """The next word of the same name, unless the name begins once more."""
        following = note.following(places[-1])
        if following is None:
            return None
        if following not in hits or not people & self.words.people(hits[following].word):
            return self._beyond_middle_name(note, places[-1], people, hits)
        word = hits[following].word
        is_again = self._roles(word, people) & _ALONE and any(hits[place].word == word for place in places)
        return None if is_again else following

    def _beyond_middle_name(self, note: Note, at: int, people: frozenset[int], hits: Mapping[int, Hit]) -> int | None:
        """The word of the same name behind one that is unknown but looks like a name or an initial."""
        middle = note.following(at, _WITHOUT_MARKS)
        beyond = note.following(middle, _WITHOUT_MARKS) if middle is not None else None
        if middle is None or beyond is None or beyond not in hits:
            return None
        word = note.word(middle)
        if word.key in word_list("titles") or not (word.case in (TITLE, CAPITALS) or len(word.key) == 1):
            return None
        shared = people & self.words.people(hits[beyond].word)
        return beyond if shared and self._differ(hits[at].word, hits[beyond].word, shared) else None

    def _differ(self, one: str, other: str, people: frozenset[int]) -> bool:
        """Whether two words can be different parts of one person's name."""
        return len(self._roles(one, people) | self._roles(other, people)) > 1

    def _roles(self, word: str, people: frozenset[int]) -> set[Role]:
        return {part.role for part in self.words.parts[word] if part.person in people}

    def _with_initials(self, note: Note, group: Group) -> tuple[int, int, frozenset[int]]:
        """The first and last token, initials of the same people included."""
        first, last, people = group.at[0], group.at[-1], group.people
        for _ in range(_MOST_INITIALS):
            before = note.preceding(first)
            if before is None or not (fitting := self._with_initial(note, before, people)):
                break
            first, people = before, fitting
        for _ in range(_MOST_INITIALS):
            behind = note.following(last)
            if behind is None or not (fitting := self._with_initial(note, behind, people)):
                break
            last, people = behind, fitting
        return first, last, people

    def _with_initial(self, note: Note, at: int, people: frozenset[int]) -> frozenset[int]:
        """The people whose initials the token may be: `J`, or `JQ` in one."""
        word = note.word(at)
        if not (word.case == TITLE and len(word.key) == 1) and not (word.case == CAPITALS and len(word.key) == _SHORT):
            return frozenset()
        return frozenset(person for person in people if self.words.initials[person].issuperset(word.key))

    def _is_name(self, note: Note, group: Group, hits: Mapping[int, Hit], has_initials: bool) -> bool:
        if any(self._alone(note, place, hits[place], group.people) for place in group.at):
            return True
        if not self._only_families and self._in_full(group, hits):
            return True
        if all(_is_plain(note.word(place)) for place in group.at):
            return False
        if has_initials and any(self._roles(hits[place].word, group.people) & _ALONE for place in group.at):
            return True
        first = hits[group.at[0]].word
        return any(self._differ(first, hits[place].word, group.people) for place in group.at[1:])

    def _in_full(self, group: Group, hits: Mapping[int, Hit]) -> frozenset[int]:
        """The people of whose names both a given and a family name are here."""
        people: set[int] = set()
        for one, other in permutations((hits[place].word for place in group.at), 2):
            given = {part.person for part in self.words.parts[one] if part.role in (Role.GIVEN, Role.NICKNAME)}
            people |= given & {part.person for part in self.words.parts[other] if part.role is Role.FAMILY}
        return group.people & people

    def _is_named_before(self, note: Note, group: Group, hits: Mapping[int, Hit], in_full: frozenset[int]) -> bool:
        """Whether it is the family name of a patient who is named in full, in a note where case tells no names."""
        people = group.people & in_full
        if self._only_families or not people or not note.case_says_nothing:
            return False
        words = (hits[place].word for place in group.at)
        return any(len(word) > _SHORT and Role.FAMILY in self._roles(word, people) for word in words)

    def _alone(self, note: Note, at: int, hit: Hit, people: frozenset[int]) -> bool:
        """Whether a token is a name whatever stands beside it."""
        roles = self._roles(hit.word, people)
        if not roles & ({Role.FAMILY} if self._only_families else _ALONE):
            return False
        if note.has_title(at):
            return True
        word = note.word(at)
        if self._only_families:
            return not (hit.slip or word.is_word or word.case == LOWER) and len(word.key) > _SHORT
        if hit.slip or hit.word in self.words.accented:
            return True
        if roles <= {Role.NICKNAME, Role.HEAD, Role.TAIL} or len(word.key) <= _SHORT:
            is_abbreviation = word.case == CAPITALS and len(word.key) <= _SHORT + 1
            return word.case != LOWER and not is_abbreviation and note.stands_out(at)
        return note.stands_out(at)


def _is_plain(word: Word) -> bool:
    return word.case == LOWER and (word.is_word or len(word.key) == 1)


def _with_suffix(note: Note, last: int) -> int:
    """The last token with `Jr.`, `III` or the like behind it."""
    following = note.following(last)
    if following is None or note.key(following) not in word_list("suffixes") or note.word(following).case == LOWER:
        return last
    return following


class InitialsFinder:
    """Finds a person's initials with dots (J.S., J. Q. S.), or behind a title or a word such as `pt` without.

    Letters that mean something else far more often (M.D., P.O.) need such a word too: otherwise each degree behind a
    doctor's name would be a Mary Davis.
    """

    def __init__(self, names: Iterable[Name], label: str, source: str) -> None:
        self._initials = {letters for name in names for letters in initials_of(name)}
        self.starts = self._initials | {letters[0] for letters in self._initials}
        self._label = label
        self._source = source

    def find(self, note: Note, at: list[int]) -> Iterator[Span]:
        for first in at:
            last, letters = _dotted(note, first)
            dotted = last > first
            if letters not in self._initials or (not dotted and note.word(first).case != CAPITALS):
                continue
            if note.has_title(first) or (dotted and letters not in word_list("not_initials")):
                yield note.span(first, last, self._label, self._source)


def _dotted(note: Note, first: int) -> tuple[int, str]:
    """The last token and the letters of single capitals with dots behind them; else the token alone."""
    letters, last = "", first
    if _is_dotted(note, first) and (before := note.preceding(first)) is not None and _is_dotted(note, before):
        return first, ""  # the middle of something longer
    at: int | None = first
    while at is not None and _is_dotted(note, at):
        letters, last = letters + note.key(at), at
        at = note.following(at)
    return (last, letters) if letters else (first, note.key(first))


def _is_dotted(note: Note, at: int) -> bool:
    is_capital = note.word(at).case == TITLE and len(note.key(at)) == 1
    return is_capital and note.text.startswith(".", note.ends[at])
