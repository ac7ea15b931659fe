import json
import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from incognote.errors import ConfigError
from incognote.serve.people import (
    ALONE,
    Person,
    Role,
    TokenFile,
    Tokens,
    changed_tokens,
    digest,
    new_token,
    read_tokens,
    require_name,
    require_own_name,
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


NOBODY = ["", " ann", "a" * 61, "engine:deid", "a\nb", "gold", "Gold", "command line", "engine", "a,b"]


@pytest.mark.parametrize("name", NOBODY)
def test_what_can_stand_for_no_person(tmp_path, name):
    with pytest.raises(ConfigError):
        require_name(name)
    write_tokens(tmp_path / "tokens", {"a": Person(name, Role.READER)})
    with pytest.raises(ConfigError, match="line 1"):
        read_tokens(tmp_path / "tokens")


def test_who_changes_the_file_at_once_loses_nothing(tmp_path):
    """A token that is taken back while others are made doesn't come back."""
    file = tmp_path / "tokens"
    write_tokens(file, {digest(f"old {number}"): Person(f"old {number}", Role.READER) for number in range(8)})

    def change(number):
        with changed_tokens(file) as people:
            time.sleep(0.01)
            del people[digest(f"old {number}")]
            people[digest(f"new {number}")] = Person(f"new {number}", Role.READER)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(change, range(8)))
    assert {person.name for person in read_tokens(file).values()} == {f"new {number}" for number in range(8)}
    with pytest.raises(ConfigError), changed_tokens(file) as people:
        people.clear()
        raise ConfigError("no")
    assert len(read_tokens(file)) == 8


def test_a_mistyped_role_is_told():
    with pytest.raises(ConfigError, match="did you mean 'reader'"):
        role_of("raeder")


def test_no_repr_shows_a_token():
    token = new_token()
    assert token not in repr(Tokens({digest(token): ANN}))


def test_who_uses_a_service_alone_may_annotate_but_has_no_token_of_that_name():
    require_name(ALONE)
    with pytest.raises(ConfigError, match="without tokens"):
        require_own_name(ALONE)
