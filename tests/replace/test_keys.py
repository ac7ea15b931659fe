"""Keys are read from one place only, are never shown, and give each purpose its own sub-key."""

import base64
import io
import os
import re
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.errors import ConfigError, OutputError
from incognote.replace.keys import VARIABLE, Key, hkdf, load, new_key, parse, pseudonym, write_key

KEY = "incognote-key-1:" + base64.urlsafe_b64encode(bytes(range(32))).decode().rstrip("=")
POSIX = pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")


@pytest.fixture
def key_file(tmp_path):
    path = tmp_path / "key"
    path.write_text(KEY + "\n")
    path.chmod(0o600)
    return path


@pytest.mark.parametrize(
    ("secret", "salt", "info", "length", "output"),
    [
        (
            "0b" * 22,
            "000102030405060708090a0b0c",
            "f0f1f2f3f4f5f6f7f8f9",
            42,
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
        ),
        (
            bytes(range(0x50)).hex(),
            bytes(range(0x60, 0xB0)).hex(),
            bytes(range(0xB0, 0x100)).hex(),
            82,
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
            "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
        ),
        (
            "0b" * 22,
            "",
            "",
            42,
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
        ),
    ],
)
def test_the_vectors_of_rfc_5869(secret, salt, info, length, output):
    found = hkdf(bytes.fromhex(secret), bytes.fromhex(info), bytes.fromhex(salt), length)
    assert found.hex() == output


def test_new_keys_are_good_and_differ():
    keys = {new_key() for _ in range(20)}
    assert len(keys) == 20
    assert all(isinstance(parse(key), Key) for key in keys)


def test_the_text_form_stays_as_it_is():
    assert parse(KEY) == parse(f"  {KEY}=\n") == Key(bytes(range(32)))


def test_sub_keys_stay_as_they_are():
    """Shifts and names already given out depend on these bytes."""
    key = parse(KEY)
    assert key.subkey("dates/1").hex() == "07360b714f7bbd9e4050abecae2a7740af88409ef750528c07d86ac6faecfe21"
    assert pseudonym(key, "note-1") == "fy2djuzgj5gtsgkl"


def test_purposes_have_their_own_sub_keys():
    key = parse(KEY)
    assert len({key.subkey(purpose) for purpose in ("dates/1", "dates/2", "file-names/1", "")}) == 4


def test_fingerprints_tell_keys_apart_and_stay():
    """They are written down beside releases, and in vaults."""
    assert parse(KEY).fingerprint == "sdfv-23er-5rwn-biqi"
    assert len({parse(new_key()).fingerprint for _ in range(50)}) == 50


def test_a_key_of_a_later_version():
    with pytest.raises(ConfigError, match="update incognote"):
        parse(KEY.replace("key-1:", "key-2:"))


@given(st.text(max_size=30), st.text(max_size=30))
def test_pseudonyms(one, other):
    key = parse(KEY)
    assert re.fullmatch("[a-z2-7]{16}", pseudonym(key, one))
    assert (pseudonym(key, one) == pseudonym(key, other)) == (one == other)
    assert pseudonym(parse(new_key()), one) != pseudonym(key, one)


BAD = [
    "",
    " \n",
    "hunter2secret",
    KEY.removeprefix("incognote-key-1:"),
    KEY.replace("-1:", "-2:"),
    KEY[:-1],
    KEY[:-4],
    KEY + "A",
    KEY[:-2] + "é" + KEY[-1],
    KEY[:20] + " " + KEY[20:],
    KEY[:-1] + "9",  # bits beyond the last byte
    "incognote-key-1:" + "A" * 43,
    "incognote-key-1:" + base64.urlsafe_b64encode(b"ab" * 16).decode(),
    "incognote-key-1:",
]


@pytest.mark.parametrize("text", BAD)
def test_bad_keys_are_refused_and_not_shown(text):
    with pytest.raises(ConfigError) as caught:
        parse(text)
    secret = text.removeprefix("incognote-key-1:").strip()
    assert not secret or secret not in str(caught.value)
    assert caught.value.__context__ is None or caught.value.__suppress_context__
    assert "\n" not in str(caught.value)


def test_a_key_is_never_shown():
    key = parse(KEY)
    assert repr(key) == str(key) == f"{key}" == "Key()"


def test_loading(key_file):
    nothing = io.StringIO()
    assert load(str(key_file), {}, nothing) == parse(KEY)
    assert load("-", {}, io.StringIO(KEY + "\n")) == parse(KEY)
    assert load(None, {VARIABLE: KEY}, nothing) == parse(KEY)
    assert load(None, {}, nothing) is None


@pytest.mark.parametrize("source", ["-", "file"])
def test_two_keys_are_one_too_many(source, key_file):
    with pytest.raises(ConfigError, match="two keys"):
        load(str(key_file) if source == "file" else source, {VARIABLE: KEY}, io.StringIO(KEY))


def test_an_empty_variable_is_an_error():
    with pytest.raises(ConfigError, match="INCOGNOTE_KEY is empty"):
        load(None, {VARIABLE: ""}, io.StringIO())


@POSIX
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o601])
def test_a_key_that_others_can_get_at_is_refused(mode, key_file):
    key_file.chmod(mode)
    with pytest.raises(ConfigError, match=f"chmod 600 {key_file}"):
        load(str(key_file), {}, io.StringIO())


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"x" * 5000])
def test_files_that_hold_no_key(content, key_file):
    key_file.write_bytes(content)
    with pytest.raises(ConfigError):
        load(str(key_file), {}, io.StringIO())


def test_no_such_file(tmp_path):
    with pytest.raises(ConfigError, match="No such file"):
        load(str(tmp_path / "none"), {}, io.StringIO())
    with pytest.raises(ConfigError, match="cannot be opened"):
        load(str(tmp_path), {}, io.StringIO())


def test_writing_a_key(tmp_path):
    path = tmp_path / "key"
    write_key(path)
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_text()
    assert load(str(path), {}, io.StringIO()) is not None
    with pytest.raises(OutputError, match="choose another name"):
        write_key(path)
    assert path.read_text() == before
    with pytest.raises(OutputError, match="cannot be written"):
        write_key(tmp_path / "no" / "folder")
