import stat


def test_a_key_in_a_file_of_ones_own(run, tmp_path):
    done = run("key", "new", "--out", "site.key")
    assert (done.code, done.out) == (0, "")
    file = tmp_path / "site.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().strip() not in done.err


def test_a_key_is_never_overwritten(run, tmp_path):
    run("key", "new")
    before = (tmp_path / "incognote.key").read_text()
    done = run("key", "new")
    assert done.code == 3
    assert "choose another name" in done.err
    assert (tmp_path / "incognote.key").read_text() == before


def test_a_key_is_printed_only_when_asked_for(run, tmp_path):
    done = run("key", "new", "--out", "-")
    assert done.code == 0
    assert done.out.startswith("incognote-key-1:")
    assert not list(tmp_path.iterdir())
    assert run("key", "new", "--out", "-").out != done.out


def test_a_place_that_cannot_be_written(run):
    assert run("key", "new", "--out", "nowhere/site.key").code == 3


def test_a_key_typed_in_the_place_of_its_file_is_not_shown(run, tmp_path):
    (tmp_path / "a.txt").write_text("x")
    key = run("key", "new", "--out", "-").out.strip()
    done = run("deidentify", "a.txt", "--out", "b", "--key", key)
    assert done.code == 2
    assert key not in done.err
    assert "name of a file" in done.err


def test_numbers_come_back_with_the_key_alone(call, tmp_path):
    from incognote.replace.keys import load_required, write_key
    from incognote.replace.surrogates.ids import new_id
    from incognote.replace.surrogates.scope import Scope

    write_key(tmp_path / "site.key")
    write_key(tmp_path / "other.key")
    scope = Scope(load_required(str(tmp_path / "site.key"), {}, None))
    new = [new_id(old, scope) for old in ("704-11-93", "A0098812")]
    done = call("key", "old-id", *new, "--key", "site.key")
    assert (done.code, done.out.split()) == (0, ["704-11-93", "A0098812"])
    assert "704-11-93" not in call("key", "old-id", *new, "--key", "other.key").out
    assert call("key", "old-id", "--", "--", "--key", "site.key").code == 2
    assert call("key", "old-id", "...", "--key", "site.key").code == 2
