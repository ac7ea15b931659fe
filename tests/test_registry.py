import sys

import pytest

from incognote import formats, registry
from incognote.errors import UnknownNameError


@pytest.mark.parametrize("kind", ["formats", "tokenizers"])
def test_every_name_loads(kind):
    for name in registry.names(kind):
        assert registry.load(kind, name)


def test_an_unknown_name_gets_a_hint():
    with pytest.raises(UnknownNameError, match="no format is called 'bratt'; did you mean 'brat'"):
        registry.load("formats", "bratt")
    with pytest.raises(UnknownNameError, match="there are: brat, conll, csv"):
        registry.load("formats", "zzz")


def test_another_package_adds_a_format_by_an_entry_point(tmp_path, monkeypatch):
    (tmp_path / "shouting.py").write_text("from incognote.formats.text import FORMAT\n")
    info = tmp_path / "shouting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[incognote.formats]\nshouting = shouting:FORMAT\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert "shouting" in registry.names("formats")
    assert formats.get("shouting").name == "text"
