import os
import stat
from datetime import date
from pathlib import Path

import pytest

from incognote.errors import DamagedInputError, OutputError
from incognote.replace.keys import new_key, parse
from incognote.roundtrip import state
from incognote.roundtrip.memory import Memory, Pair

MEMORY = Memory(
    "p-7041",
    True,
    (Pair("Lindqvist", "Osei", "PATIENT"), Pair("[NAME 1]", "Łucja\n", "DOCTOR")),
    frozenset({"stable", "ward"}),
    frozenset({date(2025, 1, 17)}),
)
KEY = parse(new_key())


def test_a_talk_comes_back(tmp_path):
    state.save(MEMORY, tmp_path / "talk.state", KEY)
    assert state.load(tmp_path / "talk.state", KEY) == MEMORY
    assert os.listdir(tmp_path) == ["talk.state"]  # noqa: PTH208


def test_only_its_owner_can_read_it_and_nobody_sees_what_it_holds(tmp_path):
    path = tmp_path / "talk.state"
    state.save(MEMORY, path, KEY)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    raw = path.read_bytes()
    for text in ("Osei", "Lindqvist", "7041", "ward", "2025", "PATIENT"):
        assert text.encode() not in raw
    state.save(MEMORY, path, KEY)
    assert path.read_bytes() != raw


def test_another_key_does_not_open_it(tmp_path):
    state.save(MEMORY, tmp_path / "talk.state", KEY)
    with pytest.raises(DamagedInputError, match="the key is not the one of this talk"):
        state.load(tmp_path / "talk.state", parse(new_key()))


def test_no_byte_can_be_changed_or_cut(tmp_path):
    path = tmp_path / "talk.state"
    state.save(MEMORY, path, KEY)
    raw = path.read_bytes()
    for i in range(len(raw)):
        path.write_bytes(raw[:i] + bytes([raw[i] ^ 1]) + raw[i + 1 :])
        with pytest.raises(DamagedInputError):
            state.load(path, KEY)
        path.write_bytes(raw[:i])
        with pytest.raises(DamagedInputError):
            state.load(path, KEY)


def test_errors_say_what_to_do(tmp_path):
    with pytest.raises(DamagedInputError, match="give the file that --state wrote"):
        state.load(tmp_path / "none", KEY)
    with pytest.raises(OutputError, match="check the path"):
        state.save(MEMORY, Path(tmp_path / "no" / "talk.state"), KEY)
