"""What tests of several folders share."""

import os

import pytest

from incognote.layout import parsing


@pytest.fixture(scope="session")
def link_grammar():
    """Link Grammar is there. Where INCOGNOTE_REQUIRE_SYNTAX is set its absence is a failure, not a reason to skip."""
    reason = parsing.why_missing()
    if reason and os.environ.get("INCOGNOTE_REQUIRE_SYNTAX"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
