"""Which format a path holds, told by its content."""

from __future__ import annotations

from pathlib import Path

from incognote.errors import DamagedInputError
from incognote.formats.conll import cells_of, is_tagged
from incognote.formats.files import read_bytes, visible_files
from incognote.formats.xml import events

SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".text": "physionet",
    ".conll": "conll",
    ".annotated": "conll",
}
"""Formats that a file's suffix tells."""

_TAG = "<PHI "
_LOOK, _LINES = 10_000, 20  # how many characters and lines tell columns from text
_RECORD = "START_OF_RECORD="
_PHYSIONET_LOCATIONS = (".phi", ".deid", "-phi.phrase")


def detect(path: Path, encoding: str = "utf-8") -> str:
    """The name of the format of a file or folder."""
    if path.is_file():
        return _of_file(path, encoding)
    files = visible_files(path)
    found = {SUFFIXES[file.suffix.lower()] for file in files if file.suffix.lower() in SUFFIXES}
    found |= _of_xmls([file for file in files if file.suffix.lower() == ".xml"])
    texts = [file for file in files if file.suffix.lower() == ".txt"]
    if any(file.suffix.lower() == ".ann" for file in files):
        found.add("brat")
    elif texts:
        kinds = {_of_text(file, encoding) for file in texts}
        for kind, suffix in (("physionet", ".text"), ("conll", ".conll")):
            if kind in kinds:
                raise DamagedInputError(
                    path, f"it holds .txt files of the format {kind}", f"rename them to {suffix}, or give one file"
                )
        found |= kinds - {"text"} or {"text"}
    if len(found) == 1:
        return found.pop()
    if found:
        problem = f"it holds several formats ({', '.join(sorted(found))})"
        raise DamagedInputError(path, problem, "name one with --format")
    if not files:
        raise DamagedInputError(path, "it holds no files", "check the path")
    raise DamagedInputError(path, "it holds no notes in a format we know", "name the format with --format")


def _of_file(file: Path, encoding: str) -> str:
    suffix = file.suffix.lower()
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    if suffix == ".ann" or (suffix == ".txt" and file.with_suffix(".ann").exists()):
        return "brat"
    if file.name.endswith(_PHYSIONET_LOCATIONS):
        return "physionet"
    if suffix == ".xml" or read_bytes(file).startswith(b"<?xml"):
        return _of_xml(file)
    return _of_text(file, encoding)


def _of_text(file: Path, encoding: str) -> str:
    content = read_bytes(file).decode(encoding, "replace").lstrip("\ufeff \t\r\n")
    if content.startswith(_RECORD):
        return "physionet"
    if content.startswith("{") and file.suffix.lower() != ".txt":
        return "jsonl"
    if _is_conll(content):
        return "conll"
    return "inline" if _TAG in content else "text"


def _is_conll(content: str) -> bool:
    """Whether all of the first lines are a word with its tag."""
    lines = [cells for line in content[:_LOOK].splitlines(keepends=True)[:_LINES] if (cells := cells_of(line))]
    return len(lines) > 1 and all(map(is_tagged, lines))


def _of_xmls(files: list[Path]) -> set[str]:
    """The formats of XML files; broken ones among good ones are for the reader to report."""
    found: set[str] = set()
    problem: DamagedInputError | None = None
    for file in files:
        try:
            found.add(_of_xml(file))
        except DamagedInputError as error:
            problem = problem or error
    if problem and not found:
        raise problem
    return found


def _of_xml(file: Path) -> str:
    for event in events(file):
        if event.kind == "start" and event.value in ("RECORD", "TEXT"):
            return "i2b2-2006" if event.value == "RECORD" else "i2b2-2014"
    raise DamagedInputError(file, "it is XML, but neither of i2b2 2006 nor of 2014", "name its format with --format")
