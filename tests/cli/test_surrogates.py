"""`deidentify --style surrogates`: its options, its errors, and what holds from end to end."""

import re

import pytest

from incognote.replace.keys import write_key

NOTES = {
    "7041/a.txt": "Mrs. Thornquist, MRN 7041193, was seen by Dr. Cornelius Bartoszek on 3/4/2021.\n",
    "7041/b.txt": "THORNQUIST, ELOISE seen again by C. Bartoszek on 3/11/2021 in Portland, Oregon 97201.\n",
    "7042/c.txt": "Mr Thornquist, 93-year-old, MRN 7041194, called Dr. Bartoszek on 3/4/2021.\n",
}


@pytest.fixture
def notes(tmp_path):
    for name, text in NOTES.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(text)
    for key in ("site.key", "other.key"):
        write_key(tmp_path / key)
    return "in"


@pytest.fixture
def written(run, notes, tmp_path):
    """Runs the program with the fast engine and gives the notes that it wrote, in the order of the input."""

    def write(out, *options, key="site.key"):
        options = ("--style", "surrogates", "--engine", "incognote-fast", "--key", key, *options)
        done = run("deidentify", notes, "--out", out, "--patient-of", r"path:^(\d+)/", "--keep-names", *options)
        assert done.code == 0, done.err
        return [(tmp_path / out / name).read_text() for name in NOTES]

    return write


def test_people_agree_within_a_patient_and_not_beyond(written):
    one, two, other = written("clean")
    doctor = re.search(r"Dr\. (\w+) (\w+) on", one)
    assert f"{doctor[1][0]}. {doctor[2]} on" in two
    assert re.search(r"Mrs\. (\w+),", one)[1].upper() == two.split(",")[0]
    assert doctor[2] not in other
    text = " ".join((one, two, other))
    assert not re.search(r"(?i)thornquist|bartoszek|eloise|cornelius|portland|oregon|97201|704119|2021|93-year", text)
    assert "[**" not in text
    assert "90+-year-old" in other


def test_the_same_again_and_other_with_another_key(written):
    one = written("one")
    assert written("two") == one
    assert written("three", key="other.key") != one


def test_a_release_links_patients(written):
    one, _, other = written("clean", "--scope", "release")
    assert re.search(r"Dr\. \w+ (\w+) on", one)[1] == re.search(r"Dr\. (\w+) on", other)[1]


def test_publish_draws_anew(written):
    one, two, _ = written("clean", "--mode", "publish", "--anew", "1")
    assert re.search(r"Mrs\. (\w+),", one)[1].upper() != two.split(",")[0]


def test_states_and_ages_can_stay(written):
    _, two, other = written("clean", "--keep-states", "--ages", "keep")
    assert "Oregon 97" in two
    assert "Portland" not in two
    assert "93-year-old" in other


def test_coarse_ages(written, tmp_path):
    (tmp_path / "in" / "7042" / "c.txt").write_text("DOB: 3/4/1958. A 62-year-old man, seen 5/6/2020.\n")
    other = written("clean", "--ages", "coarse")[2]
    assert "A 60-64-year-old man" in other
    assert "DOB: [**" in other


def test_it_can_be_verified_and_taken_back(run, written, notes, tmp_path):
    written("clean", "--vault", "site.vault")
    options = ("--patient-of", r"path:^(\d+)/", "--engine", "incognote-fast")
    done = run("verify", notes, "clean", *options)
    assert (done.code, "0 FAIL" in done.out + done.err) == (0, True)
    assert run("reidentify", "clean", "--vault", "site.vault", "--key", "site.key", "--out", "back").code == 0
    assert all((tmp_path / "back" / name).read_text() == text for name, text in NOTES.items())
    leak = tmp_path / "clean" / "7041" / "a.txt"
    leak.write_text(leak.read_text().replace("was seen", "was sene"))
    assert run("verify", notes, "clean", *options).code == 6


@pytest.mark.parametrize(
    ("options", "remedy"),
    [
        (("--style", "surrogates"), "incognote key new makes one"),
        (("--mode", "publish"), "add --style surrogates"),
        (("--keep-states",), "add --style surrogates"),
        (("--style", "surrogates", "--key", "site.key", "--anew", "0.2"), "add --mode publish"),
    ],
)
def test_wrong_use(run, notes, options, remedy):
    done = run("deidentify", notes, "--out", "clean", *options)
    assert done.code == 2
    assert remedy in done.err
