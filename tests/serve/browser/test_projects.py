from pathlib import Path

from playwright.sync_api import expect

from tests.serve.browser.projects import make

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_a_project_is_made_and_its_notes_come_in(open_page, running, picture):
    page = open_page("adam", "#/projects")
    page.get_by_text("New project").click()
    page.get_by_label("Name", exact=True).fill("Falls clinic")
    for name in ("ann", "ben"):
        page.get_by_label(name, exact=True).check()
    page.get_by_role("combobox", name="Engine").select_option("incognote-fast@safe")
    page.get_by_label("Notes: folder").set_input_files(EXAMPLES / "gold")
    expect(page.get_by_text("4 files")).to_be_visible()
    page.get_by_role("button", name="Make the project").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Falls clinic", timeout=30_000)  # an engine is loaded
    expect(page.get_by_text("incognote-fast@safe has read 4 of them")).to_be_visible()
    expect(page.get_by_role("row", name="discharge-summary")).to_contain_text("new")

    page.get_by_text("Administration").click()
    page.get_by_label("Notes: folder").set_input_files(EXAMPLES / "annotators" / "ben")
    page.get_by_role("combobox", name="Annotations in the files").select_option("ben")
    page.get_by_role("button", name="Bring in").click()
    expect(page.get_by_text("0 new notes, 4 annotated")).to_be_visible()

    ann = open_page("ann", "#/projects")
    expect(ann.get_by_text("0 of 4 done")).to_be_visible()
    ann.get_by_role("link", name="Annotate").click()
    expect(ann.locator(".note-text mark").first).to_be_visible()  # the engine's
    ann.get_by_role("button", name="Done, next").click()
    expect(ann.get_by_text("1 of 4 done")).to_be_visible()

    page.goto(f"{running.address}/#/projects")
    page.get_by_role("link", name="Falls clinic").click()
    expect(page.get_by_role("row", name="ben 4 of 4")).to_be_visible()
    picture(page, "projects")
    page.get_by_role("combobox", name="What").select_option("ben")
    page.get_by_role("combobox", name="Format").first.select_option("inline")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    assert saved.value.suggested_filename == "Falls-clinic-ben.zip"
    page.get_by_text("History").click()
    expect(page.get_by_role("row", name="4 notes new, of 4")).to_be_visible()


def test_what_goes_wrong_is_told(open_page, running):
    make(running, "Taken", {"a": "Nobody."})
    page = open_page("adam", "#/projects")
    page.get_by_text("New project").click()
    page.get_by_label("Name", exact=True).fill("Taken")
    page.get_by_role("button", name="Make the project").click()
    expect(page.get_by_role("alert")).to_contain_text("already")
    page.get_by_label("Name", exact=True).fill("Free")
    page.get_by_label("Notes: files").set_input_files({"name": "x.csv", "mimeType": "", "buffer": b"a,b\n1,2\n"})
    page.get_by_role("button", name="Make the project").click()
    expect(page.get_by_role("alert")).to_contain_text("there is no note in what was sent; x.csv")
    expect(page.get_by_role("alert")).to_contain_text("say which holds the id: columns id=NAME")
    page.get_by_role("link", name="Go to the project").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Free")
    ann = open_page("ann", "#/projects")
    expect(ann.get_by_text("New project")).to_have_count(0)
