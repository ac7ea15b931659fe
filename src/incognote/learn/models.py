"""Models are folders: a manifest, arrays, and texts. Nothing in them runs when they are loaded.

`manifest.json` says what the model is: its recipe, its labels, the fingerprint of the notes that it was trained on, its
scores, the versions of what made it, and the checksums of the other files and its own. `notes.npy` tells those notes
again when they come to be measured on. A model holds words of its training notes: where those may not leave the
building, neither may the model.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import platform
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import incognote
from incognote import recipes
from incognote.errors import IncognoteError
from incognote.formats.files import new_folder
from incognote.kinds import TABLE, TEXT, TEXTS, Keys
from incognote.learn.checks import require
from incognote.learn.learner import Learner, State
from incognote.learn.settings import settings_of
from incognote.learn.training import looks_at_syntax, new_learner

if TYPE_CHECKING:
    import numpy.typing as npt

    from incognote.types import Document

    NoteNumbers = npt.NDArray[np.uint64]

KIND, FORMAT = "incognote model", 3
MANIFEST, _ARRAYS, _TEXTS, NOTES = "manifest.json", "weights.npz", "texts.json.gz", "notes.npy"
_FILES = (_ARRAYS, _TEXTS, NOTES)
_OWN_SUM = "checksum"
_PACKAGES = ("numpy", "python-crfsuite", "scikit-learn", "simplemma")
_NOTE_NUMBER = np.dtype("<u8")
_DAMAGE = (  # what parts of a model that are cut, changed or of another kind may cause
    *(OSError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile),
    *(ValueError, KeyError, TypeError, AttributeError, IndexError),
)


class ModelError(IncognoteError):
    """A model that can't be loaded."""


@dataclass(frozen=True, repr=False)
class Manifest:
    """What a model says of itself."""

    name: str
    recipe: Mapping[str, Any]
    labels: list[str]
    scores: Mapping[str, Any] = field(default_factory=dict)
    corpus: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


_FIELDS = Keys(
    {
        "name": TEXT,
        "recipe": TABLE,
        "labels": TEXTS,
        "corpus": TABLE,
        "scores": TABLE,
        "versions": TABLE,
        "files": TABLE,
    }
)


def fingerprint(docs: Iterable[Document]) -> dict[str, Any]:
    """What notes a model was trained on: how many, and a checksum of their ids, texts and spans in order of ids."""
    total, notes, spans = hashlib.sha256(), 0, 0
    for doc in sorted(docs, key=lambda doc: doc.id):
        places = [(span.start, span.end, span.label) for span in doc.spans]
        total.update(json.dumps([doc.id, doc.text, places]).encode())
        notes += 1
        spans += len(places)
    return {"notes": notes, "phi": spans, "sha256": total.hexdigest()}


def seen(engine: str, docs: Iterable[Document]) -> int:
    """How many of some notes an engine was trained on, whatever their ids and annotations."""
    return int(np.isin(note_numbers(docs), trained_on(engine)).sum())


def trained_on(engine: str) -> NoteNumbers:
    """The numbers of the notes that the models of an engine were trained on."""
    engine, _ = recipes.parted(engine)
    named = [part.get("tagger") for part in recipes.load(engine)["detectors"]] if engine in recipes.names() else []
    folders = [folder_of(name) for name in (engine, *filter(None, named))]
    found = [_notes(folder) for folder in folders if folder and (folder / NOTES).exists()]
    return np.unique(np.concatenate([note_numbers([]), *found]))


def versions(recipe: Mapping[str, Any]) -> dict[str, str]:
    """The versions of this package and of what trains a recipe."""
    found = {"incognote": incognote.__version__, "python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    if any(looks_at_syntax(part) for part in recipe["detectors"]):
        from incognote.layout.parsing import parser_version

        found["link-grammar"] = parser_version() or "none"
    return found


def save(folder: Path, manifest: Manifest, learner: Learner, docs: Sequence[Document]) -> None:
    """Write a model, trained on some notes, into a new folder that is its owner's alone, whole or not at all."""
    with new_folder(folder) as made:
        made.chmod(0o700)
        write(made, manifest, learner, docs)


def write(folder: Path, manifest: Manifest, learner: Learner, docs: Sequence[Document]) -> None:
    """Write a model into a folder that is there."""
    state = learner.state()
    _write_arrays(folder / _ARRAYS, state)
    with gzip.GzipFile(folder / _TEXTS, "wb", mtime=0) as out:
        out.write(json.dumps(state.texts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))
    np.save(folder / NOTES, np.unique(note_numbers(docs)))
    write_manifest(folder, manifest, docs, _FILES)


def write_manifest(folder: Path, manifest: Manifest, docs: Sequence[Document], names: Iterable[str]) -> None:
    """Write the manifest of a model that learned from some notes; `names` are those of its files."""
    content = {
        "kind": KIND,
        "format": FORMAT,
        **vars(manifest),
        "corpus": fingerprint(docs),
        "versions": versions(manifest.recipe),
        "files": {name: _checksum(folder / name) for name in names},
    }
    content[_OWN_SUM] = _own_sum(content)
    (folder / MANIFEST).write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")


def manifest_of(folder: Path) -> Manifest:
    """The manifest of a model, checked."""
    try:
        if not (folder / MANIFEST).is_file():
            raise FileNotFoundError(MANIFEST)
        content = json.loads((folder / MANIFEST).read_text("utf-8"))
    except OSError:
        raise ModelError(f"{folder}: this is no model, for it has no {MANIFEST}; `incognote train` makes one") from None
    except (ValueError, RecursionError):
        raise _damaged_manifest(folder) from None
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise ModelError(f"{folder}: this is a model of another program; `incognote train` makes ours")
    if content.get("format") != FORMAT:
        newer = f"{folder}: this model has format {content.get('format')}, and this version reads {FORMAT}"
        raise ModelError(f"{newer}; use the version of incognote that made it, or train it again")
    if content.get(_OWN_SUM) != _own_sum(content) or not content.keys() >= _FIELDS.needed.keys():
        raise _damaged_manifest(folder)
    fields = {name: content[name] for name in _FIELDS.needed}
    _FIELDS.require(f"{folder}: the manifest", fields)
    recipes.require_sound(fields["recipe"], folder)
    return Manifest(**fields)


def load(folder: Path, lean: Mapping[str, float] | None = None) -> tuple[Manifest, Learner]:
    """A model that was saved; it may lean to other labels than its recipe says."""
    manifest = manifest_of(folder)
    settings = settings_of(manifest.recipe)
    if lean:
        settings = {**settings, "lean": {**settings.get("lean", {}), **lean}}
    require_whole(folder, manifest, _FILES)
    try:
        with np.load(folder / _ARRAYS, allow_pickle=False) as arrays:
            stored = {name: arrays[name] for name in arrays.files}
        texts = json.loads(gzip.decompress((folder / _TEXTS).read_bytes()).decode("utf-8", "surrogatepass"))
        return manifest, new_learner(settings).restore(State(stored, texts))
    except _DAMAGE:
        raise _damaged(folder) from None


def require_whole(folder: Path, manifest: Manifest, names: Iterable[str]) -> None:
    """Refuse a model that lacks one of these files, or whose files aren't what they were."""
    try:
        for name in names:
            if _checksum(folder / name) != manifest.files[name]:
                raise ValueError(name)
        _notes(folder)
    except _DAMAGE:
        raise _damaged(folder) from None


def folder_of(engine: str) -> Path | None:
    """Where the model of an engine is, if there is one: in the package for a name of ours, or else a folder."""
    if engine in recipes.names():
        return shipped(engine)
    return Path(engine) if Path(engine).is_dir() else None


def shipped(name: str) -> Path | None:
    """The folder of a model that comes with the package."""
    folder = Path(str(files("incognote.data"))) / "models" / name
    return folder if (folder / MANIFEST).exists() else None


def _damaged(folder: Path) -> ModelError:
    return ModelError(f"{folder}: this model is damaged or incomplete; copy or train it again")


def _damaged_manifest(folder: Path) -> ModelError:
    return ModelError(
        f"{folder}: the {MANIFEST} of this model is damaged or was changed; copy or train the model again"
    )


def _own_sum(content: Mapping[str, Any]) -> str:
    """The checksum of a manifest without itself."""
    rest = {name: value for name, value in content.items() if name != _OWN_SUM}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _notes(folder: Path) -> NoteNumbers:
    numbers: NoteNumbers = np.load(folder / NOTES, allow_pickle=False)
    require(numbers.ndim == 1 and numbers.dtype == _NOTE_NUMBER)
    return numbers


def note_numbers(docs: Iterable[Document]) -> NoteNumbers:
    """A number for each note's text, which says nothing of it but whether another is the same."""
    sums = (hashlib.blake2b(doc.text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for doc in docs)
    return np.frombuffer(b"".join(sums), dtype=_NOTE_NUMBER)


def _write_arrays(file: Path, state: State) -> None:
    np.savez_compressed(file, **state.arrays)  # type: ignore[arg-type]


def _checksum(file: Path) -> str:
    require(file.is_file())
    return hashlib.sha256(file.read_bytes()).hexdigest()
