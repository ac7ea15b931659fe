import json
import os

import pytest

from incognote.errors import ConfigError
from incognote.serve.people import (
    Person,
    Role,
    TokenFile,
    Tokens,
    digest,
    new_token,
    read_tokens,
    require_name,
    role_of,
    write_tokens,
)

ANN = Person("ann", Role.ANNOTATOR)


def test_each_role_may_do_what_those_before_it_may():
    assert Role.READER < Role.ANNOTATOR < Role.ADJUDICATOR < Role.ADMIN


def test_tokens_are_long_and_never_alike():
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert min(map(len, made)) > 50


def test_a_file_holds_digests_and_is_its_owners_alone(tmp_path):
    token = new_token()
    write_tokens(tmp_path / "tokens", {digest(token): ANN})
    assert (tmp_path / "tokens").stat().st_mode & 0o777 == 0o600
    assert token.split(":")[1] not in (tmp_path / "tokens").read_text()
    assert TokenFile(tmp_path / "tokens").person(token) == ANN
    assert TokenFile(tmp_path / "tokens").person(new_token()) is None


def test_a_token_that_is_taken_back_counts_no_more(tmp_path):
    token, other = new_token(), new_token()
    write_tokens(tmp_path / "tokens", {digest(token): ANN})
    tokens = TokenFile(tmp_path / "tokens")
    write_tokens(tmp_path / "tokens", {digest(other): Person("ben", Role.READER)})
    assert tokens.person(token) is None
    assert tokens.person(other) == Person("ben", Role.READER)
    assert not list(tmp_path.glob(".*"))  # nothing half-written is left


@pytest.mark.parametrize("damage", ["nonsense", "", None])
def test_nobody_gets_in_by_a_file_that_is_damaged_or_gone(tmp_path, damage):
    token = new_token()
    file = tmp_path / "tokens"
    write_tokens(file, {digest(token): ANN})
    tokens = TokenFile(file)
    if damage is None:
        file.unlink()
    else:
        file.write_text(damage)
    assert tokens.person(token) is None
    file.unlink(missing_ok=True)
    write_tokens(file, {digest(token): ANN})
    os.utime(file, ns=(1, 1))
    assert tokens.person(token) == ANN  # mended


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{",
        json.dumps({"name": "ann", "role": "reader"}),
        json.dumps({"name": "ann", "role": 1, "sha256": "x"}),
        json.dumps({"name": "ann", "role": "king", "sha256": "x"}),
    ],
)
def test_a_line_that_is_no_token_is_an_error_with_its_place(tmp_path, line):
    (tmp_path / "tokens").write_text(line)
    with pytest.raises(ConfigError, match=r"line 1|no role"):
        read_tokens(tmp_path / "tokens")


def test_two_tokens_of_one_name_are_an_error(tmp_path):
    write_tokens(tmp_path / "tokens", {"a": ANN, "b": ANN})
    with pytest.raises(ConfigError, match="one name"):
        read_tokens(tmp_path / "tokens")


@pytest.mark.parametrize("name", ["", " ann", "a" * 61, "engine:deid", "a\nb"])
def test_what_can_stand_for_no_person(name):
    with pytest.raises(ConfigError):
        require_name(name)


def test_a_mistyped_role_is_told():
    with pytest.raises(ConfigError, match="did you mean 'reader'"):
        role_of("raeder")


def test_no_repr_shows_a_token():
    token = new_token()
    assert token not in repr(Tokens({digest(token): ANN}))
