import json
import shutil

import pytest

from .conftest import EXAMPLES

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


def test_against_itself_everything_is_one(run):
    done = run("evaluate", "--gold", GOLD, "--pred", GOLD, "--details", "--json", "all.json")
    assert done.code == 0
    assert "1.0000" in done.out


def test_every_score_of_gold_against_itself_is_one(run, tmp_path):
    run("evaluate", "--gold", GOLD, "--pred", GOLD, "--json", "all.json")
    figures = json.loads((tmp_path / "all.json").read_text())
    for table in ("words", "word_classes", "entities", "entity_types"):
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
        (["--gold", GOLD, "--pred", ANNOTATORS], 3, "no note 'discharge-summary'"),
        (["--gold", GOLD, "--pred", GOLD, "--pred", GOLD], 2, "given twice"),
        (["--gold", GOLD, "--pred", GOLD, "--alpha", "2"], 2, "--alpha"),
        (
            ["--gold", GOLD, "--pred", ANNOTATORS / "ann", "--pred", ANNOTATORS / "ben", "--html", "x"],
            2,
            "give one --pred",
        ),
        (["--gold", GOLD, "--pred", GOLD, "--html", "no/such/folder.html"], 3, "could not be written"),
        (["--gold", GOLD, "--pred", GOLD, "--json", "no/such/folder.json"], 3, "could not be written"),
        (["--gold", GOLD, "--pred", GOLD, "--dictionary", "none.txt"], 3, "cannot be opened"),
    ],
)
def test_mistakes_of_the_user(run, arguments, code, message):
    done = run("evaluate", *arguments)
    assert done.code == code
    assert message in done.err
    assert "Traceback" not in done.err


def test_other_text_is_refused_without_quoting_it(run, tmp_path):
    shutil.copytree(GOLD, tmp_path / "other")
    file = tmp_path / "other" / "letter.txt"
    file.write_text(file.read_text().replace("Romberg", "Rumberg"))
    done = run("evaluate", "--gold", GOLD, "--pred", "other")
    assert done.code == 3
    assert "note 'letter': the two texts differ from character" in done.err
    assert "berg" not in done.err


def test_keep_going_compares_what_both_have(run, tmp_path):
    shutil.copytree(GOLD, tmp_path / "pred")
    (tmp_path / "pred" / "letter.txt").write_bytes(b"\xff")
    assert run("evaluate", "--gold", GOLD, "--pred", "pred").code == 3
    done = run("evaluate", "--gold", GOLD, "--pred", "pred", "--keep-going")
    assert done.code == 4
    assert "letter.txt" in done.err
    assert "notes without a leak" in done.out
