import pytest

from tests.adapt.tiny import make_engine


@pytest.fixture(scope="session")
def tiny(tmp_path_factory):
    """The folder of a small engine."""
    return make_engine(tmp_path_factory.mktemp("tiny") / "engine")
