import pytest

RECORDS = """START_OF_RECORD=7||||1||||
seen by BORIS on 3/4
||||END_OF_RECORD

START_OF_RECORD=8||||1||||
nothing
||||END_OF_RECORD

"""


@pytest.fixture
def records(tmp_path):
    (tmp_path / "n.text").write_text(RECORDS)
    return "n.text"


def read(tmp_path, name):
    return (tmp_path / name).read_text()


def test_three_files(call, records, tmp_path):
    done = call("deid", records)
    assert done.code == 0
    assert done.out == "record '7/1': 2 PHI\nrecord '8/1': 0 PHI\n"
    clean = RECORDS.replace("BORIS", "[**Last Name 1**]").replace("3/4", "[**Partial Date 2**]")
    assert read(tmp_path, "n.res") == clean
    assert read(tmp_path, "n.phi") == "Patient 7\tNote 1\n8\t8\t13\n17\t17\t20\nPatient 8\tNote 1\n"
    assert read(tmp_path, "n.info").splitlines() == [
        "record\tstart\tend\tlabel\tscore\tdecision\treason",
        "7/1\t8\t13\tDOCTOR\t0.9\treplaced\ttest:capitals",
        "7/1\t8\t13\tHOSPITAL\t0.5\treplaced as DOCTOR 8-13\ttest:with-an-o",
        "7/1\t17\t20\tDATE\t0.8\treplaced\ttest:date",
    ]
    assert "BORIS" not in read(tmp_path, "n.info") + read(tmp_path, "n.phi") + done.out + done.err


def test_tags_of_an_earlier_run_stay(call, records, tmp_path):
    assert call("deid", records, "--shift-weeks", "1").code == 0
    (tmp_path / "again.text").write_text(
        read(tmp_path, "n.res").replace("[**Last Name 1**]", "[**Last Name 1**] and ADA")
    )
    done = call("deid", "again.text")
    assert done.out.splitlines()[0] == "record '7/1': 1 PHI"
    assert "seen by [**Last Name 1**] and [**Last Name 2**] on [**3/11**]\n" in read(tmp_path, "again.res")
    assert "\tleft in its tag\ttest:date\n" in read(tmp_path, "again.info")


def test_the_thesis_s_shift(call, records, tmp_path):
    (tmp_path / "n.text").write_text(RECORDS.replace("3/4", "3/4/2021"))
    done = call("deid", records, "--shift-weeks", "200")
    assert "on [**1/2/2025**]\n" in read(tmp_path, "n.res")
    assert "warning" in done.err


def test_any_text(call, tmp_path):
    (tmp_path / "my note.txt").write_text("BORIS came\n")
    assert call("deid", "my note.txt").code == 0
    assert read(tmp_path, "my note.res") == "[**Last Name 1**] came\n"
    assert read(tmp_path, "my note.phi") == "Patient 1\tNote 1\n0\t0\t5\n"


def test_another_folder_and_nothing_overwritten(call, records, tmp_path):
    (tmp_path / "out").mkdir()
    assert call("deid", records, "--out", "out").code == 0
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["n.info", "n.phi", "n.res"]
    again = call("deid", records, "--out", "out")
    assert again.code == 3
    assert "exists already" in again.err


def gold(tmp_path, name="n-phi.phrase"):
    (tmp_path / name).write_text("7 1 0 4 HOSPITAL seen\n7 1 8 13 DOCTOR BORIS\n")
    return name


def test_comparison_with_a_gold_standard(call, records, tmp_path):
    done = call("deid", records, "--gold", gold(tmp_path))
    assert done.code == 0
    assert done.out.splitlines()[2:] == [
        "Number of false positives: 1",
        "  record '7/1' 17-20 Partial date",
        "Number of false negatives: 1",
        "  record '7/1' 0-4 Hospital",
        "Sensitivity: 0.5000",
        "Positive Predictive Value (PPV): 0.5000",
    ]


def test_a_gold_standard_of_other_notes_leaves_nothing(call, records, tmp_path):
    (tmp_path / "other.text").write_text(RECORDS.replace("=8|", "=9|"))
    done = call("deid", records, "--gold", "other.text")
    assert done.code == 3
    assert not (tmp_path / "n.res").exists()


def test_the_questions(call, records, tmp_path):
    gold(tmp_path)
    done = call("deid", records, "--interactive", typed="1\n0\nn\ny\ny\ny\ny\ny\ny\nn\ny\ny\ny\n")
    assert done.code == 0
    assert call.build.parts.without == (
        *("locations", "hospitals", "wards", "organizations", "professions"),
        *("dates", "years"),  # 0 weeks: they stay
    )
    assert "Sensitivity: " in done.out
    assert read(tmp_path, "n.res") == RECORDS.replace("BORIS", "[**Last Name 1**]")  # 0 weeks: dates stay
    assert "dates stay as they are" in done.err


def test_a_gold_standard_that_is_asked_for_and_is_not_there(call, records):
    done = call("deid", records, "--interactive", typed="1\n0\ny\n")
    assert done.code == 2
    assert "name it with --gold" in done.err


def test_answers_that_end_too_soon_are_wrong_use(call, records, tmp_path):
    done = call("deid", records, "--interactive", typed="0\n")
    assert done.code == 2
    assert done.err.splitlines() == [
        "incognote: the input ended before the answer to 'Date shifting', so nothing was done; answer every question, "
        "or leave --interactive out and use options (--gold, --shift-weeks, --without)"
    ]
    assert not (tmp_path / "n.res").exists()


@pytest.mark.parametrize(
    "options", [["--shift-weeks", "5"], ["--tag-dates"], ["--shift-years", "3-9"], ["--no-future"]]
)
def test_questions_and_options_on_dates_exclude_each_other(call, records, options):
    done = call("deid", records, "--interactive", *options, typed="0\n10\ny\n")
    assert done.code == 2
    assert "--interactive asks what becomes of dates" in done.err


@pytest.mark.parametrize(
    ("name", "content", "code", "message"),
    [
        ("n.csv", "id,text\n1,x\n", 2, "incognote deidentify reads it"),
        ("n.text", "no record\n", 3, "there is text outside a record"),
        ("folder/n.txt", "x", 2, "incognote deidentify takes folders"),
        ("n.txt", "FAULT", 1, "so the note was not written"),
    ],
)
def test_what_it_does_not_take(call, tmp_path, name, content, code, message):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(content)
    done = call("deid", name.partition("/")[0])
    assert (done.code, message in done.err) == (code, True)
    assert not list(tmp_path.rglob("*.res"))
