import json
import os
import re
from datetime import date, datetime

import pytest

from incognote import formats
from incognote.replace.alignment_file import read_notes
from incognote.replace.keys import write_key

NOTE = "seen by BORIS on 3/4/2021 at home\n"
CLEAN = "seen by [**Last Name 1**] on [**Full Date 2**] at home\n"


@pytest.fixture
def notes(tmp_path):
    (tmp_path / "in" / "7041").mkdir(parents=True)
    (tmp_path / "in" / "7041" / "discharge.txt").write_text(NOTE)
    (tmp_path / "in" / "quiet.txt").write_text("nothing\n")
    return "in"


@pytest.fixture
def key(tmp_path):
    write_key(tmp_path / "site.key")
    return "site.key"


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_text() for file in folder.rglob("*") if file.is_file()}


def test_tags_and_numbered_names_without_a_key(call, notes, tmp_path):
    done = call("deidentify", notes, "--out", "clean")
    assert (done.code, done.out) == (0, "")
    assert contents(tmp_path / "clean") == {"note-00001.txt": CLEAN, "note-00002.txt": "nothing\n"}
    assert "2 notes -> clean (text)" in done.err
    assert "replaced: 1 DOCTOR, 1 DATE" in done.err
    assert "numbered in the order of the input" in done.err


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("plain", "seen by [NAME] on [DATE] at home\n"),
        ("mask", "seen by ***** on ******** at home\n"),
        ("remove", "seen by  on  at home\n"),
    ],
)
def test_styles(call, notes, tmp_path, style, text):
    call("deidentify", notes, "--out", "clean", "--style", style)
    assert contents(tmp_path / "clean")["note-00001.txt"] == text


def test_the_style_of_concepts_needs_an_engine_that_finds_them(call, run, tmp_path):
    (tmp_path / "a.txt").write_text("Ola had a heart attack\n")
    style = ("--style", "concepts")
    for stopped in (call("deidentify", "nowhere", "--out", "c", *style), call("deid", "a.txt", *style)):
        assert stopped.code == 2
        assert "say --engine concept-match --also concepts" in stopped.err
    assert run("deidentify", "a.txt", "--out", "c", *style, "--engine", "concept-match", "--also", "concepts").code == 0
    assert contents(tmp_path / "c") == {"note-00001.txt": "*** had a D009203 myocardial infarct\n"}
    (tmp_path / "c.toml").write_text('[engine]\nrecipe = "concept-match"\nalso = ["concepts"]\n')
    assert run("deidentify", "a.txt", "--out", "d", *style, "--config", "c.toml").code == 0


def test_names_by_the_key(call, notes, key, tmp_path):
    for out in ("one", "two"):
        assert call("deidentify", notes, "--out", out, "--key", key).code == 0
    one, two = (contents(tmp_path / out) for out in ("one", "two"))
    assert one == two
    assert not any(word in name for name in one for word in ("7041", "discharge", "quiet", "note"))
    assert "pseudonyms" in call("deidentify", notes, "--out", "three", "--key", key).err


def test_names_that_are_kept(call, notes, tmp_path):
    done = call("deidentify", notes, "--out", "clean", "--keep-names")
    assert contents(tmp_path / "clean") == {"7041/discharge.txt": CLEAN, "quiet.txt": "nothing\n"}
    assert "may be PHI" in done.err


TABLE = 'note,mrn,ward,text\nn-1,7041,3W,"seen by BORIS"\nn-2,7041,3W,ok\nn-3,7042,4E,ok\n'
COLUMNS = ("--columns", "id=note,patient=mrn")


@pytest.mark.parametrize("out", ["clean.csv", "clean.tsv", "clean.jsonl"])
def test_tables_keep_no_ids_and_no_other_columns(call, key, tmp_path, out):
    (tmp_path / "n.csv").write_text(TABLE)
    for options in ([], ["--key", key]):
        done = call("deidentify", "n.csv", *COLUMNS, "--out", out, *options)
        assert done.code == 0
        written = (tmp_path / out).read_text()
        assert not any(word in written for word in ("n-1", "704", "3W", "4E", "BORIS"))
        assert "left out: the fields ward" in done.err
        docs = list(formats.read(tmp_path / out, options=formats.Options(columns={"id": "note", "patient": "mrn"})))
        assert docs[0].patient == docs[1].patient != docs[2].patient
        assert [(doc[span], span.label) for doc in docs for span in doc.spans] == [("[**Last Name 1**]", "DOCTOR")]
        (tmp_path / out).unlink()
        (tmp_path / f"{out}.alignment.jsonl").unlink()


def test_columns_that_are_kept(call, tmp_path):
    (tmp_path / "n.csv").write_text(TABLE)
    done = call("deidentify", "n.csv", *COLUMNS, "--out", "clean.csv", "--keep-columns", "ward")
    assert '"3W"' in (tmp_path / "clean.csv").read_text()
    assert "left out" not in done.err


def test_one_column_for_note_and_patient(call, tmp_path):
    (tmp_path / "n.csv").write_text("mrn,text\n7041,ok\n")
    assert call("deidentify", "n.csv", "--columns", "id=mrn,patient=mrn", "--out", "c.csv").code == 0
    assert (tmp_path / "c.csv").read_text() == '"mrn","text","spans"\n"patient-00001","ok",""\n'


def test_the_thesis_s_records_and_their_ids(call, tmp_path):
    (tmp_path / "n.text").write_text("START_OF_RECORD=7041||||22||||\nBORIS came\n||||END_OF_RECORD\n")
    assert call("deidentify", "n.text", "--out", "clean.text").code == 0
    assert (tmp_path / "clean.text").read_text().startswith("START_OF_RECORD=patient-00001||||note-00001||||\n[**Last")
    assert "7041" not in "".join(contents(tmp_path)[f"clean{ending}"] for ending in (".text", ".phi", "-phi.phrase"))


def test_annotations_of_the_input_are_not_carried_over(call, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("BORIS saw Ada")
    (tmp_path / "in" / "a.ann").write_text("T1\tPATIENT 10 13\tAda\n#1\tAnnotatorNotes T1\tAda Osei\n")
    assert call("deidentify", "in", "--out", "clean").code == 0
    assert contents(tmp_path / "clean")["note-00001.ann"] == "T1\tDOCTOR 0 17\t[**Last Name 1**]\n"


def test_sections_are_dropped(call, tmp_path):
    (tmp_path / "a.txt").write_text("SOCIAL: plays the tuba with ADAMS\nPLAN: rest\n")
    done = call("deidentify", "a.txt", "--out", "clean", "--drop-sections", "social,family")
    text = contents(tmp_path / "clean")["note-00001.txt"]
    assert text == "[**Social history section removed**]\nPLAN: rest\n".replace("PLAN", "[**Last Name 1**]")
    assert "1 SECTION" in done.err
    assert call("deidentify", "a.txt", "--out", "c", "--drop-sections", "socail").code == 2


def test_side_by_side(call, notes):
    shown = call("deidentify", notes, "--out", "clean", "--show").out
    assert "note '7041/discharge'" in shown
    assert "note 'note-00001'" in shown
    (line,) = (line for line in shown.splitlines() if "BORIS" in line)
    assert line.split() == [*NOTE.split(), *CLEAN.split()]
    assert "\x1b" not in shown


def test_excluded_patients(call, tmp_path):
    (tmp_path / "n.csv").write_text(TABLE)
    (tmp_path / "vip.txt").write_text("7041\n")
    done = call("deidentify", "n.csv", *COLUMNS, "--out", "c.jsonl", "--exclude", "vip.txt")
    assert "1 note -> " in done.err
    assert "2 notes of excluded patients left out" in done.err
    assert len((tmp_path / "c.jsonl").read_text().splitlines()) == 1


def test_leading_zeros_of_an_id_say_nothing(call, key, tmp_path):
    (tmp_path / "n.csv").write_text("id,patient,text\n1,07042,3/1/2021\n2,7042,3/1/2021\n3, 7042 ,3/1/2021\n4,007,x\n")
    (tmp_path / "vip.txt").write_text("7\n")
    done = call("deidentify", "n.csv", "--out", "c.jsonl", "--key", key, "--exclude", "vip.txt")
    assert "1 note of excluded patients left out" in done.err
    docs = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text().splitlines()]
    assert len(docs) == 3
    assert len({(doc["patient"], doc["text"]) for doc in docs}) == 1


def test_patients_who_are_not_in_the_table_are_counted(call, tmp_path):
    (tmp_path / "n.csv").write_text("id,patient,text\n1,07042,x\n2,7043,x\n3,7044,x\n4,,x\n")
    (tmp_path / "p.csv").write_text("id,name\n7042,Ama Osei\n")
    done = call("deidentify", "n.csv", "--out", "c.jsonl", "--patients", "p.csv")
    assert done.code == 0
    assert "2 notes of patients who aren't in --patients" in done.err
    assert "1 note without a patient, so --patients says nothing" in done.err


def test_an_excluded_patient_is_told_by_a_field(call, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "one.txt").write_text("MRN: 7041 Name: x DOB: 1/2/1950\n")
    (tmp_path / "in" / "two.txt").write_text("MRN: 7042\nMRN: 7041\n")
    (tmp_path / "in" / "three.txt").write_text("MRN: 7042, seen\n")
    (tmp_path / "vip.txt").write_text("7041\n")
    options = ("--patient-of", "field:MRN", "--exclude", "vip.txt", "--keep-names", "--keep-going")
    done = call("deidentify", "in", "--out", "c", *options)
    assert done.code == 4
    assert "set aside: note 'two': its field 'MRN' names 2 patients" in done.err
    assert set(contents(tmp_path / "c")) == {"three.txt"}


def test_a_note_of_nobody_may_be_an_excluded_patient_s(call, tmp_path):
    (tmp_path / "n.csv").write_text("id,patient,text\n1,,ok\n2,7042,ok\n")
    (tmp_path / "vip.txt").write_text("7041\n")
    stopped = call("deidentify", "n.csv", "--out", "c.jsonl", "--exclude", "vip.txt")
    assert stopped.code == 2
    assert "say whose note each is with --patient-of" in stopped.err
    assert not (tmp_path / "c.jsonl").exists()
    went_on = call("deidentify", "n.csv", "--out", "c.jsonl", "--exclude", "vip.txt", "--keep-going")
    assert went_on.code == 4
    assert [json.loads(line)["id"] for line in (tmp_path / "c.jsonl").read_text().splitlines()] == ["note-00001"]


def test_a_note_whose_detector_fails_is_never_written(call, notes, tmp_path):
    (tmp_path / "in" / "bad.txt").write_text("FAULT")
    stopped = call("deidentify", notes, "--out", "clean")
    assert stopped.code == 1
    assert "note 'bad': FindsCapitals failed (ValueError), so the note was not written" in stopped.err
    assert not (tmp_path / "clean").exists()
    went_on = call("deidentify", notes, "--out", "clean", "--keep-going")
    assert went_on.code == 4
    assert len(contents(tmp_path / "clean")) == 2
    assert "FAULT" not in stopped.err + went_on.err


@pytest.mark.parametrize(
    ("content", "arguments", "code", "message"),
    [
        (b"\x00\x01\xff\xfe binary", ["in.txt", "--out", "c"], 3, "it is not utf-8 text"),
        ("Müller".encode("cp1252"), ["in.txt", "--out", "c"], 3, "name its encoding with --encoding"),
        (b"id,note\n1,x\n", ["in.csv", "--out", "c.csv"], 3, "none of its 2 columns is called 'text'"),
        (b"x", ["nowhere", "--out", "c"], 3, "no such file or folder"),
        (b"x", ["in.txt", "--out", "missing/c"], 3, "create it first"),
        (b"x", ["in.txt", "--out", "in.txt"], 2, "give --out a folder's name"),
        (b"id,text\n1,x\n", ["in.csv", "--out", "c"], 2, "name it with --to"),
        (b"x", ["in.txt", "--out", "c", "--key", "none.key"], 2, "none.key: it cannot be opened"),
        (b"x", ["in.txt", "--out", "c", "--key", "in.txt"], 2, "is not a key of the form"),
        (b"x", ["in.txt", "--out", "c", "--shift-dates"], 2, "shifting dates needs a key"),
        (b"x", ["in.txt", "--out", "c", "--no-future"], 2, "shifting dates needs a key"),
        (b"x", ["in.txt", "--out", "c", "--tag-dates", "--shift-years", "3-9"], 2, "--tag-dates shifts no date"),
        (
            b"x",
            ["in.txt", "--out", "c", "--shift-weeks", "9", "--no-future"],
            2,
            "--no-future out",
        ),
        (b"x", ["in.txt", "--out", "c", "--patients", "none.csv"], 3, "none.csv: it cannot be opened"),
        (b"x", ["in.txt", "--out", "c", "--patient-of", "path:7"], 2, "has no group"),
        (b"x", ["in.txt", "--out", "c", "--exclude", "none.txt"], 3, "none.txt: it cannot be opened"),
        (b"x", ["in.txt", "--out", "c", "--shift-weeks", "9", "--tag-dates"], 2, "leave --shift-dates or --tag-dates"),
    ],
)
def test_bad_input_and_mistakes_leave_nothing(call, tmp_path, content, arguments, code, message):
    (tmp_path / arguments[0]).write_bytes(content) if arguments[0] != "nowhere" else None
    done = call("deidentify", *arguments)
    assert (done.code, message in done.err) == (code, True)
    assert len(done.err.splitlines()) == 1
    assert not any((tmp_path / name).exists() for name in ("c", "c.csv"))


def test_an_engine_or_a_module_that_is_none(run, tmp_path):
    (tmp_path / "a.txt").write_text("x")
    assert "did you mean 'deid'" in run("deidentify", "a.txt", "--out", "c", "--engine", "dei").err
    done = run("deidentify", "a.txt", "--out", "c", "--without", "date")
    assert done.code == 2
    assert "no module of incognote is called 'date'" in done.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(call, notes, tmp_path):
    (tmp_path / "locked").mkdir(mode=0o500)
    done = call("deidentify", notes, "--out", "locked/clean")
    assert done.code == 3
    assert "cannot be written" in done.err


def test_a_key_on_standard_input_and_in_the_environment(call, notes, key, tmp_path, monkeypatch):
    secret = (tmp_path / key).read_text()
    call("deidentify", notes, "--out", "file", "--key", key)
    call("deidentify", notes, "--out", "stdin", "--key", "-", typed=secret)
    monkeypatch.setenv("INCOGNOTE_KEY", secret)
    shown = call("deidentify", notes, "--out", "environment")
    assert contents(tmp_path / "file") == contents(tmp_path / "stdin") == contents(tmp_path / "environment")
    twice = call("deidentify", notes, "--out", "twice", "--key", key)
    assert twice.code == 2
    assert secret.strip() not in shown.err + twice.err


def test_a_wrong_key_is_an_error_before_any_note_is_read(call, tmp_path):
    done = call("deidentify", "nowhere", "--out", "c", "--key", "-", typed="Ada's birthday")
    assert done.code == 2
    assert "key on standard input" in done.err
    assert "birthday" not in done.err


DATES = "3/1/2021 and 3/15/2021, a sunny 2/30/2021\n"


def days(text):
    return [datetime.strptime(word, "%m/%d/%Y") for word in re.findall(r"\b\d+/\d+/\d+\b", text)]


def test_dates_are_shifted_by_key_and_patient(call, key, tmp_path):
    (tmp_path / "n.csv").write_text(
        f'id,patient,text\n1,7041,"{DATES}"\n2,7041,"{DATES}"\n3,7042,"{DATES}"\n4,,3/1/2021\n'
    )
    done = call("deidentify", "n.csv", "--out", "c.jsonl", "--key", key)
    assert done.code == 0
    texts = [json.loads(line)["text"] for line in (tmp_path / "c.jsonl").read_text().splitlines()]
    shifts = {days(text)[0] - datetime(2021, 3, 1) for text in texts[:3]}
    assert texts[0] == texts[1]
    assert len(shifts) == 2 or texts[0] == texts[2]  # two patients may have one shift
    for text in texts[:3]:
        first, second = days(text)
        assert (second - first).days == 14
        assert text.endswith("a sunny [**Full Date 1**]\n")
    assert all(shift.days and shift.days % 7 == 0 for shift in shifts)
    assert texts[3] == "[**Full Date 1**]"
    assert "dates: 6 shifted, 3 tagged (impossible), 1 tagged (no shift)" in done.err
    assert "1 note with dates and no patient" in done.err


def test_dates_are_tagged_without_a_key_and_that_is_said_once(call, notes, tmp_path):
    done = call("deidentify", notes, "--out", "c", "--patient-of", r"path:(\d+)")
    assert done.err.count("there is no key, so dates got tags") == 1
    assert contents(tmp_path / "c")["patient-00001/note-00001.txt"] == CLEAN


def test_dates_stay_in_the_range_of_years_and_out_of_the_future(call, key, tmp_path):
    """The year 2999 is ahead whatever the day is on which this runs."""
    (tmp_path / "n.csv").write_text(
        "id,patient,text\n1,p1,Seen 3/4/2020. Back 3/4/2999.\n2,p2,Seen 3/4/2020.\n3,p1,Seen 3/4/2020.\n"
    )
    done = call("deidentify", "n.csv", "--out", "c.jsonl", "--key", key, "--shift-years", "3-9", "--no-future")
    assert done.code == 0, done.err
    texts = [json.loads(line)["text"] for line in (tmp_path / "c.jsonl").read_text().splitlines()]
    seen = [datetime.strptime(re.findall(r"\d+/\d+/\d{4}", text)[0], "%m/%d/%Y").date() for text in texts]
    assert seen[0] == seen[2]
    assert all(3 * 365 - 11 <= (date(2020, 3, 4) - day).days <= 9 * 366 + 11 for day in seen)
    assert "2999" not in texts[0] and "[**" in texts[0]
    assert "tagged (future)" in done.err


@pytest.mark.parametrize(
    ("years", "said"),
    [
        ("", "two numbers of years"),
        ("7", "two numbers of years"),
        ("-7", "two numbers of years"),
        ("3-x", "two numbers of years"),
        ("3–7", "two numbers of years"),
        ("1-9999999999", "two numbers of years"),
        ("7-3", "the smaller number first"),
        ("0-7", "1 to 50 years"),
        ("3-99", "1 to 50 years"),
        ("4-4", "only 6 shifts"),
    ],
)
def test_a_range_of_years_that_cannot_be(call, key, tmp_path, years, said):
    (tmp_path / "in.txt").write_text("x")
    done = call("deidentify", "in.txt", "--out", "c", "--key", key, "--shift-years", years)
    assert (done.code, said in done.err) == (2, True), done.err
    assert not (tmp_path / "c").exists()


def test_dates_are_tagged_when_asked_for(call, notes, key, tmp_path):
    done = call("deidentify", notes, "--out", "c", "--patient-of", r"path:(\d+)", "--key", key, "--tag-dates")
    assert CLEAN in contents(tmp_path / "c").values()
    assert "no key" not in done.err


def test_a_fixed_shift_is_explicit_and_warned_of(call, notes, tmp_path):
    done = call("deidentify", notes, "--out", "c", "--shift-weeks", "1")
    assert contents(tmp_path / "c")["note-00001.txt"] == "seen by [**Last Name 1**] on 3/11/2021 at home\n"
    assert "warning: all dates were shifted by one number of weeks" in done.err
    day_first = call("deidentify", notes, "--out", "d", "--shift-weeks", "4", "--day-first")
    assert day_first.code == 0
    assert " 1/5/2021 " in contents(tmp_path / "d")["note-00001.txt"]


def test_the_key_is_in_no_output(call, notes, key, tmp_path):
    done = call("deidentify", notes, "--out", "c", "--key", key, "--show")
    secret = (tmp_path / key).read_text().strip()
    assert secret not in "".join([done.out, done.err, *contents(tmp_path / "c").values()])


def test_output_inside_the_input_is_refused(run, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/a.txt").write_text("x")
    done = run("deidentify", "in", "--out", "in/clean")
    assert (done.code, "inside the input" in done.err) == (2, True)


def test_modules_with_commas_and_excluded_ids_that_match_nobody(run, tmp_path):
    (tmp_path / "n.csv").write_text("id,patient,text\n1, 007 ,x\n2,8,y\n")
    (tmp_path / "excluded").write_text("7\n99\n")
    done = run("deidentify", "n.csv", "--also", "all-ages,nationalities", "--exclude", "excluded", "--out", "o.csv")
    assert done.code == 0
    assert "1 note of excluded patients left out" in done.err
    assert "1 patient of --exclude had no note here" in done.err


def test_a_column_to_keep_that_is_not_there(run, tmp_path):
    (tmp_path / "n.csv").write_text("id,text,ward\n1,x,5B\n")
    done = run("deidentify", "n.csv", "--keep-columns", "ward,wrd", "--out", "o.csv")
    assert (done.code, "no note has the field 'wrd'" in done.err, "'ward'" in done.err) == (0, True, False)


def test_files_of_other_kinds_are_counted_without_their_names(call, notes, tmp_path):
    for name in ("7041.docx", "7042.DOCX", "scan.pdf", "letter.osei", "README", ".hidden.pdf"):
        (tmp_path / "in" / name).write_text("x")
    done = call("deidentify", notes, "--out", "clean")
    assert done.code == 0
    assert "5 files passed over, not of the input's format: 2 .docx, 1 .pdf, 2 of another kind\n" in done.err
    assert not any(word in done.err for word in ("7041", "osei"))
    assert "passed over" not in call("deidentify", "in/quiet.txt", "--out", "one").err


def test_a_folder_without_any_note_is_an_error(call, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.docx").write_text("x")
    done = call("deidentify", "in", "--out", "clean")
    assert (done.code, "it holds no notes in a format we know" in done.err) == (3, True)


def test_a_table_without_rows_keeps_its_header_and_is_warned_of(call, tmp_path):
    (tmp_path / "n.csv").write_text("id,text\n")
    done = call("deidentify", "n.csv", "--out", "c.csv")
    assert (done.code, "warning: there were no notes in the input" in done.err) == (0, True)
    assert (tmp_path / "c.csv").read_text() == '"id","text","spans","patient"\n'


def test_the_side_file_says_where_what_was_replaced_lies_and_no_more(call, notes, tmp_path):
    (tmp_path / "in" / "aside.txt").write_text("FAULT")
    assert call("deidentify", notes, "--out", "clean", "--keep-going").code == 4
    head, *lines = map(json.loads, (tmp_path / "clean.alignment.jsonl").read_text().splitlines())
    assert (head["style"], head["engine"], head["point"], head["format"]) == ("thesis", "incognote", "safe", "text")
    assert [(line["number"], line["id"]) for line in lines] == [(1, "note-00001"), (3, "note-00002")]
    for old, new, label in ((NOTE[8:13], "[**Last Name 1**]", "DOCTOR"), (NOTE[17:25], "[**Full Date 2**]", "DATE")):
        stretch = [NOTE.index(old), NOTE.index(old) + len(old), CLEAN.index(new), CLEAN.index(new) + len(new), label]
        assert stretch in lines[0]["stretches"]
    assert (lines[0]["old_length"], lines[0]["new_length"]) == (len(NOTE), len(CLEAN))
    assert not any(word in str(lines) for word in ("BORIS", "7041", "discharge", "quiet"))


def test_a_note_that_does_not_fit_is_not_in_the_side_file(call, tmp_path):
    lines = ('{"id": "1", "text": "x", "w": 1}', '{"id": "2", "text": "BORIS", "w": "1"}', '{"id": "3", "text": "x"}')
    (tmp_path / "n.jsonl").write_text("\n".join(lines))
    call("deidentify", "n.jsonl", "--out", "c.csv", "--keep-columns", "w", "--keep-going")
    assert [note.number for note in read_notes(tmp_path / "c.csv.alignment.jsonl")] == [2]


def test_output_and_side_file_are_there_together_or_not_at_all(call, notes, tmp_path):
    (tmp_path / "in" / "z.txt").write_text("FAULT")
    assert call("deidentify", notes, "--out", "clean").code == 1
    assert [file.name for file in tmp_path.iterdir()] == ["in"]
    (tmp_path / "clean.alignment.jsonl").write_text("mine")
    done = call("deidentify", notes, "--out", "clean")
    assert (done.code, "clean.alignment.jsonl exists already" in done.err) == (3, True)
    assert not (tmp_path / "clean").exists()


def test_a_side_file_is_never_read_as_notes(call, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "n.jsonl").write_text('{"id": "1", "text": "x"}')
    assert call("deidentify", "in/n.jsonl", "--out", "in/c.jsonl").code == 0
    assert [doc.id for doc in formats.read(tmp_path / "in")] == ["note-00001", "1"]
