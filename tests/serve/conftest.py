import pytest

from tests.serve.running import start


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A service for the tests of a module."""
    service = start(tmp_path_factory.mktemp("service"))
    yield service
    service.stop()
