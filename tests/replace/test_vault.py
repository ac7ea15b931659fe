"""A vault gives notes back to the letter, to those who have the key, and tells others nothing."""

import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.errors import ConfigError, OutputError, VaultError
from incognote.replace import sealing
from incognote.replace.edits import apply
from incognote.replace.kept import KeptNote
from incognote.replace.keys import new_key, parse
from incognote.replace.vault import Vault
from incognote.types import Document, Span

KEY, OTHER = parse(new_key()), parse(new_key())
LABELS = ("PATIENT", "DATE", "NOMBRE_SUJETO", "Ä label")


def note(number, old="Ada Osei", new="Ruth Lind"):
    """A note before and after, and its alignment."""
    before = Document(f"old-{number}", f"Seen: {old}.", (Span(6, 6 + len(old), "PATIENT"),), f"mrn-{number}")
    edited = apply(before, [new])
    return before, replace(edited.doc, id=f"new-{number}", patient=f"p-{number}"), edited.alignment


@pytest.fixture
def path(tmp_path):
    """A vault with three notes."""
    with Vault.create(tmp_path / "v", KEY) as vault:
        for i in range(3):
            vault.add(*note(i))
    return tmp_path / "v"


def restored(path, after, key=KEY):
    with Vault.open(path, key) as vault:
        return vault.restore(after)


def change(path, statement, *values):
    with sqlite3.connect(path) as database:
        assert database.execute(statement, values).rowcount
    database.close()


def random_text(chance, size):
    kinds = (lambda: chance.randrange(32, 127), lambda: chance.randrange(0x250), lambda: chance.randrange(0x110000))
    codes = (chance.choice(kinds)() for _ in range(chance.randrange(size)))
    return "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)


def random_note(chance, number):
    text = random_text(chance, 80)
    cuts = sorted({chance.randrange(len(text) + 1) for _ in range(8)})
    pairs = [pair for pair in pairwise(cuts) if chance.random() < 0.6]  # many touch
    spans = tuple(Span(start, end, chance.choice(LABELS)) for start, end in pairs)
    before = Document(f"{number}/{random_text(chance, 5)}", text, spans, chance.choice((None, random_text(chance, 9))))
    edited = apply(before, [chance.choice(("", before[span], random_text(chance, 30))) for span in spans])
    return before, replace(edited.doc, id=f"new {number}", patient=None), edited.alignment


def test_thousands_of_notes_come_back_as_they_were(tmp_path):
    chance = random.Random(7)
    notes = [random_note(chance, number) for number in range(4000)]
    with Vault.create(tmp_path / "v", KEY) as vault:
        for each in notes:
            vault.add(*each)
    chance.shuffle(notes)
    with Vault.open(tmp_path / "v", KEY) as vault:
        assert vault.count() == 4000
        for before, after, _ in notes:
            assert vault.restore(after) == before


TEXTS = st.text() | st.text(st.characters(categories=["Cs", "Cc", "Ll"]))  # half surrogate pairs too


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS.filter(bool), TEXTS)), TEXTS, TEXTS, st.none() | TEXTS.filter(bool))
def test_what_is_kept_survives_its_bytes(parts, rest, old_id, patient):
    text, spans, new = "", [], []
    for between, old, replacement in parts:
        text += between
        spans.append(Span(len(text), len(text) + len(old), "X"))
        text += old
        new.append(replacement)
    before = Document(old_id, text + rest, tuple(spans), patient)
    edited = apply(before, new)
    kept = KeptNote.of(before, replace(edited.doc, id="n"), edited.alignment)
    again = KeptNote.from_bytes(kept.to_bytes() + b"   ")
    assert again == kept
    assert again.restore(replace(edited.doc, id="n", spans=(), patient=None)) == before


def test_other_fields_and_no_patient():
    before, after, alignment = note(1)
    kept = KeptNote.of(replace(before, patient=None), after, alignment)
    back = kept.restore(replace(after, meta={"ward": "3W"}))
    assert (back.meta, back.patient) == ({"ward": "3W"}, None)


@pytest.mark.parametrize(
    ("new", "edited"),
    [
        ("Ruth Lind", "Seen: Ruth Lund."),
        ("Ruth Lind", "Seen:  Ruth Lind."),
        ("Ruth Lind", "seen: Ruth Lind."),
        ("Ruth Lind", "Seen: Ruth Lind.\n"),
        ("Ruth Lind", ""),
        ("", "Seen : ."),
        ("", "Seen:. "),
    ],
)
def test_a_note_that_was_edited_is_not_given_back(tmp_path, new, edited):
    before, after, alignment = note(1, new=new)
    with Vault.create(tmp_path / "v", KEY) as vault:
        vault.add(before, after, alignment)
        with pytest.raises(VaultError, match="note 'new-1': its text is not the one that was written") as caught:
            vault.restore(replace(after, text=edited, spans=()))
    assert not any(word in str(caught.value) for word in ("Ada", "Osei", "Ruth", "old-1", "mrn"))


def test_notes_that_do_not_belong_together_are_never_kept(tmp_path):
    before, after, alignment = note(1)
    with pytest.raises(ValueError, match="not the old one"), Vault.create(tmp_path / "v", KEY) as vault:
        vault.add(before, replace(after, text=after.text + "x"), alignment)
        vault.add(before, replace(after, text="S" + after.text), alignment)
    assert not (tmp_path / "v").exists()


def test_a_note_that_is_added_again_replaces_what_was_kept(path):
    before, after, alignment = note(1, old="Bo", new="Jo")
    with Vault.open(path, KEY) as vault:
        vault.add(before, after, alignment)
        assert vault.count() == 3
    assert restored(path, after) == before
    with pytest.raises(VaultError, match="not the one that was written"):
        restored(path, note(1)[1])


def test_a_note_that_was_not_written_is_forgotten(path):
    with Vault.open(path, KEY) as vault:
        vault.add(*note(7))
        vault.forget_last()
        vault.add(*note(8))
        vault.add(*note(1, old="Bo"))
        vault.forget_last()
        vault.add(*note(9))
    for i in (0, 1, 2, 8, 9):
        assert restored(path, note(i)[1]) == note(i)[0]
    with pytest.raises(VaultError, match="note 'new-7' is not in the vault"):
        restored(path, note(7)[1])


def test_a_run_that_fails_changes_nothing(path, tmp_path):
    before = path.read_bytes()
    with pytest.raises(KeyboardInterrupt), Vault.open(path, KEY) as vault:
        vault.add(*note(1, old="Bo"))
        vault.add(*note(5))
        raise KeyboardInterrupt
    assert path.read_bytes() == before
    with pytest.raises(KeyboardInterrupt), Vault.create(tmp_path / "w", KEY) as vault:
        vault.add(*note(1))
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == [tmp_path / "v"]


def test_what_is_kept_early_is_there_for_others_and_goes_if_the_run_fails(path, tmp_path):
    with pytest.raises(KeyboardInterrupt), Vault.open(path, KEY) as vault:
        vault.add(*note(1, old="Bo"))
        vault.add(*note(1, old="Bea"))
        vault.add(*note(5))
        vault.keep()
        assert restored(path, note(5)[1]) == note(5)[0]
        vault.add(*note(1, old="Abe"))
        vault.add(*note(6))
        vault.keep()
        vault.add(*note(7))
        raise KeyboardInterrupt
    with Vault.open(path, KEY) as vault:
        for i in range(vault.count()):
            assert vault.restore(note(i)[1]) == note(i)[0]
        with pytest.raises(VaultError, match="is not in the vault"):
            vault.restore(note(5)[1])
    with pytest.raises(KeyboardInterrupt), Vault.create(tmp_path / "w", KEY) as vault:
        vault.add(*note(1))
        vault.keep()
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == [tmp_path / "v"]


def test_a_run_may_go_on_after_it_kept_something(path):
    with Vault.open(path, KEY) as vault:
        vault.add(*note(5))
        vault.keep()
        vault.keep()
        vault.add(*note(6))
        vault.forget_last()
        vault.add(*note(7))
    for i in (1, 5, 7):
        assert restored(path, note(i)[1]) == note(i)[0]


def test_a_rotation_that_was_kept_stays(path):
    with pytest.raises(KeyboardInterrupt), Vault.open(path, KEY) as vault:
        vault.rotate(OTHER)
        vault.keep()
        raise KeyboardInterrupt
    with Vault.open(path, OTHER) as vault:
        assert vault.restore(note(1)[1]) == note(1)[0]


KILLED = """
import os, signal, sys
from tests.replace.test_vault import note
from incognote.replace.keys import parse
from incognote.replace.vault import Vault
old, new = (parse(word) for word in sys.stdin.read().split())
with Vault.open(sys.argv[1], old) as vault:
    for i in range(1, 6000):
        vault.add(*note(i, old="Bo"))
    if sys.argv[2] == "rotate":
        vault.rotate(new)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("task", ["add", "rotate"])
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_a_run_that_is_killed_leaves_the_vault_as_it_was(tmp_path, task):
    words = [new_key(), new_key()]
    key = parse(words[0])
    with Vault.create(tmp_path / "v", key) as vault:
        for i in range(100):
            vault.add(*note(i))
    size = (tmp_path / "v").stat().st_size
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path / "v"), task],
        input=" ".join(words),
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == -signal.SIGKILL
    assert (tmp_path / "v").stat().st_size > size  # it was in the midst of writing
    with Vault.open(tmp_path / "v", key) as vault:
        assert vault.count() == 100
        for i in range(100):
            assert vault.restore(note(i)[1]) == note(i)[0]
    assert list(tmp_path.iterdir()) == [tmp_path / "v"]


def test_another_key_does_not_open_it(path):
    for use in (Vault.open, Vault.at):
        with pytest.raises(ConfigError, match=f"made with the key {KEY.fingerprint}.*given is {OTHER.fingerprint}"):
            use(path, OTHER)
    change(path, "UPDATE vault SET fingerprint = ?", OTHER.fingerprint)
    for key, error in ((KEY, ConfigError), (OTHER, VaultError)):
        with pytest.raises(error):
            Vault.open(path, key)


def test_rotation(path):
    for i in (1, 2):
        with Vault.open(path, KEY) as vault:
            vault.add(*note(i))
    old = path.read_bytes()
    with Vault.open(path, KEY) as vault:
        vault.rotate(OTHER)
        assert vault.restore(note(0)[1]) == note(0)[0]
        vault.add(*note(9))
    with pytest.raises(ConfigError):
        Vault.open(path, KEY)
    for i in (0, 1, 2, 9):
        assert restored(path, note(i)[1], OTHER) == note(i)[0]
    with sqlite3.connect(path) as database:
        for name, content in database.execute("SELECT name, sealed FROM notes"):
            assert name not in old
            assert content not in old
        assert database.execute("SELECT count(*) FROM sessions").fetchone() == (1,)
    with pytest.raises(ConfigError, match="the new key is the old one"), Vault.open(path, OTHER) as vault:
        vault.rotate(OTHER)


def test_a_damaged_note_stops_rotation_and_nothing_is_lost(path):
    change(path, "UPDATE notes SET nonce = zeroblob(12) WHERE nonce = (SELECT max(nonce) FROM notes)")
    before = path.read_bytes()
    with pytest.raises(VaultError, match="damaged or was changed"), Vault.open(path, KEY) as vault:
        vault.rotate(OTHER)
    assert path.read_bytes() == before


FIRST, SECOND = (f"(SELECT name FROM notes WHERE session = 1 ORDER BY nonce LIMIT 1 OFFSET {i})" for i in (0, 1))


@pytest.mark.parametrize(
    "statement",
    [
        f"UPDATE notes SET sealed = (SELECT sealed FROM notes WHERE name = {SECOND}) WHERE name = {FIRST}",
        f"UPDATE notes SET nonce = (SELECT nonce FROM notes WHERE name = {SECOND}) WHERE name = {FIRST}",
        f"UPDATE notes SET (nonce, sealed) = (SELECT nonce, sealed FROM notes WHERE name = {SECOND})",
        f"UPDATE notes SET sealed = zeroblob(528) WHERE name = {FIRST}",
        f"UPDATE notes SET sealed = x'' WHERE name = {FIRST}",
        f"UPDATE notes SET sealed = 'text' WHERE name = {FIRST}",
        f"UPDATE notes SET nonce = x'' WHERE name = {FIRST}",
        f"UPDATE notes SET nonce = 5 WHERE name = {FIRST}",
        f"UPDATE notes SET session = 2 WHERE name = {FIRST}",
        f"UPDATE notes SET session = 99 WHERE name = {FIRST}",
        f"DELETE FROM notes WHERE name = {FIRST}",
        f"UPDATE notes SET name = randomblob(16) WHERE name = {FIRST}",
        "UPDATE sessions SET salt = randomblob(32) WHERE number = 1",
        "UPDATE sessions SET salt = 'text' WHERE number = 1",
        "DELETE FROM sessions WHERE number = 1",
        "UPDATE sessions SET salt = (SELECT salt FROM sessions WHERE number = 2) WHERE number = 1",
    ],
)
def test_any_change_is_noticed(path, statement):
    with Vault.open(path, KEY) as vault:
        vault.add(*note(3))
        vault.add(*note(4))
    change(path, statement)
    refused = 0
    with Vault.open(path, KEY) as vault:
        for i in range(5):
            try:
                assert vault.restore(note(i)[1]) == note(i)[0]
            except VaultError:
                refused += 1
    assert refused >= 1


@pytest.mark.parametrize("column", ["salt", "nonce", "sealed"])
def test_a_changed_check_is_noticed(path, column):
    change(path, f"UPDATE vault SET {column} = zeroblob(length({column})) || x'01'")
    with pytest.raises(VaultError, match="damaged or was changed"):
        Vault.open(path, KEY)
    change(path, "DELETE FROM vault")
    with pytest.raises(VaultError, match="damaged or was changed"):
        Vault.open(path, KEY)


def test_any_changed_bit_is_noticed(tmp_path):
    with Vault.create(tmp_path / "v", KEY) as vault:
        vault.add(*note(1))
    before, after, _ = note(1)
    with sqlite3.connect(tmp_path / "v") as database:
        ((name, session, nonce, sealed),) = database.execute("SELECT * FROM notes").fetchall()
        ((salt,),) = database.execute("SELECT salt FROM sessions WHERE number = ?", (session,)).fetchall()
    value, place = sealing.Sealed(nonce, sealed), b"note/1\0" + name
    assert KeptNote.from_bytes(sealing.unseal(KEY, salt, value, place)).restore(after) == before
    for i in range(8 * len(sealed)):
        changed = (int.from_bytes(sealed) ^ 1 << i).to_bytes(len(sealed))
        with pytest.raises(sealing.BrokenSealError):
            sealing.unseal(KEY, salt, sealing.Sealed(nonce, changed), place)


def test_a_note_of_an_older_copy_gives_no_wrong_note(path):
    """Who puts old rows back can't make a note another one: its text no longer fits."""
    with sqlite3.connect(path) as database:
        rows = database.execute("SELECT * FROM notes").fetchall()
    with Vault.open(path, KEY) as vault:
        for i in range(3):
            vault.add(*note(i, old="Bo", new="Jo"))
    with sqlite3.connect(path) as database:
        database.executemany("INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?)", rows)
    for i in range(3):
        with pytest.raises(VaultError, match="not the one that was written"):
            restored(path, note(i, old="Bo", new="Jo")[1])


def test_nonces_never_come_twice_under_one_key(tmp_path, monkeypatch):
    used = []

    class Watched:
        def __init__(self, key):
            self.key = key
            self.decrypt = cipher(key).decrypt

        def encrypt(self, nonce, data, place):
            used.append((self.key, nonce))
            return cipher(self.key).encrypt(nonce, data, place)

    cipher = sealing.AESGCM
    monkeypatch.setattr(sealing, "AESGCM", Watched)
    paths = [tmp_path / "v0"]
    Vault.create(paths[0], KEY).__exit__(None, None, None)
    for i in range(30):
        paths.append(tmp_path / f"v{i + 1}")
        paths[-1].write_bytes(paths[i // 2].read_bytes())  # copies of copies, all written to
        for each in (paths[-1], paths[i // 2]):
            with Vault.open(each, KEY) as vault:
                for k in range(5):
                    vault.add(*note(k))
                    if k % 2:
                        vault.forget_last()
            with pytest.raises(OSError), Vault.open(each, KEY) as vault:
                vault.add(*note(1))
                raise OSError
    with Vault.open(paths[0], KEY) as vault:
        vault.rotate(OTHER)
        vault.rotate(KEY)
    assert len(used) > 30 * 2 * 6
    assert len(set(used)) == len(used)
    salts = set()
    for each in paths:
        with sqlite3.connect(each) as database:
            rows = database.execute("SELECT salt, nonce FROM notes JOIN sessions ON number = session").fetchall()
            assert len(set(rows)) == len(rows)
            salts.update(salt for (salt,) in database.execute("SELECT salt FROM sessions"))
    assert {len(salt) for salt in salts} == {32}


def test_the_file_tells_nothing(tmp_path):
    with Vault.create(tmp_path / "v", KEY) as vault:
        for i in range(50):
            vault.add(*note(i))
        vault.add(*note(50, "Osei " * 200))
    content = (tmp_path / "v").read_bytes()
    for word in ("Ada", "Osei", "Ruth", "Lind", "old-", "new-", "mrn-", "PATIENT", "Seen"):
        assert word.encode() not in content
    with sqlite3.connect(tmp_path / "v") as database:
        lengths = {length for (length,) in database.execute("SELECT length(sealed) - 16 FROM notes")}
    assert lengths == {512, 2048}


def test_what_lies_beside_the_vault_is_gone_and_the_file_is_the_owner_s(path, tmp_path):
    assert list(tmp_path.iterdir()) == [tmp_path / "v"]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_no_vault(tmp_path):
    with pytest.raises(VaultError, match="no such vault"):
        Vault.open(tmp_path / "none", KEY)
    (tmp_path / "text").write_text("Ada Osei " * 500)
    (tmp_path / "empty").write_bytes(b"")
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE x (y)").connection.close()
    for name in ("text", "empty", "other"):
        with pytest.raises(VaultError, match="this file is no vault"):
            Vault.at(tmp_path / name, KEY)
    with pytest.raises(OutputError, match="exists already"):
        Vault.create(tmp_path / "text", KEY)
    with pytest.raises(OutputError, match="does not exist"):
        Vault.create(tmp_path / "no" / "folder", KEY)


def test_a_vault_of_a_later_version(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 2")
    database.close()
    with pytest.raises(VaultError, match="update incognote"):
        Vault.open(path, KEY)


def test_a_torn_file(path):
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\0" * (len(content) - 4096))
    with pytest.raises(VaultError, match="damaged"):
        restored(path, note(0)[1])


def test_a_full_disk(path):
    before = path.read_bytes()
    with pytest.raises(VaultError, match="can't be read or written; check its"), Vault.open(path, KEY) as vault:
        vault._database.execute("PRAGMA max_page_count = 10")
        for i in range(100):
            vault.add(*note(i))
    assert path.read_bytes() == before


def test_an_end_that_fails_says_what_to_do(path):
    class Failing:
        def __init__(self, database):
            self.close = database.close

        def execute(self, statement):
            raise sqlite3.OperationalError(statement)

    with (
        pytest.raises(VaultError, match="remove what it wrote, if anything, and run it again"),
        Vault.open(path, KEY) as vault,
    ):
        vault.add(*note(7))
        vault._database = Failing(vault._database)
    with pytest.raises(VaultError, match="is not in the vault"):
        restored(path, note(7)[1])


def test_two_writers_at_once(path, monkeypatch):
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, timeout=0.01))
    with Vault.open(path, KEY) as first, Vault.open(path, KEY) as second:
        first.add(*note(7))
        with pytest.raises(VaultError, match="another run is using the vault"):
            second.add(*note(8))
    assert restored(path, note(7)[1]) == note(7)[0]


def test_nothing_is_shown():
    kept = KeptNote.of(*note(1))
    assert repr(kept) == "KeptNote(1 replacements)"
    assert not any(text in repr(kept.replaced) for text in (kept.replaced[0].old, kept.replaced[0].new))
    assert "salt" not in repr(sealing.Session(KEY))
