import json
import re

import pytest

from incognote.replace.keys import write_key
from tests.cli.conftest import EXAMPLES

FIRST = "seen by BORIS THORNQUIST on 3/4/2021, Na 140\nwell\n"
SECOND = "BORIS called 12/27/2024\nK 4.2\n"
PATIENTS = ("--patient-of", r"path:^(\d+)")


@pytest.fixture
def clean(call, tmp_path):
    """An output of two notes of one patient."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "7041-a.txt").write_text(FIRST)
    (tmp_path / "in" / "7041-b.txt").write_text(SECOND)
    assert call("deidentify", "in", "--out", "clean", *PATIENTS).code == 0
    return tmp_path / "clean"


def verdicts(done):
    found = re.search(r"note[s]?: (\d+) PASS, (\d+) REVIEW, (\d+) FAIL", done.out)
    return tuple(map(int, found.groups()))


def test_an_untouched_output_passes(call, clean):
    done = call("verify", "in", "clean", *PATIENTS)
    assert (done.code, verdicts(done)) == (0, (2, 0, 0))
    assert done.out == "2 notes: 2 PASS, 0 REVIEW, 0 FAIL\n"


def rewrite(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("well", "well, Thornquist", "a name is left"),
        ("[**Full Date 3**]", "2021-03-04", "a replacement is what it replaces"),
        ("140", "104", "text outside the replacements was changed"),
        ("well\n", "", "text outside the replacements was changed"),
        ("well", "well\nvery", "text outside the replacements was changed"),
        ("well", "well, seen Dec 27, 2024", "a full date is left"),
    ],
)
def test_faults_fail_without_a_word_of_the_notes(call, clean, old, new, reason):
    rewrite(clean / "note-00001.txt", old, new)
    done = call("verify", "in", "clean", "--no-rescan", *PATIENTS)
    assert (done.code, verdicts(done)) == (6, (1, 0, 1))
    assert "FAIL  note 'note-00001'" in done.out
    assert reason in done.out
    assert not re.search("(?i)boris|thornquist|140|104|well|2021|2024|7041", done.out + done.err)
    shown = call("verify", "in", "clean", "--no-rescan", "--show", *PATIENTS)
    assert "seen by" in shown.out or "well" in shown.out or "Na" in shown.out


def test_missing_extra_and_swapped_notes_fail(call, clean):
    one, two = clean / "note-00001.txt", clean / "note-00002.txt"
    texts = one.read_text(), two.read_text()
    one.write_text(texts[1])
    two.write_text(texts[0])
    assert verdicts(call("verify", "in", "clean", "--no-rescan")) == (0, 0, 2)
    one.write_text(texts[0])
    two.rename(clean / "BORIS.txt")
    done = call("verify", "in", "clean", "--no-rescan")
    assert verdicts(done) == (1, 0, 2)
    assert "missing in the output" in done.out
    assert "not in the side file" in done.out


def test_the_engine_reads_the_output_again(call, clean):
    rewrite(clean / "note-00002.txt", "K 4.2", "K 4.2")
    side = clean.with_name("clean.alignment.jsonl")
    head, first, second = map(json.loads, side.read_text().splitlines())
    second["stretches"].pop(0)
    new = second["stretches"][0]
    new[2:4] = new[0], new[0] + new[3] - new[2]
    second["new_length"] = len(SECOND) - (new[1] - new[0]) + (new[3] - new[2])
    side.write_text("".join(json.dumps(line) + "\n" for line in (head, first, second)))
    (clean / "note-00002.txt").write_text(SECOND.replace("12/27/2024", "[**Full Date 2**]").replace("BORIS", "DORIS"))
    (clean.parent / "in" / "7041-b.txt").write_text(SECOND.replace("BORIS", "DORIS"))
    done = call("verify", "in", "clean")
    assert (done.code, verdicts(done)) == (0, (1, 1, 0))
    assert "text 0-5 DOCTOR (score 0.9): the engine finds PHI in the output" in done.out
    assert call("verify", "in", "clean", "--strict").code == 6
    assert verdicts(call("verify", "in", "clean", "--no-rescan")) == (2, 0, 0)


@pytest.mark.parametrize(
    ("options", "point"),
    [
        ((), "balanced"),
        (("--point", "strict"), "strict"),
        (("--engine", "incognote@safe"), None),
        (("--threshold", "0.3"), None),
        (("--engine", "deid"), None),
    ],
)
def test_the_engine_doubts_more_unless_told_otherwise(call, clean, options, point):
    assert call("verify", "in", "clean", *options).code == 0
    assert call.build.parts.point == point


def test_a_kept_column_and_kept_names(call, tmp_path):
    table = 'note,mrn,ward,text\nn-1,7041987,Thornquist,"seen by THORNQUIST"\nn-2,7041988,3W,ok\n'
    (tmp_path / "n.csv").write_text(table)
    columns = ("--columns", "id=note,patient=mrn")
    for out, kept, expected in (("a.csv", "", 0), ("b.jsonl", "ward", 6)):
        assert call("deidentify", "n.csv", *columns, "--out", out, "--keep-columns", kept).code == 0
        done = call("verify", "n.csv", out, *columns, "--no-rescan", "--json", f"{out}.json")
        assert done.code == expected
    assert "field 'ward' 0-10 DOCTOR: a name is left" in done.out
    found = json.loads((tmp_path / "b.jsonl.json").read_text())
    assert (found["notes"], found["kept_names"]) == ({"PASS": 1, "REVIEW": 0, "FAIL": 1}, 0)
    assert found["findings"][0]["findings"][0]["where"] == "ward"
    assert "hornquist" not in str(found)
    call("deidentify", "n.csv", *columns, "--out", "c.csv", "--keep-names")
    assert "2 kept the id of the note or the patient" in call("verify", "n.csv", "c.csv", *columns, "--no-rescan").out


def test_notes_that_were_set_aside_or_left_out_are_told_by_their_numbers(call, tmp_path):
    (tmp_path / "n.csv").write_text("id,patient,text\n1,7,x\n2,8,FAULT\n3,9,BORIS\n")
    (tmp_path / "vip").write_text("7\n")
    call("deidentify", "n.csv", "--out", "c.csv", "--exclude", "vip", "--keep-going")
    done = call("verify", "n.csv", "c.csv")
    assert (done.code, verdicts(done)) == (0, (1, 0, 0))
    assert "not written, so not verified: 2 of the input, by number: 1, 2" in done.out


def test_an_encoding_of_the_original_is_not_the_output_s(call, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes("café BORIS\r\n".encode("latin-1"))
    options = ("--encoding", "latin-1")
    assert call("deidentify", "in", "--out", "clean", *options).code == 0
    assert verdicts(call("verify", "in", "clean", *options)) == (1, 0, 0)


def test_wrong_use(call, clean, tmp_path):
    done = call("verify", "in", "in")
    assert (done.code, "there is no side file" in done.err) == (3, True)
    (tmp_path / "v.json").write_text("mine")
    assert call("verify", "in", "clean", "--json", "v.json").code == 3
    side = clean.with_name("clean.alignment.jsonl")
    side.rename(tmp_path / "elsewhere")
    assert call("verify", "in", "clean", "--alignment", "elsewhere").code == 0


@pytest.mark.parametrize("style", ["thesis", "plain", "mask", "remove"])
def test_the_examples_never_fail(run, tmp_path, style):
    write_key(tmp_path / "k")
    notes, engine = EXAMPLES / "notes", ("--engine", "incognote-fast")
    whose = ("--patient-of", r"path:^(\d+)-")
    assert run("deidentify", notes, "--key", "k", *whose, "--style", style, "--out", "clean", *engine).code == 0
    done = run("verify", notes, "clean", *whose, *engine)
    assert done.code == 0, done.out
    assert verdicts(done)[0] >= 1
