import pytest

from incognote import corpus
from incognote.experiments.setup import prepare
from incognote.experiments.studies import CORPORA


@pytest.fixture(scope="session")
def notes():
    """Notes of the open corpus, one of each author."""
    return [doc for doc in corpus.read() if doc.id.endswith("-001")]


@pytest.fixture(scope="session")
def setup(notes):
    return prepare(notes, CORPORA, 1, quick=True)
