"""A small engine and a hospital whose doctors sign as it has never seen."""

import shutil

import numpy as np
import pytest
from numpy.testing import assert_allclose

from incognote import recipes
from incognote.adapt import head
from incognote.adapt.engine import Adaptable, Parts
from incognote.adapt.trials import cross_validated, finished
from incognote.encoder.model import Head
from incognote.errors import ConfigError
from incognote.learn import models
from incognote.learn.learner import no_progress
from incognote.learn.models import ModelError
from incognote.types import Document
from tests.adapt.tiny import HABIT, USUAL, notes

THEIRS = notes(HABIT, 20, 2)


def found(engine, docs):
    pipeline = recipes.build(str(engine))
    return [pipeline.find(doc.with_spans(())).spans for doc in docs]


def adapted(start, docs, out):
    engine = Adaptable(str(start))
    lessons = engine.lessons(docs, no_progress)
    outcome = cross_validated(engine, docs, lessons, no_progress)
    engine.save(out, finished(engine, lessons, outcome.best.way), outcome.best.points, docs, {"of": "test"})
    return outcome


@pytest.fixture(scope="module")
def ours(tiny, tmp_path_factory):
    out = tmp_path_factory.mktemp("adapted") / "ours"
    return adapted(tiny, THEIRS, out), out


def test_a_habit_is_learned(tiny, ours):
    outcome, folder = ours
    others = notes(HABIT, 5, 3)
    assert outcome.is_better
    assert outcome.before.score.recall < 0.5 < 0.95 < outcome.best.score.recall
    assert found(folder, others) == [doc.spans for doc in others]
    assert found(tiny, others) != [doc.spans for doc in others]


def test_what_was_known_is_not_forgotten(ours):
    others = notes(USUAL, 5, 4)
    assert all({*doc.spans} <= {*spans} for doc, spans in zip(others, found(ours[1], others), strict=True))


def test_what_is_no_better_is_called_so(tiny):
    engine, docs = Adaptable(str(tiny)), notes(USUAL, 12, 5)
    outcome = cross_validated(engine, docs, engine.lessons(docs, no_progress), no_progress)
    assert outcome.before.score.f == 1
    assert not outcome.is_better


def test_thresholds_rise_only_where_nothing_more_is_missed(ours):
    outcome = ours[0]
    for trial in outcome.trials:
        assert trial.points["safe"]["all"] <= 0.1 or trial.score.recall >= outcome.before.score.recall
        assert trial.points["strict"]["all"] == pytest.approx(0.3 * trial.points["safe"]["all"])
        assert trial.points["balanced"]["all"] == 0.4


def test_the_same_notes_give_the_same_model(tiny, ours, tmp_path):
    adapted(tiny, THEIRS, tmp_path / "again")
    for file in ("tagger/weights.npz", "tagger/texts.json.gz", "encoder/head.npz", "notes.npy"):
        assert (tmp_path / "again" / file).read_bytes() == (ours[1] / file).read_bytes()


def test_all_notes_of_a_patient_are_in_one_fold(tiny):
    engine = Adaptable(str(tiny))
    docs = [Document(doc.id, doc.text, doc.spans, patient="same") for doc in THEIRS]
    with pytest.raises(ConfigError, match="one patient"):
        cross_validated(engine, docs, engine.lessons(docs, no_progress), no_progress)


def test_a_model_tells_all_notes_behind_it(ours):
    assert models.seen(str(ours[1]), THEIRS) == len(THEIRS)
    assert models.seen(str(ours[1]), notes(USUAL, 30, 1)) == 30
    assert models.seen(str(ours[1]), notes(HABIT, 5, 3)) == 0


def test_a_part_that_is_not_adapted_is_the_engines_own(tiny, tmp_path):
    engine = Adaptable(str(tiny))
    engine.save(tmp_path / "same", Parts(), engine.points, THEIRS, {})
    assert found(tmp_path / "same", THEIRS) == found(tiny, THEIRS)


def test_an_adapted_engine_can_be_adapted_again(ours, tmp_path):
    assert not adapted(ours[1], notes(HABIT, 12, 6), tmp_path / "further").is_better
    assert found(tmp_path / "further", THEIRS) == [doc.spans for doc in THEIRS]


@pytest.mark.parametrize(
    "file",
    [
        *("manifest.json", "notes.npy", "tagger/manifest.json", "tagger/weights.npz", "tagger/texts.json.gz"),
        *("encoder/manifest.json", "encoder/head.npz", "encoder/weights.npz", "encoder/graph.onnx"),
    ],
)
@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_bytes(file.read_bytes()[:-9])])
def test_a_damaged_model_is_refused(ours, tmp_path, file, damage):
    copy = tmp_path / "copy"
    shutil.copytree(ours[1], copy)
    damage(copy / file)
    with pytest.raises(ModelError, match=r"again|no model"):
        recipes.build(str(copy))


def test_a_part_of_another_model_is_refused(ours, tiny, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ours[1], copy)
    shutil.rmtree(copy / "tagger")
    shutil.copytree(tiny / "tagger", copy / "tagger")
    with pytest.raises(ModelError, match="again"):
        recipes.build(str(copy))


def test_only_an_engine_with_an_encoder_can_be_adapted():
    with pytest.raises(ConfigError, match="deid can't be adapted"):
        Adaptable("deid")


def examples_of(chance):
    states = chance.standard_normal((60, 4)).astype(np.float32)
    return states, (states[:, 0] > 0).astype(np.int64)


def test_a_head_moves_little_where_it_is_held():
    states, labels = examples_of(np.random.default_rng(1))
    start = Head(np.zeros((3, 4), dtype=np.float32), np.zeros(3, dtype=np.float32))
    held, free = (head.adapted(start, states, labels, pull) for pull in (1e6, 1e-3))
    assert_allclose(held.weight, 0, atol=1e-3)
    assert ((states @ free.weight.T + free.bias).argmax(axis=1) == labels).all()
    assert np.abs(free.weight).max() > 100 * np.abs(held.weight).max()


def test_a_head_is_at_the_least_cost():
    states, labels = examples_of(np.random.default_rng(2))
    start = Head(np.ones((2, 4), dtype=np.float32), np.zeros(2, dtype=np.float32))
    best = head.adapted(start, states, labels, 1.0)

    def cost(weight):
        scores = states @ weight.T + best.bias
        likely = scores[np.arange(60), labels] - np.log(np.exp(scores).sum(axis=1))
        return ((weight - start.weight) ** 2).sum() / 2 - likely.sum()

    for step in (0.05, -0.05):
        moved = best.weight.copy()
        moved[1, 0] += step
        assert cost(moved) > cost(best.weight)
