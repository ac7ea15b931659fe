"""All pages: names of what can be used, headings, headers of tables, room on small screens and with large letters."""

import base64
import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.serve.adjudicating import make_project

NAMELESS = re.compile(
    r"^\s*- (?:button|link|\w+box|spinbutton|progressbar|img|grid|region)(?! \")\b.*",
    re.M,
)
LOOK = """() => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
  const tables = [...document.querySelectorAll("main table")];
  return {
    headings: [...document.querySelectorAll("main :is(h1, h2, h3, h4)")].map((one) => Number(one.tagName[1])),
    bare: tables.filter((one) => !one.querySelector("th[scope]")).map((one) => one.outerHTML.slice(0, 100)),
  };
}"""
BEYOND = """() => {
  const wide = innerWidth < document.documentElement.scrollWidth;
  const inside = (one) => one.closest(".scroll, .row-table, pre, .note-text, .unseen, .skip");
  const beyond = (one) => one.getBoundingClientRect().right > innerWidth + 1 && !inside(one);
  const found = [...document.querySelectorAll("body *")].filter(beyond).map((one) => one.outerHTML.slice(0, 80));
  return wide ? [innerWidth, document.documentElement.scrollWidth, ...found] : [];
}"""


def pages(running):
    """An address of each page, and what shows that it is there."""
    project = make_project(running, "Accessible")
    files = [{"path": f"{note}.txt", "content": base64.b64encode(b"Seen by Wilhelmina.").decode()} for note in "abc"]
    sent = {"name": "May", "files": files, "sample": 2, "seed": 1, "reviewers": ["ann", "adam"]}
    release = running.client("adam").post("/api/releases", json=sent).json()["id"]
    found = {"start": 8, "end": 18, "kind": "leak", "label": "DOCTOR"}
    assert running.client("ann").post(f"/api/releases/{release}/notes/1/findings", json=found).is_success
    return {
        "#/projects": "Projects",
        f"#/projects/{project}": "Accessible",
        f"#/projects/{project}/annotate": "Annotate",
        f"#/projects/{project}/adjudicate": "Adjudicate",
        f"#/projects/{project}/measure": "Measure: Accessible",
        "#/releases": "Releases",
        f"#/releases/{release}": "May",
        f"#/releases/{release}/review/1": "Note 1",
        f"#/releases/{release}/review/0": "Findings to confirm",
        "#/learn": "Learn",
        "#/api": "For programs",
        "#/try": "Try it",
    }


def test_pages_can_be_read_out_and_fit(open_page, running):
    page, wrong = open_page("adam"), []
    for address, title in pages(running).items():
        page.set_viewport_size({"width": 1280, "height": 900})
        page.evaluate("address => (location.hash = address)", address)
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        seen = page.evaluate(LOOK)
        page.wait_for_timeout(100)
        wrong += [(address, "no name", line.strip()) for line in NAMELESS.findall(page.locator("body").aria_snapshot())]
        wrong += [(address, "no header", table) for table in seen["bare"]]
        if seen["headings"][:1] != [1] or any(after > before + 1 for before, after in pairwise(seen["headings"])):
            wrong.append((address, "headings", seen["headings"]))
        if not page.evaluate("document.querySelector('main').contains(document.activeElement)"):
            wrong.append((address, "focus", ""))
        for width in (640, 400):  # 1280 pixels with letters twice as large, and a telephone
            page.set_viewport_size({"width": width, "height": 700})
            if beyond := page.evaluate(BEYOND):
                wrong.append((address, "too wide", beyond))
    assert not wrong, "\n".join(map(str, wrong))
