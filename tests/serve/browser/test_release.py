import csv
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.report.pdf import words_of
from tests.serve.running import PROGRAM

EXAMPLES = Path(__file__).parents[3] / "examples"
LEAK = "Wilhelmina"
SELECT = """(note, words) => {
  const texts = document.createTreeWalker(note, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const at = texts.currentNode.data.indexOf(words);
    if (at >= 0) document.getSelection().setBaseAndExtent(texts.currentNode, at, texts.currentNode, at + words.length);
  }
}"""


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    """What a batch wrote of the examples, with a name in every note that it might have missed."""
    folder = tmp_path_factory.mktemp("output")
    batch = ["batch", EXAMPLES / "clinic.csv", "--columns", "id=note,patient=mrn", "--key", folder / "site.key"]
    words = [
        ["key", "new", "--out", folder / "site.key"],
        [
            *batch,
            "--tag-dates",
            "--engine",
            "deid",
            "--workers",
            "1",
            "--drop-columns",
            "clinic",
            "--out",
            folder / "clean.csv",
        ],
    ]
    for line in words:
        subprocess.run([sys.executable, "-c", PROGRAM, *map(str, line)], check=True, capture_output=True)
    with (folder / "clean.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with (folder / "clean.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows({**row, "text": f"{row['text']} Ward 𝔸, a bassoonist. Ring {LEAK}"} for row in rows)
    return folder


def test_a_release_is_reviewed_through_to_its_report(open_page, output, picture, tmp_path):
    # adam draws a sample
    page = open_page("adam", "#/releases")
    page.get_by_text("New release").click()
    page.get_by_label("Name", exact=True).fill("May")
    page.get_by_label("Output, and files beside it").set_input_files(
        [output / "clean.csv", output / "clean.csv.report.json"]
    )
    page.get_by_label("Notes to read").fill("6")
    page.get_by_label("Reviewers").fill("ann, ben")
    page.get_by_label("Columns").fill("id=note")
    page.get_by_role("button", name="Draw a sample").click()
    expect(page.locator("#proof")).to_contain_text("Of 8 notes 6 were drawn at random; 0 of these have been read.")

    # ann reads, by keyboard, and marks a leak and an indirect identifier
    ann = open_page("ann", "#/releases/1/review")
    expect(ann.get_by_role("textbox", name="Note 1")).to_be_focused()
    expect(ann.get_by_text("It isn't known where PHI was replaced in this note.")).to_be_visible()
    ann.keyboard.press("Control+End")
    ann.keyboard.press("Control+Shift+ArrowLeft")
    ann.keyboard.press("m")
    expect(ann.get_by_role("combobox", name="What")).to_be_focused()
    ann.keyboard.type("PATIENT")
    ann.keyboard.press("Enter")
    expect(ann.locator("mark.leak")).to_have_text(LEAK)
    ann.get_by_role("textbox", name="Note 1").evaluate(SELECT, "a bassoonist")
    ann.keyboard.press("i")
    ann.keyboard.type("profession")
    ann.get_by_role("textbox", name="Comment").fill("there are few of them")
    ann.get_by_role("button", name="Mark", exact=True).click()
    expect(ann.locator("mark.indirect")).to_have_text("a bassoonist")
    picture(ann, "review")
    for note in (1, 3, 5):
        expect(ann.get_by_role("heading", name=f"Note {note} of 6")).to_be_visible()
        ann.keyboard.press("n")
    expect(ann.get_by_role("heading", name="Nothing is left for you to read")).to_be_visible()
    ann.goto(ann.url.split("#")[0] + "#/releases/1/review/0")
    expect(ann.get_by_text("Nothing that others marked is open.")).to_be_visible()

    # ben reads the others, and confirms
    ben = open_page("ben", "#/releases/1/review")
    for note in (2, 4, 6):
        expect(ben.get_by_role("heading", name=f"Note {note} of 6")).to_be_visible()
        ben.keyboard.press("n")
    expect(ben.get_by_role("heading", name="Nothing is left for you to read")).to_be_visible()
    ben.goto(ben.url.split("#")[0] + "#/releases/1")
    expect(ben.locator("#proof")).to_contain_text("counts it as real")
    ben.get_by_role("link", name="Confirm or reject them").click()
    expect(ben.get_by_text("1 of 2")).to_be_visible()
    ben.keyboard.press("y")
    expect(ben.get_by_text("1 of 1")).to_be_visible()
    ben.keyboard.press("n")
    expect(ben.get_by_text("Nothing that others marked is open.")).to_be_visible()

    # ada looks, and signs
    ada = open_page("ada", "#/releases/1")
    expect(ada.locator("#proof")).to_contain_text("1 leak in 1 note was found and confirmed.")
    expect(ada.locator("#proof")).to_contain_text("at most 3 notes of this release (37.50%)")
    expect(ada.locator("#table-leak_types")).to_contain_text("Last name")
    picture(ada, "release")
    ada.get_by_text("Sign this release").click()
    ada.get_by_label("Name, as it is to be printed").fill("Ада Žižková")
    ada.get_by_label("Position").fill("Privacy officer 李")
    ada.get_by_label("Statement").fill("I looked at it.")
    ada.get_by_role("button", name="Sign", exact=True).click()
    expect(ada.get_by_text("stands")).to_be_visible()

    with ada.expect_download() as got:
        ada.get_by_role("button", name="Report as HTML").click()
    got.value.save_as(tmp_path / "report.html")
    html = (tmp_path / "report.html").read_text("utf-8")
    assert "Ада Žižková" in html
    assert "at most 3 notes of this release (37.50%)" in html
    assert "full-face photographs" in html
    assert "deid" in html
    assert LEAK not in html
    with ada.expect_download() as got:
        ada.get_by_role("button", name="Report as PDF").click()
    got.value.save_as(tmp_path / "report.pdf")
    words = words_of((tmp_path / "report.pdf").read_bytes())
    assert "atmost3notesofthisrelease(37.50%)" in words
    assert "Privacyofficer[U+674E]" in words
    assert LEAK not in words

    # what is said later makes the signature outdated
    ann.goto(ann.url.split("#")[0] + "#/releases/1/review/1")
    ann.locator("mark.leak").wait_for()
    ann.keyboard.press("n")
    expect(ann.get_by_role("heading", name="Nothing is left for you to read")).to_be_visible()
    ada.reload()
    expect(ada.get_by_role("heading", name="May")).to_contain_text("outdated")
