"""What can go wrong, said so that a user knows what to do next. No message quotes a record."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def hint(name: str, known: Iterable[str]) -> str:
    """What to say after a name that doesn't exist: the one that is meant, or those that there are."""
    import difflib

    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(names)}"


def shown(doc_id: str) -> str:
    """An id as messages show it. What is too long or has too many words for an id may be a record in its place."""
    if len(doc_id) > 80 or not doc_id.isprintable() or doc_id.count(" ") > 3:
        return f"<an id of {len(doc_id):,} characters>"
    return repr(doc_id)


class IncognoteError(Exception):
    """Any error this package raises on purpose; its message is safe to show and to log."""


class ConfigError(IncognoteError):
    """A configuration file or an option that cannot be understood."""


class UnknownNameError(IncognoteError):
    """A format, label set or other named part that does not exist."""


class FaultError(IncognoteError):
    """A fault of the program, told without its message, which might quote a record."""


class SpanError(IncognoteError):
    """A span that does not fit its text."""


class DamagedInputError(IncognoteError):
    """Input that cannot be read as what it claims to be."""

    def __init__(self, path: Path, problem: str, remedy: str, line: int | None = None) -> None:
        super().__init__(path, problem, remedy, line)
        self.path = path
        self.problem = problem
        self.remedy = remedy
        self.line = line

    def and_no_further(self) -> DamagedInputError:
        """The same error, where the rest of the file can't be read either."""
        return DamagedInputError(self.path, f"{self.problem}, and nothing behind it was read", self.remedy, self.line)

    def __str__(self) -> str:
        place = f"{self.path}, line {self.line}" if self.line else f"{self.path}"
        return f"{place}: {self.problem}; {self.remedy}"


class CannotHoldError(IncognoteError):
    """A document that an output format has no way to express."""

    def __init__(self, doc_id: str, format_name: str, problem: str, remedy: str) -> None:
        super().__init__(doc_id, format_name, problem, remedy)
        self.doc_id = doc_id
        self.format_name = format_name
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return f"note {shown(self.doc_id)} does not fit the format {self.format_name}: {self.problem}; {self.remedy}"


class OutputError(IncognoteError):
    """Output that cannot be written where it was asked for."""


class AmbiguousError(IncognoteError):
    """Pseudonyms that couldn't be told from the text around them."""


class VaultError(IncognoteError):
    """A vault that cannot be used, or a note that it cannot give back."""


class MismatchError(IncognoteError):
    """Two annotations that are not of the same notes."""


class DetectionError(IncognoteError):
    """A detector that failed on a note; the note must not be written."""

    def __init__(self, doc_id: str, detector: str, problem: str) -> None:
        super().__init__(doc_id, detector, problem)
        self.doc_id = doc_id
        self.detector = detector
        self.problem = problem

    def __str__(self) -> str:
        return (
            f"note {shown(self.doc_id)}: {self.detector} failed ({self.problem}), so the note was not written; "
            "please report it"
        )
