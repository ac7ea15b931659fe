import gzip
import json
import os
import re
import shutil

import numpy as np
import pytest

from incognote import Vocabulary, recipes
from incognote.errors import IncognoteError, OutputError
from incognote.learn import models
from incognote.learn.models import MANIFEST, Manifest, ModelError
from incognote.learn.reading import read
from incognote.learn.training import train
from incognote.types import Document


@pytest.fixture(scope="module")
def made(tmp_path_factory, notes):
    """A small model's folder, its learner and the notes that it learned from."""
    from tests.learn.conftest import SETTINGS

    docs = [doc for doc in notes if doc.id.startswith("t1-")][:8]
    learner = train(docs, SETTINGS)
    folder = tmp_path_factory.mktemp("models") / "small"
    recipe = {"description": "small", "detectors": [{"use": "tagger", **SETTINGS}]}
    models.save(folder, Manifest("small", recipe, ["NAME"], {"F": 0.5}), learner, docs)
    return folder, learner, docs


@pytest.fixture
def folder(made, tmp_path):
    return shutil.copytree(made[0], tmp_path / "model")


def test_a_model_comes_back_as_it_was(made):
    folder, learner, docs = made
    manifest, again = models.load(folder)
    assert (manifest.name, manifest.scores, manifest.corpus["notes"]) == ("small", {"F": 0.5}, len(docs))
    assert {"incognote", "numpy", "python", "python-crfsuite"} <= manifest.versions.keys()
    for doc in docs:
        reading = read(doc.text, Vocabulary(), "wi-deid", "sentence")
        assert list(again.predict(reading)) == list(learner.predict(reading))


def test_a_model_is_an_engine(made):
    folder, _, docs = made
    found = recipes.build(str(folder)).find(docs[0].with_spans(()))
    assert found.spans
    assert {span.source for span in found.spans} == {"tagger:small"}


def test_the_manifest_holds_no_word_of_the_notes(made):
    folder, _, docs = made
    words = set(re.findall(r"\w{4,}", (folder / MANIFEST).read_text("utf-8").lower()))
    names = {
        word
        for doc in docs
        for span in doc.spans
        if span.label == "NAME"
        for word in re.findall(r"\w{4,}", doc[span].lower())
    }
    assert names
    assert not names & words


def test_no_file_of_a_model_needs_pickle(made):
    with np.load(made[0] / "weights.npz", allow_pickle=False) as arrays:
        assert all(arrays[name].dtype != object for name in arrays.files)


def test_the_fingerprint_tells_notes_apart_whatever_their_order(made):
    docs = made[2]
    same = models.fingerprint(docs[::-1])
    assert same == models.fingerprint(docs)
    assert models.fingerprint([*docs[:-1], docs[-1].with_spans(())])["sha256"] != same["sha256"]
    assert models.fingerprint([Document("a", "x")]) != models.fingerprint([Document("b", "x")])


def test_a_model_is_its_owners_alone(made):
    assert made[0].stat().st_mode & 0o077 == 0


def test_a_model_is_never_overwritten(made):
    folder, learner, docs = made
    with pytest.raises(OutputError, match="exists already"):
        models.save(folder, models.manifest_of(folder), learner, docs)


@pytest.mark.parametrize("name", ["weights.npz", "texts.json.gz", "notes.npy"])
@pytest.mark.parametrize("damage", ["cut", "flip", "gone"])
def test_a_damaged_model_is_refused(folder, name, damage):
    file = folder / name
    content = file.read_bytes()
    if damage == "gone":
        file.unlink()
    else:
        middle = len(content) // 2
        file.write_bytes(
            content[:middle]
            if damage == "cut"
            else content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        )
    with pytest.raises(ModelError, match="damaged or incomplete"):
        models.load(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "other"}, "another program"),
        ({"format": 4}, "format 4"),
        ({"surprise": 1}, "damaged"),
        ({"recipe": {}}, "changed"),
        ({"labels": ["OTHER"]}, "changed"),
        ({"files": {}}, "changed"),
        ({"checksum": ""}, "changed"),
    ],
)
def test_a_foreign_or_newer_model_is_refused(folder, change, message):
    content = json.loads((folder / MANIFEST).read_text("utf-8"))
    (folder / MANIFEST).write_text(json.dumps(content | change), "utf-8")
    with pytest.raises(ModelError, match=message):
        models.load(folder)


def forge(folder, arrays=None, texts=None, **fields):
    """Change what a model holds, and make its checksums fit."""
    if arrays is not None:
        np.savez_compressed(folder / "weights.npz", **arrays)
    if texts is not None:
        (folder / "texts.json.gz").write_bytes(gzip.compress(json.dumps(texts).encode()))
    content = json.loads((folder / MANIFEST).read_text("utf-8")) | fields
    content["files"] = {name: models._checksum(folder / name) for name in content["files"]}
    content["checksum"] = models._own_sum(content)
    (folder / MANIFEST).write_text(json.dumps(content), "utf-8")


def held(folder):
    with np.load(folder / "weights.npz") as stored:
        arrays = {name: stored[name] for name in stored.files}
    return arrays, json.loads(gzip.decompress((folder / "texts.json.gz").read_bytes()))


ARRAYS = {
    "one number for all": lambda table: table.ravel()[:1],
    "cut short": lambda table: table[:-1],
    "too long": lambda table: np.concatenate([table, table]),
    "turned over": lambda table: table[::-1] if table.ndim == 1 else table[:, :1],
    "not numbers": lambda table: table.astype(str),
    "nan": lambda table: np.full(table.shape, np.nan),
    "below zero": lambda table: table.astype(np.int64) * 0 - 1,
}


@pytest.mark.parametrize("array", ["starts", "columns", "values", "constants", "transitions"])
@pytest.mark.parametrize("change", ARRAYS)
def test_a_forged_model_is_refused_before_it_is_used(folder, array, change):
    arrays, _ = held(folder)
    harmless = (change == "turned over" and array in ("columns", "values", "constants")) or (
        change == "below zero" and array in ("values", "constants", "transitions")
    )
    forge(folder, arrays | {array: ARRAYS[change](arrays[array])})
    if harmless:  # other numbers that could be learned
        assert models.load(folder)
    else:
        with pytest.raises(ModelError, match="damaged"):
            models.load(folder)


def test_a_part_that_is_no_plain_file_is_refused(folder):
    (folder / "weights.npz").unlink()
    os.mkfifo(folder / "weights.npz")
    with pytest.raises(ModelError, match="damaged"):
        models.load(folder)


@pytest.mark.parametrize(
    "texts",
    [
        {"labels": ["O"]},
        {"labels": []},
        {"labels": "O"},
        {"tables": []},
        {"tables": [[]]},
        {"dictionaries": []},
        {"dictionaries": {"city": "Avon"}},
        {"dictionaries": {}},
    ],
)
def test_forged_texts_are_refused(folder, texts):
    arrays, there = held(folder)
    forge(folder, arrays, there | texts)
    with pytest.raises(ModelError, match="damaged"):
        models.load(folder)


def test_labels_that_are_all_the_same_are_refused(folder):
    arrays, there = held(folder)
    forge(folder, arrays, there | {"labels": ["O"] * len(there["labels"])})
    with pytest.raises(ModelError, match="damaged"):
        models.load(folder)


@pytest.mark.parametrize("recipe", [None, [], {}, {"detectors": "x"}, {"detectors": [3]}, {"detectors": [{}]}])
def test_a_forged_recipe_is_refused(folder, recipe):
    forge(folder, recipe=recipe)
    with pytest.raises(IncognoteError, match=r"recipe|detectors"):
        recipes.build(str(folder))


def test_a_model_tells_the_notes_that_it_was_trained_on(made):
    folder, _, docs = made
    others = [Document("x", docs[0].text), Document(docs[1].id, "Some other note.")]
    assert models.seen(str(folder), docs) == len(docs)
    assert models.seen(str(folder), others) == 1
    assert models.seen(str(folder), []) == 0


@pytest.mark.parametrize("content", ["", "[]", "{", "\x00"])
def test_a_manifest_that_is_none_is_refused(folder, content):
    (folder / MANIFEST).write_text(content, "utf-8")
    with pytest.raises(ModelError):
        models.load(folder)


def test_a_folder_without_a_manifest_is_no_model(tmp_path):
    with pytest.raises(ModelError, match=r"no manifest\.json"):
        models.load(tmp_path)
