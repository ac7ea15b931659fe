"""What people do in passing: hold a key, leave a page, close a window, sign out, while the service is slow."""

import re

import pytest
from playwright.sync_api import expect

from tests.serve.adjudicating import make_project
from tests.serve.browser.projects import make

JOB = {"id": 99, "what": "learn", "about": "learn", "done": 0, "of": 0, "error": "", "result": None}


def go(page, address):
    page.evaluate("address => (location.hash = address)", address)


def hold(page, key, times=8):
    for _ in range(times):
        page.keyboard.down(key)
        page.wait_for_timeout(15)
    page.keyboard.up(key)


def test_held_keys_decide_once(open_page, running):
    project = make(running, "Held", {f"n{number}": f"Ada {number}" for number in range(4)})
    page = open_page("ann", f"#/projects/{project}/annotate")
    expect(page.locator(".note-text")).to_be_focused()
    hold(page, "Enter")
    expect(page.locator(".note-text")).to_have_text("Ada 1")
    expect(page.locator("#saving")).to_have_text("Saved")
    assert [note["state"] for note in running.client("ann").get(f"/api/projects/{project}/notes").json()].count(
        "done"
    ) == 1

    project = make_project(running, "Held rows")
    page = open_page("ada", f"#/projects/{project}/adjudicate")
    expect(page.locator("tr[data-number]")).to_have_count(9)
    hold(page, "Space")
    hold(page, "j", 3)
    expect(page.locator("tr[aria-selected=true]")).to_have_attribute("data-number", "4")
    expect(page.locator("#saving")).to_have_text("Saved")
    rows = running.client("ada").get(f"/api/projects/{project}/adjudication").json()["rows"]
    assert [row["state"] for row in rows].count("confirmed") == 1


def test_a_view_that_was_left_writes_nothing(open_page):
    page = open_page("adam")
    expect(page.get_by_role("heading", name="Try it")).to_be_visible()
    held = []
    page.route("**/api/learn", lambda route: held.append(route))
    go(page, "#/learn")
    page.wait_for_timeout(100)
    go(page, "#/projects")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    with page.expect_response("**/api/learn"):
        held[0].continue_()
    page.wait_for_timeout(100)
    expect(page.get_by_role("heading", level=1)).to_have_text("Projects")
    expect(page).to_have_title("Projects · incognote")


@pytest.mark.parametrize("state", ["running", "waiting"])
def test_a_job_is_followed_until_its_page_is_left(open_page, state):
    page, asked = open_page("adam"), []

    def answer(route):
        asked.append(route)
        route.abort() if len(asked) == 1 else route.fulfill(json={**JOB, "state": state})

    page.route(
        "**/api/learn",
        lambda route: route.fulfill(json={"models": [], "missing": "", "running": {**JOB, "state": state}}),
    )
    page.route("**/api/jobs/99", answer)
    go(page, "#/learn")
    expect(page.get_by_text("It is learning")).to_be_visible()
    page.wait_for_timeout(1000)
    assert len(asked) >= 2  # the first was lost
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_text("it waits")).to_have_count(1 if state == "waiting" else 0)
    go(page, "#/try")
    expect(page.get_by_role("heading", name="Try it")).to_be_visible()
    page.wait_for_timeout(500)
    before = len(asked)
    page.wait_for_timeout(600)
    assert len(asked) == before


def test_decisions_on_their_way_are_not_lost(open_page, running):
    project = make_project(running, "On the way")
    page, asked = open_page("ada", f"#/projects/{project}/adjudicate"), []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    expect(page.locator("tr[data-number]")).to_have_count(9)
    held = []
    page.route("**/decisions", lambda route: held.append(route))
    page.keyboard.press("Space")
    expect(page.locator("#saving")).to_have_text("Saving…")
    page.close(run_before_unload=True)
    page.wait_for_timeout(100)
    assert asked == ["beforeunload"]
    go(page, "#/projects")
    expect(page.locator("#saving")).to_have_text("Not saved yet")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("isn't saved yet")
    page.keyboard.press("Escape")
    held[0].continue_()
    expect(page.locator("#saving")).to_have_text("Saved")
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_label("Token")).to_be_focused()
    rows = running.client("ada").get(f"/api/projects/{project}/adjudication").json()["rows"]
    assert rows[0]["state"] == "confirmed"
    assert asked == ["beforeunload"]


def test_copying_without_tls(open_page):
    page = open_page("rita")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_label("The note", exact=True).fill("Mr. Boris Adams came.\n")
    section = page.get_by_role("region", name="Tags", exact=True)
    section.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    page.get_by_label("The note", exact=True).press("Control+a")
    page.keyboard.press("Control+v")
    expect(page.get_by_label("The note", exact=True)).to_have_value(re.compile(r"^Mr\. \[\*\*.*\] came\.\n$"))
