import pytest

from incognote import recipes
from incognote.recipes import Parts


@pytest.fixture(scope="session")
def every_module():
    """The engine with all modules on, those too that are off by themselves."""
    return recipes.build("deid", Parts(also=("all-ages", "nationalities")))
