import base64
import json
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.serve.adjudicating import TEXTS, make_project, mark

SELECT = """at => {
  const walk = document.createTreeWalker(document.querySelector(".context .note-text"), NodeFilter.SHOW_TEXT);
  for (let left = at; walk.nextNode(); left -= walk.currentNode.length)
    if (left < walk.currentNode.length)
      return document.getSelection().setBaseAndExtent(walk.currentNode, left, walk.currentNode, left + 3);
}"""

BY_DEID = {
    "7041": [("Osei", "DOCTOR"), ("Ada Marsh", "PATIENT"), ("sister", "PATIENT")],
    "7042": [("Will Benning", "PATIENT"), ("93", "AGE"), ("Osei", "DOCTOR")],
    "7043": [],
}
YEARS = count(2019)


@pytest.fixture
def adjudicate(running, open_page):
    """The page of a new project, its number, and what presses a key and waits until that is kept."""
    project = make_project(running, f"Falls, {next(YEARS)}")
    page = open_page("ada", f"#/projects/{project}/adjudicate")
    expect(page.locator("tr[data-number]")).to_have_count(9)

    def kept(*keys):
        for key in keys[:-1]:
            page.keyboard.press(key)
        with page.expect_response(lambda answer: answer.request.method == "POST") as sent:
            page.keyboard.press(keys[-1])
        assert sent.value.ok

    return page, project, kept


def row(page, place):
    return page.locator("tr[data-number]").filter(has=page.get_by_role("rowheader", name=place, exact=True))


def gold(client, project):
    rows = client.get(f"/api/projects/{project}/adjudication").json()["rows"]
    return {(row["note"], one["text"], one["label"]) for row in rows for one in row["gold"]}


def test_by_keyboard_through_to_the_gold(adjudicate, running, picture):
    page, project, kept = adjudicate
    current = page.locator("tr[aria-selected=true]")
    expect(page.get_by_text("ann / ben")).to_be_visible()
    expect(current).to_contain_text("7041, 12")

    page.keyboard.press("c")  # all unanimous rows
    expect(page.get_by_role("dialog")).to_contain_text("Confirm 5 rows")
    kept("Enter")
    expect(page.locator("tr[data-number] input:checked")).to_have_count(5)
    expect(current).to_contain_text("7041, 41")
    expect(page.locator("mark.current").first).to_have_text("Ada")
    picture(page, "adjudicate")

    kept("2")  # ben's version, and back
    expect(row(page, "7041, 41")).to_contain_text("confirmed")
    kept("u")
    expect(row(page, "7041, 41")).to_contain_text("open")
    expect(current).to_contain_text("7041, 41")
    kept("Space")
    expect(current).to_contain_text("7041, 87")

    page.keyboard.press("o")  # open rows only
    expect(page.locator("tr[data-number]")).to_have_count(3)
    page.keyboard.press("e")
    expect(page.get_by_text("Select in the note")).to_be_visible()
    kept("Shift+ArrowRight", "Enter")  # a longer extent: Will Benning,
    expect(page.locator("tr[data-number]")).to_have_count(2)
    page.keyboard.press("l")
    page.get_by_role("listbox", name="Label").select_option("LOCATION-OTHER")
    kept("Enter")
    kept("x")  # the last one is no PHI
    expect(page.get_by_text("The gold is complete: 3 notes, 8 PHI.")).to_be_visible()
    found = gold(running.client("ada"), project)
    assert {(2, "Will Benning,", "PATIENT"), (2, "Elm House", "LOCATION-OTHER"), (1, "Ada Marsh", "PATIENT")} < found
    assert not any(note == 3 for note, _, _ in found)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as JSON lines").press("Enter")
    notes = [json.loads(line) for line in Path(saved.value.path()).read_text("utf-8").splitlines()]
    assert [(note["id"], len(note.get("spans", ()))) for note in notes] == [("7041", 4), ("7042", 4), ("7043", 0)]
    assert [note["text"] for note in notes] == list(TEXTS.values())


def test_what_all_missed_is_added(adjudicate, running):
    page, project, kept = adjudicate
    page.keyboard.press("m")
    expect(page.get_by_text("Select in the note")).to_be_visible()
    start = TEXTS["7041"].index("Porto")
    at = len(TEXTS["7041"][:start].encode("utf-16-le")) // 2  # as the browser counts
    page.evaluate(SELECT, at)
    page.keyboard.press("Enter")
    page.get_by_role("listbox", name="Label").select_option("CITY")
    kept("Enter")
    expect(row(page, f"7041, {start}")).to_contain_text("confirmed")
    assert gold(running.client("ada"), project) == {(1, "Porto", "CITY")}
    page.reload()
    expect(row(page, f"7041, {start}")).to_contain_text("Porto")


def test_another_adjudicators_decision_is_seen(adjudicate, running):
    """What was decided about the note without having seen it is refused with it; what is about others is kept."""
    page, project, _ = adjudicate
    body = {"base": 10**6, "decisions": [{"start": 12, "end": 16, "put": []}]}
    running.client("adam").post(f"/api/projects/{project}/notes/1/decisions", json=body)
    held = []
    page.route("**/decisions", lambda route: route.continue_() if held else held.append(route))
    for _ in range(5):  # four in this note, one in the next
        page.keyboard.press("Space")
    page.wait_for_timeout(100)
    held[0].continue_()
    expect(page.locator("#saving")).to_have_text("Saved")
    expect(page.get_by_role("alert")).to_contain_text("another adjudicator")
    expect(row(page, "7041, 12")).to_contain_text("no PHI")
    expect(page.locator("tr[data-number] input:checked")).to_have_count(1)
    rows = running.client("ada").get(f"/api/projects/{project}/adjudication").json()["rows"]
    assert [(one["note"], one["state"]) for one in rows if one["state"] != "open"] == [
        (1, "rejected"),
        (2, "confirmed"),
    ]
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_row_is_opened_again(adjudicate):
    page, _, kept = adjudicate
    kept("Space")
    box = page.get_by_role("checkbox", name="Confirm 7041, 12")
    expect(box).to_be_checked()
    box.click()
    expect(row(page, "7041, 12")).to_contain_text("open")
    expect(page.locator("#saving")).to_have_text("Saved")
    expect(row(page, "7041, 12")).to_contain_text("open")


def test_labels_that_annotations_brought_along(running, open_page):
    adam = running.client("adam")
    project = adam.post("/api/projects", json={"name": "Others", "annotators": ["ann"]}).json()["project"]
    note = {"id": "a", "text": "Ada came.", "spans": [{"start": 0, "end": 3, "label": "ALIAS"}]}
    files = [{"path": "a.jsonl", "content": base64.b64encode(json.dumps(note).encode()).decode()}]
    assert adam.post(f"/api/projects/{project}/notes", json={"files": files, "as": "ann"}).is_success
    page = open_page("ada", f"#/projects/{project}/adjudicate")
    expect(page.locator("tr[data-number]")).to_have_count(1)
    page.keyboard.press("l")
    expect(page.get_by_role("listbox", name="Label")).to_have_value("ALIAS")


def test_measured_by_the_gold(adjudicate, running, picture):
    """The engine's marks are put there as pre-annotation would."""
    page, project, _ = adjudicate
    ada, adam = running.client("ada"), running.client("adam")
    marked = [
        {"id": note, "text": TEXTS[note], "spans": [mark(TEXTS[note], *one) for one in BY_DEID[note]]} for note in TEXTS
    ]
    content = "".join(f"{json.dumps(one)}\n" for one in marked).encode()
    sent = {"files": [{"path": "deid.jsonl", "content": base64.b64encode(content).decode()}], "as": "engine:deid"}
    assert adam.post(f"/api/projects/{project}/notes", json=sent).is_success
    for row in ada.get(f"/api/projects/{project}/adjudication").json()["rows"]:
        put = [{key: one[key] for key in ("start", "end", "label")} for one in row["suggestion"]]
        told = {"decisions": [{"start": row["start"], "end": row["end"], "put": put if row["note"] != 3 else []}]}
        assert ada.post(f"/api/projects/{project}/notes/{row['note']}/decisions", json=told).is_success

    page.get_by_role("link", name="Measure", exact=True).click()
    expect(page.get_by_text("3 of 3 notes are gold, with 8 PHI")).to_be_visible()
    table = page.locator("#table-people_and_engines")
    expect(table.get_by_role("row").filter(has_text="2 people")).to_have_count(2)
    expect(table.get_by_role("row", name="deid sensitivity")).to_contain_text("0.6250")
    picture(page, "measure")
    page.get_by_label("Annotator or engine").select_option("deid")
    missed = page.locator("section.mistakes").filter(has_text="Missed: 3")
    missed.get_by_role("link", name="7041, 22").click()
    expect(page.locator("mark.current")).to_have_text("3 May")
    expect(page.locator("tr[aria-selected=true]")).to_contain_text("7041, 22")
