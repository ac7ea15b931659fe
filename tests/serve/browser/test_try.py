import json
import re
import time
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.serve.test_security import ATTACK

EXAMPLES = Path(__file__).parents[3] / "examples" / "notes"
NOTE = "😀 Mr. Boris Adams was seen\non 3/4/2024 by Dr. Fenella Brown.\n"


def marks(page):
    return page.locator(".found mark")


def output(page, way):
    return page.locator(f"[data-way={way}] pre")


def test_a_note_is_pasted_and_its_phi_is_shown(open_page, picture):
    page = open_page("rita")
    page.get_by_label("The note", exact=True).fill(NOTE)
    expect(marks(page)).to_have_text(["Boris Adams", "3/4/2024", "Fenella Brown"], timeout=30_000)  # it starts up
    marks(page).nth(1).hover()
    why = page.get_by_role("region", name="Why")
    expect(why).to_contain_text("DATE, score")
    expect(why).to_contain_text("found by")
    expect(output(page, "tags")).to_contain_text("😀 Mr. [**")
    expect(output(page, "surrogates")).not_to_contain_text("Adams")
    expect(page.locator("[data-way=dates]")).to_contain_text("give the patient's id")
    page.get_by_label("Patient's id").fill("704")
    expect(page.locator("[data-way=dates]")).not_to_contain_text("give the patient's id")
    expect(output(page, "dates")).not_to_contain_text("3/4/2024")
    page.get_by_label("Example").select_option(label="A discharge summary")
    expect(marks(page).first).to_have_text("MAPLE HOLLOW REGIONAL HOSPITAL")
    marks(page).nth(1).hover()
    picture(page, "try")


def test_labels_and_points_are_switched(open_page):
    page = open_page("rita")
    page.get_by_label("The note", exact=True).fill(NOTE)
    expect(marks(page)).to_have_count(3)
    dates = page.get_by_role("button", name="DATE 1")
    dates.click()
    expect(dates).to_have_attribute("aria-pressed", "false")
    expect(marks(page)).to_have_text(["Boris Adams", "Fenella Brown"])
    with page.expect_request("**/api/detect") as asked:
        page.get_by_label("Operating point").select_option("strict")
    assert asked.value.post_data_json["engine"] == "incognote-fast@strict"
    expect(page.locator("#meaning")).to_contain_text("strict: misses as little as it can")
    expect(page.get_by_role("button", name="DATE 1")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="DATE 1").click()
    expect(marks(page)).to_have_count(3)
    page.get_by_label("Engine").select_option("deid")
    expect(page.get_by_label("Operating point")).to_be_disabled()
    expect(page.get_by_role("region", name="Why")).to_contain_text("Point at a mark")


def test_all_of_it_by_keyboard(open_page):
    page = open_page("rita")
    page.get_by_label("The note", exact=True).wait_for()
    page.get_by_role("navigation").get_by_role("link", name="Try it").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "note":
            break
    page.keyboard.type("Mr. Boris Adams, 3/4/2024")
    page.keyboard.press("Control+Enter")
    expect(marks(page)).to_have_count(2)
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "MARK":
            break
    why = page.get_by_role("region", name="Why")
    expect(why).to_contain_text("Boris Adams")
    page.keyboard.press("ArrowRight")
    expect(marks(page).nth(1)).to_be_focused()
    expect(why).to_contain_text("3/4/2024 DATE")
    page.keyboard.press("Home")
    expect(why).to_contain_text("Boris Adams")


def test_a_file_keeps_its_line_ends(open_page, tmp_path):
    page = open_page("rita")
    note = tmp_path / "note.txt"
    note.write_bytes(NOTE.replace("\n", "\r\n").encode())
    page.get_by_label("Text file").set_input_files(note)
    expect(marks(page)).to_have_text(["Boris Adams", "3/4/2024", "Fenella Brown"])
    section = page.get_by_role("region", name="Surrogates")
    with page.expect_download() as download:
        section.get_by_role("button", name="Download").click()
    saved = Path(download.value.path()).read_bytes()
    assert download.value.suggested_filename == "note-surrogates.txt"
    assert saved.startswith("😀 Mr. ".encode())
    assert saved.count(b"\r\n") == saved.count(b"\n") == 2
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    section.get_by_role("button", name="Copy").click()
    expect(page.locator("#status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").replace("\r\n", "\n") == saved.decode().replace("\r\n", "\n")
    page.get_by_label("The note", exact=True).press("Control+End")
    with page.expect_request("**/api/detect") as asked:
        page.keyboard.type("x")
    assert asked.value.post_data_json["text"] == NOTE.replace("\n", "\r\n") + "x"


def test_an_older_answer_does_not_hide_a_newer(open_page):
    page = open_page("rita")
    held = []

    def hold(route):
        if "Adams" in route.request.post_data:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/detect", hold)
    field = page.get_by_label("The note", exact=True)
    field.fill("Mr. Boris Adams")
    page.get_by_role("button", name="Find").click()
    page.wait_for_timeout(200)
    field.fill("Dr. Fenella Brown")
    expect(marks(page)).to_have_text(["Fenella Brown"])
    assert held
    with page.expect_response("**/api/detect"):
        for route in held:
            route.continue_()
    page.wait_for_timeout(100)
    expect(marks(page)).to_have_text(["Fenella Brown"])


def test_reasons_are_asked_for_when_they_are_wanted(open_page):
    page = open_page("rita")
    asked, held = [], []

    def hold(route):
        asked.append(route.request.post_data_json)
        (held.append if "reasons_at" in asked[-1] else type(route).continue_)(route)

    page.route("**/api/detect", hold)
    page.get_by_label("The note", exact=True).fill(NOTE)
    expect(marks(page)).to_have_count(3)
    assert [sorted(one) for one in asked] == [["engine", "text"]]
    why = page.get_by_role("region", name="Why")
    with page.expect_request("**/api/detect"):
        marks(page).nth(1).hover()
    expect(why).to_contain_text("3/4/2024 DATE")
    expect(why).to_contain_text("Asking why…")
    expect(why).to_have_attribute("aria-busy", "true")
    marks(page).nth(0).hover()
    expect(why).to_contain_text("Asking why…")
    held[0].continue_()
    expect(why).to_contain_text("found by")
    expect(why).to_contain_text("Boris Adams")
    expect(why).to_have_attribute("aria-busy", "false")
    marks(page).nth(2).hover()
    expect(why).to_contain_text("found by")
    page.wait_for_timeout(300)
    assert [len(one["reasons_at"]) for one in asked[1:]] == [3]


def test_a_large_note_is_shown_soon(open_page):
    page = open_page("rita")
    sentences = (
        f"Mr. Boris Adams was seen by Dr. Fenella Brown on {day % 12 + 1}/{day % 28 + 1}/2024. He has had pain in "
        f"the left knee since spring and takes ibuprofen twice a day. Blood pressure {day % 50 + 100}/80.\n"
        for day in range(1200)
    )
    note = "".join(sentences)
    assert 150_000 < len(note) < 250_000
    page.get_by_label("The note", exact=True).fill(note)
    since = time.monotonic()
    status = page.locator(".work").get_by_role("status")
    button = page.get_by_role("button", name="Find")
    expect(status).to_have_text("Looking for PHI…")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(page.locator("section", has=page.locator(".found"))).to_have_attribute("aria-busy", "true")
    expect(marks(page).nth(2000)).to_be_attached(timeout=30_000)
    assert time.monotonic() - since < 15  # about 1.5 on two cores
    expect(status).to_contain_text("Replacing")
    marks(page).nth(2).hover()
    expect(page.get_by_role("region", name="Why")).to_contain_text("found by", timeout=60_000)
    expect(status).not_to_contain_text("Replacing", timeout=60_000)
    expect(output(page, "dates")).to_contain_text("[**")
    expect(button).to_have_attribute("aria-disabled", "false")


def test_an_empty_note_is_said_to_be_one(open_page):
    page = open_page("rita")
    page.get_by_role("button", name="Find").click()
    status = page.locator(".work").get_by_role("status")
    expect(status).to_contain_text("There is no text yet")
    page.get_by_label("The note", exact=True).fill(NOTE)
    expect(status).to_have_text("3 places found.")


def test_a_note_with_scripts_runs_nothing(open_page):
    page = open_page("rita")
    page.get_by_label("The note", exact=True).fill(ATTACK)
    expect(marks(page).first).to_be_visible()
    marks(page).first.hover()
    expect(page.locator(".found")).to_contain_text("<script>window.hit=1</script>")
    expect(output(page, "tags")).to_contain_text("onerror=window.hit=1")
    assert page.evaluate("window.hit") is None
    assert page.locator("main img, main script").count() == 0


def test_what_goes_wrong_is_said(open_page):
    page = open_page("rita")
    page.route("**/api/detect", lambda route: route.fulfill(status=504, json={"error": "start with --seconds"}))
    page.get_by_label("The note", exact=True).fill(NOTE)
    expect(page.get_by_role("alert")).to_contain_text("It took longer than the service allows")
    expect(marks(page)).to_have_count(0)
    expect(page.locator(".work")).not_to_have_class(re.compile("busy"))
    page.unroute("**/api/detect")
    page.get_by_role("button", name="Find").click()
    expect(marks(page)).to_have_count(3)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_programs_find_their_routes(open_page, running, picture):
    page = open_page("rita", "#/api")
    expect(page.get_by_role("heading", name="For programs")).to_be_visible()
    document = running.client("").get("/api/openapi.json").json()
    paths = [path for path, methods in document["paths"].items() for _ in methods]
    assert sorted(page.locator("code.path").all_text_contents()) == sorted(paths)
    detect = page.locator("details", has=page.locator("code.path", has_text="/api/detect"))
    detect.locator("summary").click()
    expect(detect).to_contain_text("start_utf16")
    expect(detect).to_contain_text("(reader)")
    expect(detect.locator("pre")).to_contain_text(f"{running.address}/api/detect")
    expect(detect.locator("pre")).to_contain_text('"reasons":true')
    picture(page, "programs")


@pytest.mark.parametrize(
    "example", json.loads(files("incognote").joinpath("serve/pages/examples.json").read_text("utf-8"))
)
def test_examples_are_those_of_the_repository(example):
    assert example["text"].encode() in [file.read_bytes() for file in EXAMPLES.glob(f"{example['patient']}-*.txt")]
