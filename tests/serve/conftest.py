import pytest

from incognote.serve.store import Store
from tests.serve.running import start


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A service for the tests of a module."""
    service = start(tmp_path_factory.mktemp("service"))
    yield service
    service.stop()


@pytest.fixture
def store(tmp_path):
    """A store in a folder of the test."""
    made = Store(tmp_path / "data")
    yield made
    made.close()
