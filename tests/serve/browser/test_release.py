import csv
import subprocess
import sys
from base64 import b64encode
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
    ada.get_by_label("Reason to sign anyway").fill("The leak is taken out before the notes go.")
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
    expect(ada.get_by_text("outdated", exact=True)).to_be_visible()
    expect(ada).to_have_title("May · incognote")


def make(running, reviewers=("ann", "ben"), **more):
    """A release of six notes, all of which name her."""
    files = [file(f"n{number}.txt", f"Note {number}: {LEAK} came.") for number in range(6)]
    name = f"{len(running.client('adam').get('/api/releases').json())}"
    wanted = {"name": name, "files": files, "sample": 6, "seed": 1, "reviewers": list(reviewers), **more}
    return running.client("adam").post("/api/releases", json=wanted).json()["id"]


def file(name, content):
    return {"path": name, "content": b64encode(content.encode()).decode()}


def hold(page, key, times=25):
    for _ in range(times):
        page.keyboard.down(key)
        page.wait_for_timeout(25)
    page.keyboard.up(key)


def test_a_key_that_is_pressed_again_judges_nothing_that_was_not_shown(open_page, running):
    release = make(running)
    ann = running.client("ann")
    for note in (1, 2, 3):
        leak = {"start": 8, "end": 18, "kind": "leak", "label": "PATIENT"}
        ann.post(f"/api/releases/{release}/notes/{note}/findings", json=leak)

    def verdicts():
        return [one["real"] for one in ann.get(f"/api/releases/{release}").json()["findings"]]

    page = open_page("ben", f"#/releases/{release}/review/0")
    expect(page.get_by_text("1 of 3")).to_be_visible()
    held = []
    page.route("**/verdict", lambda route: held.append(route))
    for _ in range(3):
        page.keyboard.press("y")
    page.wait_for_timeout(300)
    assert len(held) == 1
    held[0].fulfill(status=409, json={"error": "somebody was quicker"})
    expect(page.locator("#problem")).to_contain_text("somebody was quicker")
    expect(page.get_by_text("1 of 3")).to_be_visible()  # it is still to be judged
    page.unroute("**/verdict")
    hold(page, "y")
    expect(page.get_by_text("1 of 2")).to_be_visible()
    assert verdicts() == [True, None, None]


def test_a_key_that_is_held_reads_no_notes_and_read_can_be_taken_back(open_page, running):
    release = make(running)

    def read():
        notes = running.client("ann").get(f"/api/releases/{release}/notes").json()
        return [note["number"] for note in notes if note["read"]]

    page = open_page("ann", f"#/releases/{release}/review/1")
    expect(page.get_by_role("heading", name="Note 1 of 6")).to_be_visible()
    hold(page, "n")
    expect(page.get_by_role("heading", name="Note 3 of 6")).to_be_visible()
    assert read() == [1]
    page.goto(page.url.split("#")[0] + f"#/releases/{release}/review/1")
    page.get_by_role("button", name="Not read yet").click()
    expect(page.locator("#standing")).to_have_text("unread, for ann")
    expect(page.get_by_role("button", name="Not read yet")).to_be_hidden()
    assert read() == []


def test_what_changed_meanwhile_is_not_signed(open_page, running):
    release = make(running)
    page = open_page("ada", f"#/releases/{release}")
    page.get_by_text("Sign this release").click()
    page.get_by_label("Name, as it is to be printed").fill("Ada")
    page.get_by_label("Position").fill("officer")
    page.get_by_label("Statement").fill("Fine.")
    page.get_by_label("Reason to sign anyway").fill("none")
    running.client("ann").post(f"/api/releases/{release}/notes/1/done", json={"done": True})
    page.get_by_role("button", name="Sign", exact=True).click()
    expect(page.locator("#problem")).to_contain_text("something has changed since you looked")
    expect(page.get_by_text("Nobody has signed.")).to_be_visible()


def test_a_larger_sample_is_as_large_as_is_needed_and_the_history_tells_of_it(open_page, running):
    running.client("adam").post("/api/projects", json={"name": "falls", "annotators": ["ann"]})
    release = make(running, sample=2, target=0.2)
    for note in (1, 2):
        running.client("ann").post(f"/api/releases/{release}/notes/{note}/done", json={"done": True})
    page = open_page("adam", f"#/releases/{release}")
    page.get_by_text("Reviewers, target, larger sample").click()
    expect(page.get_by_label("Size of the sample")).to_have_value("4")  # all that was kept
    page.get_by_label("Project of the own gold").select_option("falls")
    page.get_by_role("button", name="Change").click()
    expect(page.locator("#status")).to_have_text("Changed")
    page.get_by_text("History").click()
    expect(page.get_by_role("cell", name="target: 20.00%; project of the own gold")).to_be_visible()
    with page.expect_download() as got:
        page.get_by_role("button", name="Findings as JSON lines").click()
    assert got.value.suggested_filename.endswith(".jsonl")


def test_who_is_no_reviewer_sees_no_notes(open_page, running):
    release = make(running)
    page = open_page("cleo", f"#/releases/{release}")
    expect(page.get_by_text("Its notes are for its reviewers.")).to_be_visible()
    expect(page.get_by_role("link", name="Read notes")).to_have_count(0)


def test_what_a_finding_leaves_of_a_replacement_is_still_shown_as_one(open_page, running):
    tagged = [file("n.txt", "Seen by [**Full Name 1**] today.")]
    release = make(running, files=tagged, sample=1, reviewers=("ann",))
    page = open_page("ann", f"#/releases/{release}/review")
    expect(page.locator("mark.replaced")).to_have_text("[**Full Name 1**]")
    for start, end, kind, label in ((16, 20, "leak", "PATIENT"), (18, 22, "indirect", "family")):
        found = {"start": start, "end": end, "kind": kind, "label": label}
        assert running.client("ann").post(f"/api/releases/{release}/notes/1/findings", json=found).status_code < 300
    page.reload()
    expect(page.locator("mark.indirect")).to_have_text(" 1")
    expect(page.locator("mark.leak")).to_have_text("Name")
    expect(page.locator("mark.replaced")).to_have_text(["[**Full ", "**]"])
    expect(page.locator(".note-text")).to_have_text("Seen by [**Full Name 1**] today.")
