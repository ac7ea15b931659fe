"""Which format a path holds, told by its content."""

from __future__ import annotations

from pathlib import Path

from incognote.errors import DamagedInputError
from incognote.formats.files import read_bytes, visible_files

_HEAD = 1 << 16
_INLINE_TAG = b'<PHI TYPE="'
_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".ann": "brat",
    ".text": "physionet",
}


def detect(path: Path) -> str:
    """The name of the format of a file or folder."""
    if path.is_file():
        return _of_file(path)
    by_suffix: dict[str, list[Path]] = {}
    for file in visible_files(path):
        by_suffix.setdefault(file.suffix.lower(), []).append(file)
    found = {name for suffix, name in _BY_SUFFIX.items() if suffix in by_suffix}
    if ".xml" in by_suffix:
        found.add(_of_xml(by_suffix[".xml"][0]))
    if ".txt" in by_suffix and "brat" not in found:
        tagged = any(_INLINE_TAG in read_bytes(file) for file in by_suffix[".txt"])
        found.add("inline" if tagged else "text")
    if len(found) == 1:
        return found.pop()
    if found:
        raise DamagedInputError(
            path, f"it holds several formats ({', '.join(sorted(found))})", "name one with --format"
        )
    raise DamagedInputError(path, "it holds no notes in a format we know", "name the format with --format")


def _of_file(file: Path) -> str:
    suffix = file.suffix.lower()
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix]
    if file.name.endswith("-phi.phrase") or suffix in (".phi", ".deid"):
        return "physionet"
    content = read_bytes(file)
    head = content[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"START_OF_RECORD="):
        return "physionet"
    if suffix == ".xml" or head.startswith(b"<?xml"):
        return _of_xml(file)
    if head.startswith(b"{") and suffix != ".txt":
        return "jsonl"
    return "inline" if _INLINE_TAG in content else "text"


def _of_xml(file: Path) -> str:
    with file.open("rb") as source:
        return "i2b2-2006" if b"<RECORD" in source.read(_HEAD) else "i2b2-2014"
