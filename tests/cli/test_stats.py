import json

from .conftest import EXAMPLES

GOLD = EXAMPLES / "gold"


def test_the_tables_of_a_corpus(run, tmp_path):
    """In the examples `Will` is a neighbour and `will` a verb; no other word of a patient's name is anything else."""
    (tmp_path / "names.txt").write_text("OKONKWO\nHarriet St. Brannock's\n")
    done = run("stats", GOLD, "--dictionary", "names.txt", "--json", "stats.json")
    assert done.code == 0
    tables = json.loads((tmp_path / "stats.json").read_text())
    assert {row["what"]: row["number"] for row in tables["size"]["rows"]}["PHI"] == 49
    by_label = {row["label"]: row for row in tables["words"]["rows"]}
    assert (by_label["ROOM"]["PHI"], by_label["ROOM"]["words"]) == (1, 1)
    assert by_label["non-PHI"]["words"] == 244
    ambiguous = {row["label"]: row["ambiguous words"] for row in tables["ambiguous"]["rows"]}
    assert ambiguous["PATIENT"] == 1
    share = {row["label"]: row["names.txt"] for row in tables["dictionaries"]["rows"]}
    assert share["PATIENT"] == 5 / by_label["PATIENT"]["words"]
    assert share["HOSPITAL"] == 3 / by_label["HOSPITAL"]["words"]


def test_an_empty_folder_is_an_error(run, tmp_path):
    (tmp_path / "empty").mkdir()
    done = run("stats", "empty")
    assert done.code == 3
    assert "no files" in done.err


def test_an_empty_note(run, tmp_path):
    (tmp_path / "n.txt").write_text("")
    done = run("stats", ".")
    assert done.code == 0
    assert "–" in done.out


def test_two_dictionaries_with_one_name(run, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "words.txt").write_text("x")
    done = run("stats", GOLD, "--dictionary", "a/words.txt", "--dictionary", "b/words.txt")
    assert "a/words.txt" in done.out
    assert "b/words.txt" in done.out


def test_json_is_not_overwritten(run, tmp_path):
    (tmp_path / "s.json").write_text("mine")
    assert run("stats", GOLD, "--json", "s.json").code == 3
    assert (tmp_path / "s.json").read_text() == "mine"
