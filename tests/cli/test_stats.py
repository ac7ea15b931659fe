import json

from .conftest import EXAMPLES

GOLD = EXAMPLES / "gold"


def test_the_tables_of_a_corpus(run, tmp_path):
    """In the examples `Will` is a neighbour and `will` a verb; no other word of a patient's name is anything else."""
    (tmp_path / "names.txt").write_text("OKONKWO\nHarriet\n")
    done = run("stats", GOLD, "--dictionary", "names.txt", "--json", "stats.json")
    assert done.code == 0
    tables = json.loads((tmp_path / "stats.json").read_text())
    assert {row["what"]: row["number"] for row in tables["size"]["rows"]}["PHI"] == 49
    by_label = {row["label"]: row for row in tables["words"]["rows"]}
    assert (by_label["ROOM"]["PHI"], by_label["ROOM"]["words"]) == (1, 1)
    assert by_label["non-PHI"]["words"] == 244
    ambiguous = {row["label"]: row["ambiguous words"] for row in tables["ambiguous"]["rows"]}
    assert ambiguous["PATIENT"] == 1
    share = {row["label"]: row["names"] for row in tables["dictionaries"]["rows"]}
    assert share["PATIENT"] == 5 / by_label["PATIENT"]["words"]
    assert share["non-PHI"] == 0


def test_an_empty_folder_is_an_error(run, tmp_path):
    (tmp_path / "empty").mkdir()
    done = run("stats", "empty")
    assert done.code == 3
    assert "no notes" in done.err


def test_an_empty_note(run, tmp_path):
    (tmp_path / "n.txt").write_text("")
    done = run("stats", ".")
    assert done.code == 0
    assert "–" in done.out
