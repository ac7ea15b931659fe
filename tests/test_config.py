from pathlib import Path

import pytest

from incognote import config
from incognote.errors import ConfigError


def load(tmp_path, text):
    file = tmp_path / "incognote.toml"
    file.write_text(text)
    return config.load(file)


def test_what_is_said_counts_and_the_rest_has_defaults(tmp_path):
    loaded = load(tmp_path, '[input]\nformat = "csv"\ncolumns = { id = "NOTE_ID" }\n[evaluate]\nalpha = 0.01\n')
    assert loaded.input.format == "csv"
    assert loaded.input.columns == {"id": "NOTE_ID"}
    assert loaded.input.encoding == "utf-8"
    assert loaded.evaluate == config.EvaluateConfig(alpha=0.01)
    assert load(tmp_path, "") == config.Config()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[inptu]", r"nothing is called inptu; did you mean 'input'\?"),
        ("[evaluate]\nlevel = 1", "nothing is called evaluate.level; there are: alpha, resamples, seed"),
        ("[evaluate]\nalpha = 'x'", "evaluate.alpha must be a number"),
        ("[evaluate]\nseed = 1.5", "evaluate.seed must be a whole number"),
        ("[evaluate]\nseed = true", "evaluate.seed must be a whole number"),
        ("[engine]\ngpu = 1", "engine.gpu must be true or false"),
        ("[evaluate]\nalpha = 5.0", "evaluate.alpha must be a number between 0 and 1"),
        ("[evaluate]\nalpha = nan", "evaluate.alpha must be a number between 0 and 1"),
        ("[evaluate]\nresamples = 0", "evaluate.resamples must be a whole number above 0"),
        ("[evaluate]\nseed = -1", "evaluate.seed must be a whole number from 0 on"),
        ("[input]\ncolumns = { txt = 'T' }", "input.columns must be names of id, text, spans, patient only"),
        ("[input]\nencoding = 'klingon'", "input.encoding must be an encoding such as utf-8"),
        ("[input]\ncolumns = { id = 3 }", "input.columns must be a table of names"),
        ("input = 3", r"input must be a table: \[input\]"),
        ("[input", "it is not TOML"),
    ],
)
def test_what_it_does_not_know_is_an_error(tmp_path, text, message):
    with pytest.raises(ConfigError, match=message):
        load(tmp_path, text)


def test_paths_of_lists_start_at_the_file_s_folder(tmp_path, monkeypatch):
    (tmp_path / "site").mkdir()
    away = tmp_path / "away.txt"
    text = f"[engine]\nlists = {{ wards = 'wards.txt', keep = '../keep.txt', people = '{away}' }}"
    lists = load(tmp_path / "site", text).engine.lists
    assert lists == {
        "wards": str(tmp_path / "site" / "wards.txt"),
        "keep": str(tmp_path / "site" / ".." / "keep.txt"),
        "people": str(away),
    }
    monkeypatch.chdir(tmp_path)
    assert config.load("site/incognote.toml").engine.lists["wards"] == str(Path("site/wards.txt"))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="cannot be opened"):
        config.load(tmp_path / "none.toml")
