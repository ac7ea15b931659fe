"""Files of notes: finding them, naming notes after them, reading them, and writing them all or not at all."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath

from incognote.errors import CannotHoldError, DamagedInputError, OutputError

ALIGNMENT = ".alignment.jsonl"
"""The ending of files that say where what was replaced lies. They hold no notes, so they are never read as such."""

_LONGEST_NAME = 240  # bytes; file systems allow 255, suffixes need some
_BYTE_ORDER_MARK = "\ufeff"
_LINE = re.compile(r"[^\n]*\n|[^\n]+")

_KIND = re.compile(
    r"\.(?:ann|csv|dcm|deid|docx?|eml|gz|html?|info|jpe?g|json|jsonl|log|md|msg|ndjson|odt|pdf|phi|phrase|png|res|rtf|text|"
    r"tiff?|toml|tsv|txt|xlsx?|xml|zip)"
)
"""Suffixes that are shown. Others may be part of a name: `letter.osei`."""

_OTHER_KIND = "of another kind"


def note_files(path: Path, suffixes: Sequence[str]) -> list[Path]:
    """The file itself, or the files with these suffixes below a folder, by path; of files with one stem, the first."""
    if path.is_file():
        return [path]
    fitting = [file for file in visible_files(path) if file.suffix.lower() in suffixes]
    if len(suffixes) == 1:
        return fitting
    return list({file.with_suffix(""): file for file in reversed(fitting)}.values())[::-1]


def visible_files(folder: Path) -> list[Path]:
    """All files below a folder but hidden ones and alignments, by path. Links are followed, but not in circles.

    A link to nothing is a file that can't be read.
    """
    if not folder.exists():
        raise DamagedInputError(folder, "there is no such file or folder", "check the path")
    found: list[Path] = []
    seen = {folder.resolve()}
    for at, folders, names in os.walk(folder, onerror=_refuse_folder, followlinks=True):
        fresh = [name for name in folders if not name.startswith(".") and Path(at, name).resolve() not in seen]
        seen.update(Path(at, name).resolve() for name in fresh)
        folders[:] = fresh
        names = [name for name in names if not name.startswith(".") and not name.endswith(ALIGNMENT)]
        found += [file for name in names if (file := Path(at, name)).is_file() or file.is_symlink()]
    return sorted(found, key=lambda file: file.relative_to(folder).parts)


def kinds(files: Iterable[str]) -> Counter[str]:
    """How many files have each suffix, by their names or paths."""
    suffixes = (PurePath(file).suffix.lower() for file in files)
    return Counter(suffix if _KIND.fullmatch(suffix) else _OTHER_KIND for suffix in suffixes)


def _refuse_folder(error: OSError) -> None:
    raise unreadable(Path(error.filename), error)


def unreadable(path: Path, error: OSError) -> DamagedInputError:
    return DamagedInputError(path, f"it cannot be opened ({error.strerror})", "check the path and its permissions")


def note_id(file: Path, root: Path) -> str:
    """A note's id: its path below the folder that was given, without the suffix."""
    below = Path(file.name) if file == root else file.relative_to(root)
    return below.with_suffix("").as_posix()


def note_path(folder: Path, doc_id: str, suffix: str, format_name: str) -> Path:
    """Where a note with this id goes; refuses ids that would leave the folder or couldn't be read again."""
    parts = doc_id.split("/")
    if any(_unfit(part) for part in parts):
        remedy = "choose a format with all notes in one file, such as jsonl"
        raise CannotHoldError(doc_id, format_name, "its id cannot be a file name", remedy)
    return folder.joinpath(*parts[:-1], parts[-1] + suffix)


def _unfit(part: str) -> bool:
    if part.startswith(".") or not part or len(part.encode("utf-8", "surrogatepass")) > _LONGEST_NAME:
        return True
    return "\\" in part or not part.isprintable()


def read_text(path: Path, encoding: str) -> str:
    """A file's characters, exactly: line ends and a byte-order mark as they are."""
    return decode(read_bytes(path), path, encoding)


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def decode(raw: bytes, path: Path, encoding: str, first_line: int = 1) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeError as error:
        line = first_line + raw.count(b"\n", 0, getattr(error, "start", 0))
        remedy = "convert it, or name its encoding with --encoding"
        raise DamagedInputError(path, f"it is not {encoding} text", remedy, line) from None


def encode(text: str, doc_id: str, format_name: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        problem = "its text has half a surrogate pair, which is no character"
        raise CannotHoldError(doc_id, format_name, problem, "mend the text") from None


def lines_of(
    path: Path, encoding: str, damage: Callable[[DamagedInputError], None] | None = None
) -> Iterator[tuple[int, str]]:
    """Numbered lines with their ends, one at a time; a byte-order mark is dropped.

    A line that isn't text is an error, or is handed to `damage` and left out.
    """
    splits_bytes = "\n".encode(encoding) == b"\n"
    lines = _decoded_lines(path, encoding, damage) if splits_bytes else _split_lines(path, encoding)
    for number, line in lines:
        yield number, line.removeprefix(_BYTE_ORDER_MARK) if number == 1 else line


def _split_lines(path: Path, encoding: str) -> Iterator[tuple[int, str]]:
    return enumerate(_LINE.findall(read_text(path, encoding)), 1)


def _decoded_lines(
    path: Path, encoding: str, damage: Callable[[DamagedInputError], None] | None
) -> Iterator[tuple[int, str]]:
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, 1):
                try:
                    line = decode(raw, path, encoding, number)
                except DamagedInputError as error:
                    if damage is None:
                        raise
                    damage(error)
                else:
                    yield number, line
    except OSError as error:
        raise unreadable(path, error) from None


@contextmanager
def new_files(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Stand-ins beside `paths`, put in their place when all is written and removed when anything fails."""
    for path in paths:
        require_new(path)
    stand_ins = [_stand_in(path) for path in paths]
    placed: list[Path] = []
    try:
        yield stand_ins
        for stand_in, path in zip(stand_ins, paths, strict=True):
            _place(stand_in, path)
            placed.append(path)
    except FileExistsError:
        _remove(placed)
        raise OutputError("something else was written there meanwhile; choose another place") from None
    except OSError as error:
        _remove(placed)
        raise _unwritable(paths[0], error) from None
    finally:
        _remove(stand_ins)


def _stand_in(path: Path) -> Path:
    """A name beside a path that no other run uses."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")


def _place(stand_in: Path, path: Path) -> None:
    """Give a finished file or folder its name, unless that is taken."""
    if stand_in.is_dir():
        stand_in.rename(path)  # refuses a file or a folder with anything in it
        return
    try:
        os.link(stand_in, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        require_new(path)
        stand_in.rename(path)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A stand-in for a folder that doesn't exist or is empty; an empty one stays, with its permissions."""
    path = path.absolute()
    there = path.is_dir() and not any(path.iterdir())
    if not there:
        with new_files([path]) as (stand_in,):
            stand_in.mkdir()
            yield stand_in
        return
    stand_in = _stand_in(path / "notes")
    try:
        stand_in.mkdir()
        yield stand_in
        for file in list(stand_in.iterdir()):
            file.rename(path / file.name)
    except OSError as error:
        raise _unwritable(path, error) from None
    finally:
        _remove([stand_in])


def require_new(path: Path) -> None:
    """Refuse to write where something is, or where nothing can be."""
    try:
        exists, has_folder = os.path.lexists(path), path.absolute().parent.is_dir()
    except OSError as error:
        raise _unwritable(path, error) from None
    if exists:
        raise OutputError(f"{path} exists already; remove it or choose another place")
    if not has_folder:
        raise OutputError(f"the folder {path.parent} does not exist; create it first")


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(f"{path} cannot be written ({error.strerror}); nothing was left there")


def _remove(paths: Sequence[Path]) -> None:
    for path in filter(os.path.lexists, paths):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
