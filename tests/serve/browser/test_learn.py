from playwright.sync_api import expect

from tests.serve.adjudicating import make_project


def test_too_few_notes_are_told(running, open_page):
    make_project(running, "learn")
    page = open_page("adam", "#/learn")
    page.get_by_label("Whose corrections").select_option("ann")
    page.get_by_label("Name of the model").fill("ours")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("3 notes with 8 PHI are too few", timeout=20_000)
    expect(page.get_by_text("None yet.")).to_be_visible()
