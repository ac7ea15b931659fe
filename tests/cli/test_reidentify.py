"""`deidentify --vault` and `reidentify`: there and back again, and nobody else."""

import filecmp
import json
import os
import shutil
import stat

import pytest

from incognote import formats
from incognote.formats import files
from incognote.replace.keys import write_key
from tests.cli.conftest import EXAMPLES

FILES = {
    "7041/discharge.txt": b"seen by BORIS on 3/4/2021 at home\n",
    "7041/windows.txt": b"\xef\xbb\xbfBORIS\r\nand ADA\r\n\r\nend",
    "7042/old mac.txt": b"MAC\rOSX\r\x0c\x85".replace(b"\x85", "\u0085\u2028é🙂".encode()),
    "7042.b/empty.txt": b"",
    "touching.txt": b"BORISADA 3/4 BORIS/ADA-EVE",
    "Zoë.v2.txt": "ZOË, 😀BORIS😀 e\u0301".encode(),
}
STYLES = [("--style", style) for style in ("thesis", "surrogates", "plain", "mask", "remove")]


@pytest.fixture
def notes(tmp_path):
    for name, content in FILES.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(content)
    return "in"


@pytest.fixture
def keys(tmp_path):
    for name in ("site.key", "other.key"):
        write_key(tmp_path / name)
    return ("--key", "site.key", "--vault", "v")


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize("options", [*STYLES, ("--keep-names",), ("--patient-of", r"path:^(\d+)"), ("--tag-dates",)])
def test_a_folder_comes_back_byte_for_byte(call, notes, keys, tmp_path, options):
    done = call("deidentify", notes, "--out", "clean", *keys, *options)
    assert (done.code, "vault: v gives these notes back" in done.err) == (0, True)
    assert not any(b"BORIS" in content for content in contents(tmp_path / "clean").values())
    back = call("reidentify", "clean", "--out", "back", *keys)
    assert (back.code, back.out) == (0, "")
    assert "6 notes -> back (text)" in back.err
    assert contents(tmp_path / "back") == FILES


def test_the_examples_come_back_with_the_real_engine(run, tmp_path, keys):
    options = ("--patient-of", r"path:^(\d+)-", "--drop-sections", "social,family")
    assert run("deidentify", EXAMPLES / "notes", "--out", "clean", *keys, *options).code == 0
    assert run("reidentify", "clean", "--out", "back", *keys).code == 0
    names = sorted(file.name for file in (EXAMPLES / "notes").iterdir())
    assert sorted(file.name for file in (tmp_path / "back").iterdir()) == names
    assert filecmp.cmpfiles(EXAMPLES / "notes", tmp_path / "back", names, shallow=False) == (names, [], [])


ROWS = [
    {"id": "n-1", "text": 'seen by "BORIS", 3/4/2021;\r\nADA', "patient": "07041"},
    {"id": "n-2", "text": "", "patient": "7041"},
    {"id": "n/3", "text": "ok\tMRS EVE"},
]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl"])
def test_tables_come_back_with_ids_and_patients(call, keys, tmp_path, suffix):
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert call("convert", "in.jsonl", "--out", f"in.{suffix}").code == 0 or suffix == "jsonl"
    assert call("deidentify", f"in.{suffix}", "--out", f"clean.{suffix}", *keys).code == 0
    clean = (tmp_path / f"clean.{suffix}").read_text()
    assert not any(word in clean for word in ("n-1", "7041", "BORIS"))
    assert call("reidentify", f"clean.{suffix}", "--out", f"back.{suffix}", *keys).code == 0
    before, after = (
        [(doc.id, doc.text, doc.patient) for doc in formats.read(tmp_path / f"{name}.{suffix}")]
        for name in ("in", "back")
    )
    assert before == after == [(row["id"], row["text"], row.get("patient")) for row in ROWS]


def test_other_columns_and_names_of_columns(call, keys, tmp_path):
    (tmp_path / "n.csv").write_text('note,mrn,ward,room,text\nn-1,7041,3W,12,"seen by BORIS"\n')
    columns = ("--columns", "id=note,patient=mrn")
    call("deidentify", "n.csv", *columns, "--out", "c.csv", "--keep-columns", "ward", *keys)
    assert call("reidentify", "c.csv", *columns, "--out", "b.csv", *keys).code == 0
    (doc,) = formats.read(tmp_path / "b.csv", options=formats.Options(columns={"id": "note", "patient": "mrn"}))
    assert (doc.id, doc.patient, doc.meta, doc.text) == ("n-1", "7041", {"ward": "3W"}, "seen by BORIS")
    assert [doc[span] for span in doc.spans] == ["BORIS"]


@pytest.mark.parametrize("to", ["brat", "i2b2-2014", "inline", "jsonl", "i2b2-2006", "physionet"])
def test_by_way_of_other_formats(call, keys, tmp_path, to):
    (tmp_path / "in" / "7041").mkdir(parents=True)
    (tmp_path / "in" / "7041" / "22.txt").write_text("seen by BORIS\non 3/4/2021\n")
    suffix = {"jsonl": ".jsonl", "i2b2-2006": ".xml", "physionet": ".text"}.get(to, "")
    options = ("--patient-of", r"path:^(\d+)")
    assert call("deidentify", "in", "--out", f"clean{suffix}", "--to", to, *options, *keys).code == 0
    assert call("reidentify", f"clean{suffix}", "--to", "text", "--out", "back", *keys).code == 0
    assert contents(tmp_path / "back") == contents(tmp_path / "in")


def test_another_encoding_comes_back_as_the_same_characters(call, keys, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes("BORIS Müller".encode("cp1252"))
    assert call("deidentify", "in", "--encoding", "cp1252", "--out", "clean", *keys).code == 0
    assert call("reidentify", "clean", "--out", "back", *keys).code == 0
    assert contents(tmp_path / "back") == {"a.txt": "BORIS Müller".encode()}


def test_names_that_stay_new(call, notes, keys, tmp_path):
    call("deidentify", notes, "--out", "clean", *keys)
    assert call("reidentify", "clean", "--out", "back", "--keep-names", *keys).code == 0
    back = contents(tmp_path / "back")
    assert set(back) == set(contents(tmp_path / "clean"))
    assert sorted(back.values()) == sorted(FILES.values())


def test_a_vault_grows_and_a_run_may_be_repeated(call, notes, keys, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "7043.txt").write_text("EVE")
    for path, out in ((notes, "one"), ("more", "two"), (notes, "three")):
        assert call("deidentify", path, "--out", out, *keys).code == 0
    for out, before in (("one", "in"), ("two", "more"), ("three", "in")):
        assert call("reidentify", out, "--out", f"{out}-back", *keys).code == 0
        assert contents(tmp_path / f"{out}-back") == contents(tmp_path / before)
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / "v").stat().st_mode) == 0o600


def test_edited_and_unknown_notes_are_errors_or_set_aside(call, notes, keys, tmp_path):
    call("deidentify", notes, "--out", "clean", "--keep-names", *keys)
    (tmp_path / "clean" / "touching.txt").write_text("something ELSE")
    (tmp_path / "clean" / "unknown.txt").write_text("EVE")
    stopped = call("reidentify", "clean", "--out", "back", *keys)
    assert stopped.code == 3
    assert not (tmp_path / "back").exists()
    went_on = call("reidentify", "clean", "--out", "back", *keys, "--keep-going")
    assert went_on.code == 4
    assert "set aside: note 'touching': its text is not the one that was written" in went_on.err
    assert "set aside: note 'unknown' is not in the vault v" in went_on.err
    assert "5 notes -> back" in went_on.err
    assert contents(tmp_path / "back") == {name: text for name, text in FILES.items() if name != "touching.txt"}
    assert not any(word in stopped.err + went_on.err for word in ("BORIS", "ELSE", "EVE"))


def test_a_note_that_its_format_refuses_is_not_kept(call, keys, tmp_path):
    """Two ids of one patient give one new id; the second note must not take the first one's place in the vault."""
    columns = ("--columns", "id=mrn,patient=mrn")
    (tmp_path / "n.csv").write_text("mrn,text\n07041,BORIS\n7041,ADA EVE\n7042,EVE\n")
    done = call("deidentify", "n.csv", *columns, "--out", "c.csv", "--keep-going", *keys)
    assert (done.code, "2 notes -> c.csv" in done.err) == (4, True)
    assert call("reidentify", "c.csv", *columns, "--out", "b.csv", *keys).code == 0
    docs = formats.read(tmp_path / "b.csv", options=formats.Options(columns={"id": "mrn", "patient": "mrn"}))
    assert [(doc.id, doc.text) for doc in docs] == [("07041", "BORIS"), ("7042", "EVE")]


def test_an_id_that_is_no_file_name_is_refused(call, keys, tmp_path):
    (tmp_path / "n.jsonl").write_text('{"id": ".hidden", "text": "BORIS"}\n{"id": "b", "text": "EVE"}\n')
    assert call("deidentify", "n.jsonl", "--out", "clean", "--to", "text", *keys).code == 0
    done = call("reidentify", "clean", "--out", "back", "--keep-going", *keys)
    assert (done.code, "1 note -> back" in done.err) == (4, True)
    assert contents(tmp_path / "back") == {"b.txt": b"EVE"}


def test_a_run_that_fails_leaves_no_vault_and_changes_none(call, notes, keys, tmp_path):
    call("deidentify", notes, "--out", "first", "--key", "site.key", "--vault", "old")
    before = (tmp_path / "old").read_bytes()
    (tmp_path / "in" / "zz.txt").write_text("FAULT")
    for vault in ("old", "new"):
        assert call("deidentify", notes, "--out", "clean", "--key", "site.key", "--vault", vault).code == 1
    assert not (tmp_path / "new").exists()
    assert (tmp_path / "old").read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {
        "in", "first", "first.alignment.jsonl", "old", "site.key", "other.key",
    }  # fmt: skip


def test_the_vault_knows_all_notes_before_the_output_is_there(call, notes, keys, tmp_path, monkeypatch):
    """What is there if a run is killed when its output has just got its name."""
    place = files._place

    def watched(stand_in, path):
        place(stand_in, path)
        if path.name == "clean":
            shutil.copy(tmp_path / "v", tmp_path / "then")

    monkeypatch.setattr(files, "_place", watched)
    assert call("deidentify", notes, "--out", "clean", *keys).code == 0
    assert call("reidentify", "clean", "--out", "back", "--key", "site.key", "--vault", "then").code == 0
    assert contents(tmp_path / "back") == FILES


@pytest.mark.parametrize("style", ["thesis", "plain"])
def test_an_output_that_can_t_get_its_name_leaves_the_vaults(call, notes, tmp_path, keys, monkeypatch, style):
    assert call("deidentify", notes, "--out", "first", *keys).code == 0
    place = files._place

    def failing(stand_in, path):
        if path.name == "clean":
            raise OSError(28, "No space left on device")
        place(stand_in, path)

    monkeypatch.setattr(files, "_place", failing)
    for vault in ("v", "new"):
        done = call("deidentify", notes, "--out", "clean", "--style", style, "--key", "site.key", "--vault", vault)
        assert (done.code, "No space left" in done.err) == (3, True)
    assert not {"clean", "clean.alignment.jsonl", "new"} & {path.name for path in tmp_path.iterdir()}
    assert call("reidentify", "first", "--out", "back", *keys).code == 0
    assert contents(tmp_path / "back") == FILES


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["deidentify", "nowhere", "--out", "o", "--vault", "v"], 3, "no such file"),
        (["deidentify", "in", "--out", "o", "--vault", "v"], 2, "--vault needs a key: --key FILE"),
        (["deidentify", "in", "--out", "o", "--vault", "v", "--key", "other.key"], 2, "made with the key"),
        (["deidentify", "in", "--out", "o", "--vault", "other.key", "--key", "site.key"], 3, "this file is no vault"),
        (["deidentify", "in", "--out", "o", "--vault", "no/v", "--key", "site.key"], 3, "create it first"),
        (["deidentify", "in", "--out", "o", "--vault", "clean", "--key", "site.key"], 3, "no such vault"),
        (["reidentify", "clean", "--out", "o", "--vault", "v"], 2, "there is no key; give one"),
        (["reidentify", "clean", "--out", "o", "--vault", "v", "--key", "other.key"], 2, "made with the key"),
        (["reidentify", "clean", "--out", "o", "--vault", "none", "--key", "site.key"], 3, "there is no such vault"),
        (["reidentify", "nowhere", "--out", "o", "--vault", "v", "--key", "site.key"], 3, "no such file or folder"),
        (["reidentify", "clean", "--out", "clean/o", "--vault", "v", "--key", "site.key"], 2, "inside the input"),
        (["reidentify", "clean", "--out", "in", "--vault", "v", "--key", "site.key"], 3, "exists already"),
    ],
)
def test_mistakes_leave_nothing(call, notes, keys, tmp_path, arguments, code, message):
    call("deidentify", notes, "--out", "clean", *keys)
    before = (tmp_path / "v").read_bytes()
    done = call(*arguments)
    assert (done.code, message in done.err) == (code, True)
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "o").exists()
    assert (tmp_path / "v").read_bytes() == before


def test_a_deleted_vault_is_the_end(call, notes, keys, tmp_path):
    call("deidentify", notes, "--out", "clean", *keys)
    (tmp_path / "v").unlink()
    done = call("reidentify", "clean", "--out", "back", *keys)
    assert (done.code, "without it no note can be given back" in done.err) == (3, True)
    assert not (tmp_path / "v").exists()


def test_a_key_on_standard_input(call, notes, keys, tmp_path):
    call("deidentify", notes, "--out", "clean", *keys)
    secret = (tmp_path / "site.key").read_text()
    done = call("reidentify", "clean", "--out", "back", "--vault", "v", "--key", "-", typed=secret)
    assert done.code == 0
    assert secret.strip() not in done.err


def test_a_rotated_vault(call, notes, keys, tmp_path):
    call("deidentify", notes, "--out", "clean", *keys)
    rotated = call("key", "rotate", "v", "--key", "site.key", "--new-key", "other.key")
    assert (rotated.code, "v: 6 notes, now under the key" in rotated.err) == (0, True)
    assert call("reidentify", "clean", "--out", "back", *keys).code == 2
    assert call("reidentify", "clean", "--out", "back", "--vault", "v", "--key", "other.key").code == 0
    assert contents(tmp_path / "back") == FILES
    for old, new, code in (("site.key", "other.key", 2), ("other.key", "other.key", 2), ("-", "-", 2)):
        assert call("key", "rotate", "v", "--key", old, "--new-key", new).code == code
    assert call("key", "rotate", "none", "--key", "site.key", "--new-key", "other.key").code == 3


def test_fingerprints(call, notes, keys, tmp_path):
    printed = call("key", "fingerprint", "--key", "site.key").out.strip()
    assert f"key: {printed}\n" in call("deidentify", notes, "--out", "clean", "--key", "site.key").err
    assert printed != call("key", "fingerprint", "--key", "other.key").out.strip()
    assert "key: " not in call("deidentify", notes, "--out", "keyless").err
    wrong = call("key", "fingerprint")
    assert (wrong.code, "there is no key" in wrong.err) == (2, True)
