"""Pages in Chromium. Where INCOGNOTE_REQUIRE_BROWSER is set its absence is a failure, not a reason to skip."""

import os
import shutil
from pathlib import Path

import pytest

PAGES = Path(os.environ["INCOGNOTE_PICTURES"]) if "INCOGNOTE_PICTURES" in os.environ else None
"""Where pictures of pages go: docs/serve, to make those of the docs anew."""
_OPTIONS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
            "--disable-component-update", "--disable-quic"]  # fmt: skip


@pytest.fixture(scope="session")
def browser():
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not path:
        (pytest.fail if os.environ.get("INCOGNOTE_REQUIRE_BROWSER") else pytest.skip)("there is no Chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)  # on a busy machine an engine takes seconds to load
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=_OPTIONS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, running):
    """Opens an address of the service as someone, each in a window of their own. Errors of scripts fail the test."""
    contexts, errors = [], []

    def opened(name, address="#/try", **options):
        context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(f"{running.address}/#token={running.tokens[name]}")
        page.get_by_role("navigation").get_by_role("link", name="Try it").wait_for()
        page.goto(f"{running.address}/{address}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture
def picture(tmp_path):
    """Takes a picture of a page for the docs, if they are asked for."""

    def taken(page, name):
        file = (PAGES or tmp_path) / f"{name}.png"
        page.screenshot(path=file)
        if PAGES:
            from PIL import Image

            Image.open(file).convert("RGB").quantize(64).save(file, optimize=True)  # a third of the size

    return taken
