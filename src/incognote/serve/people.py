"""Who may ask for what: people, their roles, and the file of their tokens, which holds no token itself."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from incognote.errors import ConfigError, hint
from incognote.formats.files import new_files
from incognote.serve.locks import locked

_PREFIX = "incognote-token-1:"
_BYTES = 32
_LONGEST_NAME = 60
ALONE = "you"
"""Who uses a service that was started without tokens for others."""
_RESERVED = frozenset({"gold", "command line", "engine"})  # who decides or annotates without a token of theirs
_KEYS = {"name", "role", "sha256"}


class Role(IntEnum):
    """Each may do what those before it may."""

    READER = 1
    ANNOTATOR = 2
    ADJUDICATOR = 3
    ADMIN = 4

    @property
    def word(self) -> str:
        return self.name.lower()


ROLES = {role.word: role for role in Role}


@dataclass(frozen=True)
class Person:
    """Someone who has a token."""

    name: str
    role: Role


def role_of(word: str) -> Role:
    if word not in ROLES:
        raise ConfigError(f"no role is called {word!r}; {hint(word, ROLES)}")
    return ROLES[word]


def new_token() -> str:
    """A new token from the system's random numbers."""
    return _PREFIX + secrets.token_urlsafe(_BYTES)


def digest(token: str) -> str:
    """What the file keeps of a token. A token is as random as a key, so that this can't be turned back by guessing."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Tokens:
    """People by the digests of their tokens."""

    def __init__(self, people: Mapping[str, Person]) -> None:
        self._people = dict(people)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self._people)} people)"

    def person(self, token: str) -> Person | None:
        return self._people.get(digest(token))

    def names(self) -> list[str]:
        return sorted(person.name for person in self._people.values())

    def people(self) -> list[Person]:
        return sorted(self._people.values(), key=lambda person: person.name)


class TokenFile(Tokens):
    """The people of a file, which may change while the service runs: a token that is taken back counts no more."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._stamp = _stamp(path)
        super().__init__(read_tokens(path))

    def person(self, token: str) -> Person | None:
        self._look_again()
        return super().person(token)

    def people(self) -> list[Person]:
        self._look_again()
        return super().people()

    def _look_again(self) -> None:
        with self._lock:
            try:
                if (stamp := _stamp(self._path)) != self._stamp:
                    self._people, self._stamp = read_tokens(self._path), stamp
            except (ConfigError, OSError):  # nobody gets in by a file that can't be read
                self._people, self._stamp = {}, (0, 0, 0)


def read_tokens(path: Path) -> dict[str, Person]:
    """The people of a token file: JSON lines with name, role and the token's digest."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise ConfigError(
            f"{path}: the tokens cannot be opened ({error.strerror}); `incognote token new --tokens {path}` makes one"
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: it is not UTF-8 text; make it with: incognote token new") from None
    people: dict[str, Person] = {}
    for number, line in enumerate(lines, 1):
        if line.strip():
            row = _row(line, f"{path}, line {number}")
            people[row["sha256"]] = _person(row, f"{path}, line {number}")
    names = [person.name for person in people.values()]
    if len(set(names)) < len(names):
        raise ConfigError(f"{path}: two tokens have one name; give each person one")
    return people


def write_tokens(path: Path, people: Mapping[str, Person]) -> None:
    """Write the file anew, readable by its owner alone; whoever reads it meanwhile sees the old one or the new one."""
    rows = ({"name": who.name, "role": who.role.word, "sha256": token} for token, who in people.items())
    _write(path, (json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


@contextmanager
def changed_tokens(path: Path) -> Iterator[dict[str, Person]]:
    """The people of a file, or of one that is to be, for a change that is written in the end.

    Nobody else changes the file meanwhile: a token that is taken back just then doesn't come back.
    """
    with locked(path.with_name(f".{path.name}.lock")):
        people = read_tokens(path) if path.exists() else {}
        yield people
        write_tokens(path, people)


def require_name(name: str) -> None:
    """Refuse what can't stand for a person in a log or a report."""
    if (
        not name.strip()
        or name != name.strip()
        or not name.isprintable()
        or len(name) > _LONGEST_NAME
        or {*name} & {*":,"}
    ):
        raise ConfigError(
            f"a name has 1 to {_LONGEST_NAME} printable characters, no colon or comma, no blank at its ends"
        )
    if name.casefold() in _RESERVED:
        raise ConfigError(f"the name {name!r} has a meaning here; choose another")


def require_own_name(name: str) -> None:
    """Refuse also what is a name without a token."""
    require_name(name)
    if name.casefold() == ALONE:
        raise ConfigError(f"{name!r} is who uses a service without tokens for others; choose another name")


def _write(path: Path, lines: Iterable[str]) -> None:
    if not path.exists():
        with new_files([path]) as (stand_in,):
            stand_in.touch(0o600)
            stand_in.write_text("".join(lines), "utf-8")
        return
    stand_in = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    try:
        stand_in.touch(0o600)
        stand_in.write_text("".join(lines), "utf-8")
        stand_in.replace(path)
    finally:
        stand_in.unlink(missing_ok=True)


def _stamp(path: Path) -> tuple[int, int, int]:
    if not path.exists():
        return 0, 0, 0
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def _person(row: Mapping[str, str], place: str) -> Person:
    try:
        require_own_name(row["name"])
    except ConfigError as error:
        raise ConfigError(f"{place}: {error}") from None
    return Person(row["name"], role_of(row["role"]))


def _row(line: str, place: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict) or set(row) != _KEYS or not all(isinstance(value, str) for value in row.values()):
        raise ConfigError(f"{place}: it is no line of a token file; make tokens with: incognote token new")
    return row
