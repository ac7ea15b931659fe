"""A small network with weights of chance: the exported graph says what the formulas of a transformer say."""

import math
import shutil
from importlib.util import find_spec

import numpy as np
import pytest
from numpy.testing import assert_allclose

from incognote.encoder import model
from incognote.encoder.export import export, whole_numbers
from incognote.encoder.pieces import BEGIN, END, MARKS, PLACES, SPECIAL
from incognote.encoder.windows import LONGEST
from incognote.errors import ConfigError
from incognote.layout import lay_out
from incognote.learn.models import ModelError
from incognote.vocabulary import Vocabulary

WIDTH, HEADS, INNER, LABELS, LAYERS = 32, 4, 64, 5, 2
PIECES = [*SPECIAL, *"abcdefghijklmnopqrstuvwxyz.,:", *(f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")]
TEXT = "seen by Dr. Smith, who was\nnot amused.  Call Jones: noon\n" * 12


def weights():
    rng = np.random.default_rng(0)
    made = {
        "pieces.weight": (len(PIECES), WIDTH),
        "positions.weight": (512, WIDTH),
        "marks.weight": (MARKS, WIDTH),
        "places.weight": (PLACES, WIDTH),
        "norm.weight": (WIDTH,),
        "norm.bias": (WIDTH,),
        "head.weight": (LABELS, WIDTH),
        "head.bias": (LABELS,),
    }
    for number in range(LAYERS):
        shapes = {"qkv": (3 * WIDTH, WIDTH), "mix": (WIDTH, WIDTH), "up": (INNER, WIDTH), "down": (WIDTH, INNER)}
        for name, shape in shapes.items():
            made[f"layers.{number}.{name}.weight"] = shape
            made[f"layers.{number}.{name}.bias"] = shape[:1]
        for name in ("norm", "out"):
            made[f"layers.{number}.{name}.weight"] = made[f"layers.{number}.{name}.bias"] = (WIDTH,)
    return {name: (rng.standard_normal(shape) * 0.3).astype(np.float32) for name, shape in made.items()}


def forward(given, ids, marks, places):
    """The formulas, in numpy."""
    x = given["pieces.weight"][ids] + given["marks.weight"][marks] + given["places.weight"][places]
    x = norm(given, "norm", x + given["positions.weight"][: len(ids)])
    for number in range(LAYERS):
        name = f"layers.{number}."
        parts = dense(given, f"{name}qkv", x).reshape(len(x), 3, HEADS, -1).transpose(1, 2, 0, 3)
        likeness = parts[0] @ parts[1].transpose(0, 2, 1) / math.sqrt(WIDTH // HEADS)
        shares = np.exp(likeness - likeness.max(-1, keepdims=True))
        seen = (shares / shares.sum(-1, keepdims=True)) @ parts[2]
        x = norm(given, f"{name}norm", x + dense(given, f"{name}mix", seen.transpose(1, 0, 2).reshape(len(x), -1)))
        raised = dense(given, f"{name}up", x)
        raised = raised * 0.5 * (1 + np.vectorize(math.erf)(raised / math.sqrt(2)))
        x = norm(given, f"{name}out", x + dense(given, f"{name}down", raised))
    return dense(given, "head", x)


def dense(given, name, x):
    return x @ given[f"{name}.weight"].T + given[f"{name}.bias"]


def norm(given, name, x):
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12)
    return x * given[f"{name}.weight"] + given[f"{name}.bias"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("encoder")
    export(made, PIECES, weights(), HEADS, {"notes": 0})
    return made


@pytest.fixture(scope="module")
def encoder(folder):
    return model.load(folder)


def test_the_graph_says_what_the_formulas_say(encoder):
    layout = lay_out(TEXT[:100], Vocabulary())
    pieces = encoder.pieces(layout)
    columns = (
        np.concatenate([[first], column, [last]])
        for column, first, last in (
            (pieces.ids, BEGIN, END),
            (pieces.marks, 0, 0),
            (pieces.places, 0, 0),
        )
    )
    scores = forward(weights(), *columns)[1:-1]
    shares = np.exp(scores - scores.max(1, keepdims=True))
    told = model.of_tokens((shares / shares.sum(1, keepdims=True)).astype(np.float32), pieces.firsts[:-1])
    assert_allclose(encoder.probabilities([pieces], [np.arange(len(layout.tokens))])[0], told, atol=0.06)


def test_tokens_are_the_same_whatever_was_read_before(encoder):
    layout = lay_out(TEXT, Vocabulary())
    pieces = encoder.pieces(layout)
    every = np.arange(len(layout.tokens))
    assert len(pieces) > LONGEST
    (alone,) = encoder.probabilities([pieces], [every])
    other = encoder.pieces(lay_out("x: y, z.\n" * 50, Vocabulary()))
    again = encoder.pieces(lay_out(TEXT, Vocabulary()))
    beside = encoder.probabilities([other, again, pieces], [np.arange(200), every, every])
    assert (beside[1] == alone).all()
    assert (beside[2] == alone).all()


@pytest.mark.skipif(find_spec("torch") is not None, reason="PyTorch is there")
def test_a_gpu_takes_pytorch(folder):
    with pytest.raises(ConfigError, match=r"incognote\[encoder\]"):
        model.load(folder, gpu=True)


def test_some_tokens_can_be_asked_for(encoder):
    layout = lay_out(TEXT, Vocabulary())
    asked = np.array([2, 3, 40, 41, 90])
    (told,) = encoder.probabilities([encoder.pieces(layout)], [asked])
    assert told.shape == (5, LABELS)
    assert_allclose(told.sum(axis=1), 1, rtol=1e-5)


def test_no_tokens_give_no_rows(encoder):
    pieces = encoder.pieces(lay_out("", Vocabulary()))
    assert [len(some) for some in encoder.probabilities([pieces], [np.zeros(0, dtype=np.int64)])] == [0]


def test_exporting_twice_gives_the_same_files(folder, tmp_path):
    export(tmp_path, PIECES, weights(), HEADS, {"notes": 0})
    for file in (model.GRAPH, model.PIECES):
        assert (tmp_path / file).read_bytes() == (folder / file).read_bytes()


@pytest.mark.parametrize("name", [model.GRAPH, model.WEIGHTS, model.HEAD, model.PIECES, "manifest.json"])
@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_bytes(file.read_bytes()[:-9])])
def test_a_damaged_encoder_is_refused(folder, tmp_path, name, damage):
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    damage(copy / name)
    with pytest.raises(ModelError, match="install it again"):
        model.load(copy)


@pytest.mark.parametrize("axis", [0, 1])
def test_whole_numbers_come_near(axis):
    matrix = np.random.default_rng(1).standard_normal((20, 30)).astype(np.float32)
    numbers, scales = whole_numbers(matrix, axis)
    steps = np.expand_dims(scales, axis)
    assert (np.abs(numbers * steps - matrix) <= steps / 2 + 1e-6).all()


def test_a_token_has_the_mean_of_its_pieces():
    told = np.array([[0.2, 0.6, 0.2], [0.4, 0.0, 0.6], [0.9, 0.05, 0.05]], dtype=np.float32)
    found = model.of_tokens(told, np.array([0, 2]))
    assert_allclose(found, [[0.3, 0.525, 0.175], [0.9, 0.05, 0.05]], rtol=1e-5)
