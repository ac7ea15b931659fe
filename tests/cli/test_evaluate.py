import json
import re
import shutil
import subprocess
import sys

import pytest

from incognote import formats
from incognote.types import Document, Span

from .conftest import EXAMPLES, PROGRAM

GOLD = EXAMPLES / "gold"
ANNOTATORS = EXAMPLES / "annotators"


@pytest.fixture
def edited(tmp_path):
    """The example notes with four edits, whose effects are worked out in the test."""
    folder = tmp_path / "edited"
    shutil.copytree(GOLD, folder)
    for note, old, new in [
        ("letter", '<PHI TYPE="PATIENT">Will Grant</PHI>', 'Will <PHI TYPE="PATIENT">Grant</PHI>'),  # short
        ("letter", '<PHI TYPE="DOCTOR">Marguerite</PHI>', '<PHI TYPE="PATIENT">Marguerite</PHI>'),  # type
        ("nursing-note", '<PHI TYPE="USERNAME">kjm</PHI>', "kjm"),  # missing
        ("radiology-report", "Garden IV", '<PHI TYPE="DOCTOR">Garden IV</PHI>'),  # spurious
    ]:
        file = folder / f"{note}.txt"
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))
    return folder


def test_every_score_of_gold_against_itself_is_one(run, tmp_path):
    run("evaluate", "--gold", GOLD, "--pred", GOLD, "--json", "all.json")
    figures = json.loads((tmp_path / "all.json").read_text())
    for table in ("words", "word_classes", "entities", "entity_types", "entity_types_relaxed", "entity_types_token"):
        for row in figures[table]["rows"]:
            scores = [value for name, value in row.items() if name.split()[-1] in ("precision", "recall", "F")]
            assert len(scores) >= 3
            assert all(value in (1, [1, 1]) for value in scores)
    instances = {row["measure"]: row["figure"] for row in figures["sensitivity"]["rows"]}
    assert (instances["sensitivity"], instances["PPV"], instances["escaped"]) == (1, 1, 0)
    assert figures["mistakes"] == []


def test_known_edits_give_the_figures_worked_out_by_hand(run, edited, tmp_path):
    """The gold has 49 PHI of 97 words among 341.

    The edits leave 46 of 49 entities right (Will Grant is short, Marguerite of the wrong type, kjm missing) and find 49
    (one spurious). Of the 97 words two are lost (Will, kjm) and two of 244 others touched (Garden, IV).
    """
    assert run("evaluate", "--gold", GOLD, "--pred", edited, "--json", "all.json").code == 0
    figures = json.loads((tmp_path / "all.json").read_text())

    strict = figures["entities"]["rows"][0]
    assert (strict["micro precision"], strict["micro recall"]) == (46 / 49, 46 / 49)
    phi, other = figures["words"]["rows"][:2]
    assert (phi["precision"], phi["recall"]) == (95 / 97, 95 / 97)
    assert (other["precision"], other["recall"]) == (242 / 244, 242 / 244)
    clean, leaked, per_words, touched = figures["safety"]["rows"]
    assert (clean["number"], clean["of"]) == (2, 4)
    assert (leaked["number"], leaked["of"]) == (2, 97)
    assert per_words["rate"] == 10_000 * 2 / 341
    assert (touched["number"], touched["of"]) == (2, 244)
    groups = {row["group"]: row["number"] for row in figures["errors"]["rows"]}
    assert groups == {"type error": 1, "extent error": 1, "missing error": 1, "spurious error": 1}
    instances = {row["measure"]: row["figure"] for row in figures["sensitivity"]["rows"]}
    assert (instances["identified"], instances["escaped"], instances["false positives"]) == (45, 2, 1)
    assert {(row["id"], row["label"]) for row in figures["false_negatives"]} == {
        ("letter", "PATIENT"),
        ("nursing-note", "USERNAME"),
    }


def test_json_and_the_terminal_hold_no_text(run, edited, tmp_path):
    done = run("evaluate", "--gold", GOLD, "--pred", edited, "--details", "--json", "all.json")
    shown = done.out + done.err + (tmp_path / "all.json").read_text()
    assert not any(word in shown for word in ("Okonkwo", "Grant", "kjm", "Garden"))


def test_the_page_holds_phi_and_says_so(run, edited, tmp_path):
    done = run("evaluate", "--gold", GOLD, "--pred", edited, "--html", "page.html")
    assert done.code == 0
    page = tmp_path / "page.html"
    text = page.read_text()
    assert text.index("protected health information") < text.index("<h1>")
    assert '<mark class="gold"><u>Will </u></mark><mark class="both"><u>Grant</u></mark>' in text  # escaped
    assert '<mark class="gold">Will </mark><mark class="both"><u>Grant</u></mark>' in text  # of the wrong extent
    assert text.count("<svg") == 3
    assert "http" not in text.replace("http-equiv", "")  # nothing is fetched
    assert page.stat().st_mode & 0o777 == 0o600


def test_pages_escape_what_notes_hold(run, tmp_path):
    for folder, label in (("gold", "PATIENT"), ("pred", "DOCTOR")):
        (tmp_path / folder).mkdir()
        note = f'<script>alert(1)</script> <PHI TYPE="{label}">A&B</PHI> & co'
        (tmp_path / folder / "n<b>.txt").write_text(note)
    assert run("evaluate", "--gold", "gold", "--pred", "pred", "--html", "page.html").code == 0
    text = (tmp_path / "page.html").read_text()
    assert "<script>" not in text
    assert "n<b>" not in text
    assert "&lt;script&gt;" in text


def test_three_annotators(run):
    preds = [part for name in ("ann", "ben", "cleo") for part in ("--pred", ANNOTATORS / name)]
    done = run("evaluate", "--gold", GOLD, *preds)
    assert done.code == 0
    for words in ("Side by side", "ann / cleo", "3 people"):
        assert words in done.out


def test_words_in_no_dictionary(run, tmp_path):
    (tmp_path / "names.txt").write_text("Okonkwo\nVillanueva Lindquist\n")
    done = run("evaluate", "--gold", GOLD, "--pred", GOLD, "--dictionary", "names.txt")
    assert "PHI, in no dictionary" in done.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--gold", GOLD, "--pred", ANNOTATORS], 3, "annotators: note 'discharge-summary' is missing"),
        (["--gold", GOLD, "--pred", GOLD, "--json", GOLD / "letter.txt"], 3, "exists already"),
        (["--gold", GOLD, "--pred", GOLD, "--html", GOLD / "letter.txt"], 3, "exists already"),
        (["--gold", GOLD, "--pred", GOLD, "--html", "one", "--json", "one"], 2, "name one file"),
        (
            ["--gold", GOLD, "--pred", ANNOTATORS / "ann", "--pred", ANNOTATORS / "ben", "--details"],
            2,
            "give one --pred",
        ),
        (["--gold", GOLD, "--pred", GOLD, "--pred", GOLD], 2, "given twice"),
        (["--gold", GOLD, "--pred", GOLD, "--alpha", "2"], 2, "--alpha"),
        (
            ["--gold", GOLD, "--pred", ANNOTATORS / "ann", "--pred", ANNOTATORS / "ben", "--html", "x"],
            2,
            "give one --pred",
        ),
        (["--gold", GOLD, "--pred", GOLD, "--html", "no/such/folder.html"], 3, "does not exist"),
        (["--gold", GOLD, "--pred", GOLD, "--html", "page.html", "--json", "no/such/folder.json"], 3, "does not exist"),
        (["--gold", GOLD, "--pred", GOLD, "--dictionary", "none.txt"], 3, "cannot be opened"),
    ],
)
def test_mistakes_of_the_user(run, tmp_path, arguments, code, message):
    done = run("evaluate", *arguments)
    assert done.code == code
    assert message in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []
    assert (GOLD / "letter.txt").read_text().startswith("<PHI")


def test_other_text_is_refused_without_quoting_it(run, tmp_path):
    shutil.copytree(GOLD, tmp_path / "other")
    file = tmp_path / "other" / "letter.txt"
    file.write_text(file.read_text().replace("Romberg", "Rumberg"))
    done = run("evaluate", "--gold", GOLD, "--pred", "other")
    assert done.code == 3
    assert "note 'letter': the two texts differ from character" in done.err
    assert "berg" not in done.err


def test_keep_going_names_every_note_that_is_left_out(run, tmp_path):
    shutil.copytree(GOLD, tmp_path / "pred")
    (tmp_path / "pred" / "letter.txt").write_bytes(b"\xff")
    (tmp_path / "pred" / "nursing-note.txt").unlink()
    (tmp_path / "pred" / "radiology-report.txt").write_text("another text")
    assert run("evaluate", "--gold", GOLD, "--pred", "pred").code == 3
    done = run("evaluate", "--gold", GOLD, "--pred", "pred", "--keep-going")
    assert done.code == 4
    assert "pred/letter.txt" in done.err
    assert "pred: note 'nursing-note' is missing" in done.err
    assert "pred: note 'radiology-report': the two texts differ" in done.err
    assert re.search(r"notes without a leak +1 +1 ", done.out)


def test_labels_of_other_sets_are_not_taken_for_nothing(run, tmp_path):
    """The thesis's own format has one label, PHI: what escapes must count."""
    (tmp_path / "n.text").write_text("START_OF_RECORD=1||||1||||\nAda saw Ben\n||||END_OF_RECORD\n")
    (tmp_path / "n.deid").write_text("Patient 1\tNote 1\n0\t0\t3\n8\t8\t11\n")
    (tmp_path / "n.phi").write_text("Patient 1\tNote 1\n0\t0\t3\n")
    done = run("evaluate", "--gold", "n.deid", "--pred", "n.phi", "--json", "n.json")
    assert done.code == 0
    assert "2 spans have labels that aren't of the i2b2 2014 set" in done.err
    figures = json.loads((tmp_path / "n.json").read_text())
    instances = {row["measure"]: row["figure"] for row in figures["sensitivity"]["rows"]}
    assert (instances["identified"], instances["escaped"]) == (1, 1)


def test_two_files_with_other_names(run, tmp_path):
    for name, text in (("gold", '<PHI TYPE="DATE">3/4</PHI> x'), ("system", "3/4 x")):
        (tmp_path / f"{name}.txt").write_text(text)
    done = run("evaluate", "--gold", "gold.txt", "--pred", "system.txt", "--format", "inline")
    assert done.code == 0
    assert re.search(r"words of PHI leaked +2 +2 ", done.out)


def test_notes_without_phi_or_words(run, tmp_path):
    """Empty classes give dashes, not warnings."""
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "a.txt").write_text("")
    (tmp_path / "gold" / "b.txt").write_text('<PHI TYPE="PHONE">+++</PHI>')
    done = run("evaluate", "--gold", "gold", "--pred", "gold", "--details", "--html", "page.html")
    assert (done.code, done.err) == (0, "")
    assert "–" in done.out


def shell(words, cwd):
    """Runs the program in a shell line; PROGRAM stands for it."""
    line = words.replace("PROGRAM", f'{sys.executable} -c "{PROGRAM}"')
    return subprocess.run(["bash", "-o", "pipefail", "-c", line], cwd=cwd, capture_output=True, text=True, check=False)


def test_a_reader_who_has_seen_enough(tmp_path):
    """`evaluate … --json f | head -1` writes the file and doesn't complain."""
    done = shell(f"PROGRAM evaluate --gold {GOLD} --pred {GOLD} --json f.json | head -1", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((tmp_path / "f.json").read_text())


def test_a_full_disk(tmp_path):
    done = shell(f"PROGRAM evaluate --gold {GOLD} --pred {GOLD} > /dev/full", tmp_path)
    assert done.returncode == 3
    assert "No space left on device" in done.stderr


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_figure_is_cut_on_a_terminal(run, columns, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    done = run("evaluate", "--gold", GOLD, "--pred", GOLD, "--details")
    assert "…" not in done.out
    assert "LOCATION    DEPARTMENT" in done.out


def test_agreement_needs_no_gold(run, tmp_path):
    done = run("evaluate", "--pred", f"{ANNOTATORS}/ann", "--pred", f"{ANNOTATORS}/ben", "--json", "x.json")
    assert done.code == 0
    figures = json.loads((tmp_path / "x.json").read_text())
    assert [row["annotators"] for row in figures["agreement"]["rows"]] == ["ann / ben"]
    assert set(figures) == {"agreement", "set_aside"}
    assert run("evaluate", "--pred", f"{ANNOTATORS}/ann").code == 2
    unlike = run("evaluate", "--pred", f"{ANNOTATORS}/ann", "--pred", EXAMPLES / "demo.sh")
    assert unlike.code == 3
    assert "gold" not in unlike.err


def test_all_that_escapes_is_listed_whatever_its_label(run, tmp_path):
    text = "A welder of Acme Steel, aged 93"
    spans = [(2, 8, "PROFESSION"), (12, 22, "ORGANIZATION"), (24, 31, "AGE")]
    formats.write([Document("1", text, tuple(Span(*span) for span in spans))], tmp_path / "gold.jsonl", "jsonl")
    formats.write([Document("1", text)], tmp_path / "pred.jsonl", "jsonl")
    done = run("evaluate", "--gold", "gold.jsonl", "--pred", "pred.jsonl", "--json", "x.json", "--html", "x.html")
    assert done.code == 0
    listed = json.loads((tmp_path / "x.json").read_text())["false_negatives"]
    assert [(row["label"], row["thesis"]) for row in listed] == [
        ("PROFESSION", None),
        ("ORGANIZATION", None),
        ("AGE", "Age over 89"),
    ]
    assert "a letter or digit is left bare: 3<" in (tmp_path / "x.html").read_text()


def test_what_was_set_aside_is_in_the_reports(run, tmp_path):
    formats.write([Document("1", "Ada"), Document("2", "Ben")], tmp_path / "gold.jsonl", "jsonl")
    formats.write([Document("1", "Ada"), Document("3", "Cleo")], tmp_path / "pred.jsonl", "jsonl")
    arguments = ("--json", "x.json", "--html", "x.html", "--keep-going")
    assert run("evaluate", "--gold", "gold.jsonl", "--pred", "pred.jsonl", *arguments).code == 4
    assert len(json.loads((tmp_path / "x.json").read_text())["set_aside"]) == 2
    assert "not in any figure: 2" in (tmp_path / "x.html").read_text()


def test_both_files_or_none(run, tmp_path):
    files = ("--html", "x.html", "--json", "x" * 250 + ".json")
    assert run("evaluate", "--gold", GOLD, "--pred", ANNOTATORS / "ann", *files).code == 3
    assert not list(tmp_path.iterdir())


def test_why_nothing_is_left_to_compare(run, tmp_path):
    formats.write([Document("1", "Ada"), Document("2", "Ben")], tmp_path / "gold.jsonl", "jsonl")
    formats.write([Document("1", "Eve"), Document("2", "Kim")], tmp_path / "pred.jsonl", "jsonl")
    done = run("evaluate", "--gold", "gold.jsonl", "--pred", "pred.jsonl", "--keep-going")
    assert done.code == 3
    assert done.err.count("the two texts differ") == 2
