"""Files of notes: finding them, naming notes after them, reading them, and writing them all or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from incognote.errors import CannotHoldError, DamagedInputError, OutputError

_LONGEST_NAME = 240  # bytes; file systems allow 255, suffixes need some


def note_files(path: Path, suffixes: Sequence[str]) -> list[Path]:
    """The file itself, or the files with these suffixes below a folder, by path; of files with one stem, the first."""
    if path.is_file():
        return [path]
    fitting = [file for file in visible_files(path) if file.suffix.lower() in suffixes]
    if len(suffixes) == 1:
        return fitting
    return list({file.with_suffix(""): file for file in reversed(fitting)}.values())[::-1]


def visible_files(folder: Path) -> list[Path]:
    """All files below a folder but hidden ones, in order of their path."""
    if not folder.exists():
        raise DamagedInputError(folder, "there is no such file or folder", "check the path")
    found = []
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(at, name) for name in names if not name.startswith(".")]
    return sorted(found, key=lambda file: file.relative_to(folder).parts)


def note_id(file: Path, root: Path) -> str:
    """A note's id: its path below the folder that was given, without the suffix."""
    below = Path(file.name) if file == root else file.relative_to(root)
    return below.with_suffix("").as_posix()


def note_path(folder: Path, doc_id: str, suffix: str, format_name: str) -> Path:
    """Where a note with this id goes; refuses ids that would leave the folder or couldn't be read again."""
    parts = doc_id.split("/")
    if any(_unfit(part) for part in parts):
        raise CannotHoldError(
            doc_id,
            format_name,
            "its id cannot be a file name",
            "choose a format with the notes in one file, such as jsonl",
        )
    return folder.joinpath(*parts[:-1], parts[-1] + suffix)


def _unfit(part: str) -> bool:
    if part.startswith(".") or not part or len(part.encode("utf-8", "surrogatepass")) > _LONGEST_NAME:
        return True
    return "\\" in part or not part.isprintable()


def read_text(path: Path, encoding: str) -> str:
    """A file's characters, exactly: line ends as they are."""
    return decode(read_bytes(path), path, encoding)


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DamagedInputError(path, f"it cannot be opened ({error.strerror})", "check its permissions") from None


def decode(raw: bytes, path: Path, encoding: str, first_line: int = 1) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = first_line + raw.count(b"\n", 0, error.start)
        raise DamagedInputError(
            path, f"it is not {encoding} text", "convert it, or name its encoding with --encoding", line
        ) from None


def encode(text: str, doc_id: str, format_name: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise CannotHoldError(
            doc_id, format_name, "its text has half a surrogate pair, which is no character", "mend the text"
        ) from None


def lines_of(path: Path, encoding: str) -> Iterator[tuple[int, str]]:
    """Numbered lines with their ends, read one at a time; a byte-order mark is dropped."""
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, 1):
                line = decode(raw, path, encoding, number)
                yield number, line.removeprefix("\ufeff") if number == 1 else line
    except OSError as error:
        raise DamagedInputError(path, f"it cannot be opened ({error.strerror})", "check its permissions") from None


@contextmanager
def staged(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Stand-ins beside `paths`, put in their place when all is written and removed when anything fails."""
    for path in paths:
        if path.exists() and not (path.is_dir() and not any(path.iterdir())):
            raise OutputError(f"{path} exists already; remove it or choose another place")
        if not path.parent.is_dir():
            raise OutputError(f"the folder {path.parent} does not exist; create it first")
    stand_ins = [path.with_name(f".{path.name}.partial") for path in paths]
    _remove(stand_ins)  # of a run that was killed
    try:
        yield stand_ins
        for stand_in, path in zip(stand_ins, paths, strict=True):
            stand_in.replace(path)
    except OSError as error:
        raise OutputError(f"{paths[0]} could not be written ({error.strerror}); nothing was left there") from None
    finally:
        _remove(stand_ins)


def _remove(paths: Sequence[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
