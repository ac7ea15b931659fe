"""Files that someone sends, read as notes. They lie in the data folder while they are read, and nowhere else."""

from __future__ import annotations

import binascii
import secrets
import shutil
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import ENAMETOOLONG
from pathlib import Path, PurePosixPath

from pydantic import Field

from incognote import formats
from incognote.config import COLUMN_ROLES
from incognote.containers import reading
from incognote.errors import ConfigError, DamagedInputError, IncognoteError
from incognote.formats.files import kinds
from incognote.serve.shapes import Shape
from incognote.serve.store import Store
from incognote.types import Document
from incognote.wording import number

INCOMING = "incoming-"
"""How the names of folders begin in which such files lie."""


class FileShape(Shape):
    """A file: its path as it was below the folder that was chosen, and its bytes."""

    path: str = Field(max_length=1000, description="Such as `notes/7041.txt`; never absolute, never with `..`.")
    content: str = Field(description="The bytes in base64.")


def read_files(
    store: Store, files: Sequence[FileShape], format: str | None = None, columns: Mapping[str, str] | None = None
) -> tuple[list[Document], list[str]]:
    """The notes of some files, in any format that we read, and what could not be read; an error if there is no note."""
    set_aside: list[IncognoteError] = []
    _require_roles(columns or {})
    with laid_down(store, files) as path:
        folder = path if path.is_dir() else path.parent
        options = formats.Options(columns=columns or {})
        try:
            docs = list(reading.read(path, format, options, set_aside.append))
            passed_over = kinds(reading.passed_over(path, format))
        except DamagedInputError as error:
            raise ConfigError(_below_folder(error, folder)) from None
        problems = [_below_folder(error, folder) for error in set_aside]
        problems += [f"{number(count, 'file')} ({kind}) passed over" for kind, count in sorted(passed_over.items())]
    if not docs:
        raise ConfigError(
            f"there is no note in what was sent; {'; '.join(problems[:3]) or 'name its format or columns'}"
        )
    return docs, problems


def _below_folder(error: IncognoteError, folder: Path) -> str:
    """What is wrong, with the paths that the files had where they came from, and no option of the command line."""
    return str(error).replace(f"{folder}/", "").replace(f"{folder}", "the files").replace("--columns", "columns")


def _require_roles(columns: Mapping[str, str]) -> None:
    if not set(columns) <= set(COLUMN_ROLES):
        raise ConfigError(f"columns are named by what they are: {', '.join(COLUMN_ROLES)}; correct the others")


@contextmanager
def laid_down(store: Store, files: Sequence[FileShape]) -> Iterator[Path]:
    """Files in a folder of their own, which is removed in the end; the path of the one file, or the folder."""
    if not files:
        raise ConfigError("no file was sent; choose one or a folder")
    folder = store.folder / f"{INCOMING}{secrets.token_hex(8)}"
    folder.mkdir(mode=0o700)
    try:
        paths = [folder / _below(file.path) for file in files]
        for path, file in zip(paths, files, strict=True):
            _write(path, _bytes(file.content))
        yield paths[0] if len(paths) == 1 else folder
    finally:
        shutil.rmtree(folder)


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as out:
            out.write(content)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise ConfigError("two of the files have one path, or one lies below the other; give each its own") from None
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise
        raise ConfigError("a file's name has more than 255 bytes; rename the file") from None


def sweep(folder: Path) -> None:
    """Remove what a service that was killed left behind."""
    for left in folder.glob(f"{INCOMING}*"):
        shutil.rmtree(left)


def _below(path: str) -> PurePosixPath:
    """A path below a folder; one that leads out of it is refused."""
    pure = PurePosixPath(path)
    if pure.is_absolute() or not pure.parts or ".." in pure.parts or "\\" in path or not path.isprintable():
        raise ConfigError("a file's path must lead to a place below the folder that was chosen; rename the file")
    return pure


def _bytes(content: str) -> bytes:
    try:
        return b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise ConfigError("a file's content is no base64; encode its bytes") from None
