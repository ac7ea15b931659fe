"""Whatever is labelled a place or a facility: nothing fails, nothing stays, and the same text becomes the same."""

from __future__ import annotations

import gzip
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.replace.keys import Key
from incognote.replace.surrogates.facilities import LABELS as FACILITIES
from incognote.replace.surrogates.places import LABELS as PLACES
from incognote.replace.surrogates.scope import Scope
from tests.replace.surrogates.notes import alone

SCOPE = Scope(Key(bytes(range(32))), "p")
NAMES = st.text("abcdeïßAEZМ0159²٣ -'’.,/&#\n", min_size=1, max_size=24)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from([*PLACES, *FACILITIES]), st.text(min_size=1, max_size=30) | NAMES)
def test_any_text_is_replaced_or_left_out(label: str, text: str) -> None:
    new = alone(label, text, SCOPE)
    assert new == alone(label, text, Scope(Key(bytes(range(32))), "p"))
    if new is not None and label != "DEPARTMENT":
        assert new != text
    if not any(map(str.isalnum, text)):
        assert new is None


@pytest.mark.parametrize("name", ["us", "world", "prefixes"])
def test_the_tables_are_what_their_source_says(name: str) -> None:
    folder = files("incognote.data").joinpath("places")
    source = tomllib.loads(folder.joinpath("source.toml").read_text("utf-8"))
    data = folder.joinpath(f"{name}.tsv.gz").read_bytes()
    rows = gzip.decompress(data).decode().splitlines()
    assert len(rows) == source[name]["count"] == len({row.split("\t")[0] for row in rows})
    assert rows == sorted(rows)
    assert len(data) < 300_000
