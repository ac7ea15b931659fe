from playwright.sync_api import expect


def test_a_token_is_asked_for(browser, running):
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(running.address)
        page.get_by_label("Token").fill("wrong")
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("alert")).to_contain_text("isn't known")
        page.get_by_label("Token").fill(running.tokens["ann"])
        page.get_by_role("button", name="Enter").click()
        expect(page.locator("#who")).to_have_text("ann (annotator)")
        assert running.tokens["ann"] not in page.url


def test_a_token_in_the_address_goes_out_of_sight(open_page):
    page = open_page("ada")
    expect(page.locator("#who")).to_have_text("ada (adjudicator)")
    assert "token" not in page.url


def test_light_and_dark(open_page):
    page = open_page("ann")
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Light").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark
