import numpy as np
import pycrfsuite
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.errors import DamagedInputError
from incognote.learn.crfsuite_file import read_crfsuite
from incognote.learn.viterbi import decode

ATTRIBUTES = ["a", "b", "ç", "d e", "日本", "f:1"]
items = st.tuples(st.lists(st.sampled_from(ATTRIBUTES), max_size=3, unique=True), st.sampled_from("XYZ"))
corpora = st.lists(st.lists(items, min_size=1, max_size=6), min_size=1, max_size=8)


def train(path, corpus, algorithm="lbfgs"):
    trainer = pycrfsuite.Trainer(algorithm, {"max_iterations": 5}, verbose=False)
    for sequence in corpus:
        trainer.append([attributes for attributes, _ in sequence], [label for _, label in sequence])
    trainer.train(str(path))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(path))
    return tagger


def emissions_of(weights, sequence):
    """Added up in CRFsuite's order."""
    table = np.zeros((len(weights.attributes), len(weights.labels)))
    table[weights.state_attributes, weights.state_labels] = weights.state_weights
    emissions = np.zeros((len(sequence), len(weights.labels)))
    for row, attributes in zip(emissions, sequence, strict=True):
        for attribute in attributes:
            if attribute in weights.attributes:
                row += table[weights.attributes.index(attribute)]
    return emissions


def labels_by(weights, sequence):
    """The labels that the weights we read give."""
    best = decode(emissions_of(weights, sequence), weights.transitions, np.array([0]))
    return [weights.labels[label] for label in best]


def score(weights, sequence, labels):
    """How good a path the weights find these labels."""
    path = [weights.labels.index(label) for label in labels]
    emissions = emissions_of(weights, sequence)[range(len(path)), path].sum()
    return emissions + weights.transitions[path[:-1], path[1:]].sum()


@settings(max_examples=60, deadline=None)
@given(
    corpora, st.lists(st.lists(st.sampled_from(ATTRIBUTES), max_size=3, unique=True), min_size=1, max_size=9), st.data()
)
def test_weights_are_those_of_the_model_and_labels_too(tmp_path_factory, corpus, sequence, data):
    path = tmp_path_factory.mktemp("model") / "m.crfsuite"
    tagger = train(path, corpus, data.draw(st.sampled_from(["lbfgs", "ap"])))
    weights, listing = read_crfsuite(path), tagger.info()
    assert weights.labels == tagger.labels()
    states = zip(weights.state_attributes, weights.state_labels, weights.state_weights, strict=True)
    found = {(weights.attributes[a], weights.labels[b]): weight for a, b, weight in states}
    assert found == pytest.approx(listing.state_features, abs=1e-6)
    pairs = {
        (a, b): weights.transitions[i, j] for i, a in enumerate(weights.labels) for j, b in enumerate(weights.labels)
    }
    assert {pair: weight for pair, weight in pairs.items() if weight} == pytest.approx(listing.transitions, abs=1e-6)
    found, theirs = labels_by(weights, sequence), tagger.tag(sequence)
    best = score(weights, sequence, theirs)  # of paths that are as good, rounding chooses
    assert found == theirs or score(weights, sequence, found) == pytest.approx(best, abs=1e-9)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "m.crfsuite"
    train(path, [[(["a", "b"], "X"), (["b"], "Y")]])
    return path


def test_weights_are_not_rounded(model):
    assert any(weight != round(weight, 6) for weight in read_crfsuite(model).state_weights.tolist())


@pytest.mark.parametrize("length", [0, 3, 40, 60, -1])
def test_a_file_cut_short_is_refused(model, tmp_path, length):
    (tmp_path / "cut").write_bytes(model.read_bytes()[:length])
    with pytest.raises(DamagedInputError, match="no whole CRFsuite model"):
        read_crfsuite(tmp_path / "cut")


@settings(deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_weights_or_a_clear_error(model, tmp_path_factory, data):
    content = bytearray(model.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("damaged") / "m"
    path.write_bytes(content)
    try:
        read_crfsuite(path)
    except DamagedInputError as error:
        assert "train the model again" in str(error)
