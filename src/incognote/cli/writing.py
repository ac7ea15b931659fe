"""What commands that write notes share."""

from __future__ import annotations

from pathlib import Path

from incognote import formats
from incognote.errors import ConfigError
from incognote.formats.detect import SUFFIXES

_BY_SUFFIX = {**SUFFIXES, ".xml": "i2b2-2006"}


def target(out: Path, to: str | None, otherwise: str | None = None) -> str:
    """The name of the output's format: the one asked for, or the one that its suffix tells, or else another.

    The suffix must be one that tells the format again.
    """
    name = to or _BY_SUFFIX.get(out.suffix.lower()) or otherwise
    if name is None:
        raise ConfigError("--to is missing, and the suffix of --out doesn't tell the format; name it with --to")
    fmt = formats.get(name)
    if not fmt.is_folder and out.suffix.lower() not in fmt.suffixes:
        raise ConfigError(f"--out must end in {' or '.join(fmt.suffixes)} for the format {name}")
    if fmt.is_folder and out.suffix.lower() in fmt.suffixes:
        raise ConfigError(f"the format {name} is a folder with a file a note; give --out a folder's name")
    return name


def require_outside(path: Path, out: Path) -> None:
    """Refuse an output inside the input."""
    if path.is_dir() and out.absolute().is_relative_to(path.absolute()):
        raise ConfigError("--out lies inside the input, and would be read as notes the next time; choose another place")
