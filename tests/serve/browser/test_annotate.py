from playwright.sync_api import expect

from tests.serve.browser.projects import make, marks

LETTER = (
    "Re: Harriet Okonkwo, DOB 22/06/1939\r\n\r\nDear Marguerite,\r\n\r\n"
    "Mrs. Okonkwo came to 𝔼lm House 😀 on 3 May with her niece Adaeze.\r\n"
    "OKONKWO will be seen at St. Brannock's again.\r\n"
)
BOX = """([start, end]) => {
  const place = (unit) => {
    const walker = document.createTreeWalker(document.querySelector(".note-text"), NodeFilter.SHOW_TEXT);
    let left = unit;
    while (walker.nextNode() && left > walker.currentNode.length) left -= walker.currentNode.length;
    return [walker.currentNode, left];
  };
  const range = document.createRange();
  range.setStart(...place(start));
  range.setEnd(...place(end));
  const boxes = [...range.getClientRects()].filter((box) => box.width);
  const middle = (box) => box.top + box.height / 2;
  return [boxes[0].left + 1, middle(boxes[0]), boxes.at(-1).right - 1, middle(boxes.at(-1))];
}"""


def units(text):
    """How many UTF-16 units a text has."""
    return len(text.encode("utf-16-le")) // 2


def drag(page, words, text=LETTER, modifier=None):
    """Select words by mouse."""
    start = units(text[: text.index(words)])
    left, top, right, bottom = page.evaluate(BOX, [start, start + units(words)])
    if modifier:
        page.keyboard.down(modifier)
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=3)
    page.mouse.up()
    if modifier:
        page.keyboard.up(modifier)


def test_by_mouse_and_still_there(open_page, running, picture):
    project = make(running, "Letters", {"letter": LETTER, "other": "Nobody."})
    page = open_page("ann", f"#/projects/{project}/annotate")
    note, side = page.locator(".note-text"), page.get_by_role("complementary")
    label = lambda name: side.get_by_role("group").get_by_role("button", name=name)  # noqa: E731
    expect(note).to_contain_text("Harriet Okonkwo")

    drag(page, "arriet Okonkw")  # grows to whole words
    label("PATIENT").click()
    expect(note.locator("mark")).to_have_text(["Harriet Okonkwo"])
    drag(page, "lm House")  # from within a word that has letters beyond 16 bits
    label("HOSPITAL").click()
    drag(page, "22/06", modifier="Alt")
    label("DATE").click()
    drag(page, "Okonkwo came"[:7], LETTER.replace("Harriet Okonkwo", "Harriet Xkonkwo"))
    label("PATIENT").click()
    side.get_by_role("button", name="Same words").click()
    expect(note.locator("mark")).to_have_text(["Harriet Okonkwo", "22/06", "Okonkwo", "lm House", "OKONKWO"])

    note.locator("mark", has_text="22/06").click()
    side.get_by_role("button", name="End right by a word").click()
    expect(note.locator("mark").nth(1)).to_have_text("22/06/1939")
    note.locator("mark", has_text="lm House").click()
    side.get_by_role("button", name="Start left by a character").click()
    side.get_by_label("Replacement").fill("Oak House")
    note.locator("mark").last.click()
    label("DOCTOR").click()
    side.get_by_role("button", name="Take away").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".saving")).to_have_text("Saved")
    picture(page, "annotate")

    page.reload()
    expect(note.locator("mark")).to_have_text(["Harriet Okonkwo", "22/06/1939", "Okonkwo", "𝔼lm House", "OKONKWO"])
    assert marks(running, project, 1) == [
        ("Harriet Okonkwo", "PATIENT"), ("22/06/1939", "DATE"), ("Okonkwo", "PATIENT"), ("𝔼lm House", "HOSPITAL"),
        ("OKONKWO", "DOCTOR"),
    ]  # fmt: skip
    expect(note.locator("mark", has_text="lm House")).to_have_attribute("title", "HOSPITAL → Oak House")


def test_by_keyboard_alone(browser, running):
    project = make(running, "Keys", {"letter": LETTER, "other": "Nobody."})
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{running.address}/#/projects/{project}/annotate")
        press = page.keyboard.press
        expect(page.get_by_label("Token")).to_be_focused()
        page.keyboard.type(running.tokens["ann"])
        press("Enter")
        note = page.locator(".note-text")
        expect(note).to_be_focused()
        press("Control+ArrowRight")
        press("Control+ArrowRight")
        for _ in range(3):
            press("Shift+ArrowRight")
        press("t")
        expect(note.locator("mark.current")).to_have_text("Harriet")
        press("]")
        expect(note.locator("mark.current")).to_have_text("Harriet Okonkwo")
        press("Alt+[")
        expect(note.locator("mark.current")).to_have_text("Harriet Okonkw")
        press("Control+z")
        page.keyboard.type("xQ")  # the first is a label, the second nothing
        expect(note).to_contain_text("Re: Harriet Okonkwo, DOB")
        expect(note.locator("mark.current")).to_have_attribute("data-label", "FAX")
        press("Control+z")
        press("/")
        page.keyboard.type("countr")
        press("Enter")
        expect(note.locator("mark.current")).to_have_attribute("data-label", "COUNTRY")
        press("t")
        press("}")
        expect(note.locator("mark.current")).to_have_text("Okonkwo")
        press("a")
        expect(note.locator("mark")).to_have_text(["Okonkwo", "Okonkwo", "OKONKWO"])
        press("Tab")
        press("r")
        page.keyboard.type("Osei")
        press("Enter")
        press("n")
        press("Delete")
        expect(note.locator("mark")).to_have_text(["Okonkwo", "Okonkwo"])
        press("Control+z")
        press("Control+y")
        press("?")
        expect(page.get_by_role("dialog")).to_contain_text("Mark all places")
        press("Escape")
        press("Enter")  # done
        expect(note).to_have_text("Nobody.")
        press("Enter")
        expect(page.get_by_role("navigation", name="Notes")).to_contain_text("2 of 2 done")
        expect(page.locator(".saving")).to_have_text("Saved")
    assert marks(running, project, 1) == [("Okonkwo", "PATIENT")] * 2
    (progress,) = running.client("ann").get(f"/api/projects/{project}").json()["progress"]
    assert progress["done"] == 2


def test_two_windows_of_one_person(open_page, running):
    project = make(running, "Windows", {"<img src=x onerror=alert(1)>": f"{LETTER}<script>alert(2)</script>"})
    one, other = (open_page("ann", f"#/projects/{project}/annotate/1") for _ in range(2))
    for page in (one, other):
        expect(page.locator(".note-text")).to_be_focused()
    one.keyboard.press("d")
    expect(one.locator(".note-text mark")).to_have_text(["Re"])
    expect(one.locator(".saving")).to_have_text("Saved")
    other.keyboard.press("End")
    other.keyboard.press("t")
    expect(other.get_by_role("alert")).to_contain_text("another window")
    expect(other.locator(".note-text mark")).to_have_text(["Re"])  # as it is kept; and then it goes on
    other.keyboard.press("Control+End")
    for _ in range(3):
        other.keyboard.press("Control+ArrowLeft")
    other.keyboard.press("t")
    expect(other.locator(".note-text mark")).to_have_count(2)
    expect(other.locator(".saving")).to_have_text("Saved")
    assert len(marks(running, project, 1)) == 2


def test_nothing_is_lost_while_the_service_is_away(open_page, running):
    project = make(running, "Away", {"letter": LETTER, "other": "Nobody."})
    page, asked = open_page("ann", f"#/projects/{project}/annotate/1"), []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    note = page.locator(".note-text")
    expect(note).to_be_focused()
    page.context.set_offline(True)
    page.keyboard.press("d")
    page.keyboard.press("Control+End")
    for _ in range(3):
        page.keyboard.press("Control+ArrowLeft")
    page.keyboard.press("t")
    expect(note.locator("mark")).to_have_count(2)
    expect(page.locator(".saving")).to_have_text("Not saved yet")
    expect(page.get_by_role("alert")).to_contain_text("trying again")
    page.close(run_before_unload=True)
    page.wait_for_timeout(200)
    assert asked == ["beforeunload"]
    assert marks(running, project, 1) == []
    page.context.set_offline(False)
    expect(page.locator(".saving")).to_have_text("Saved", timeout=15_000)
    assert len(marks(running, project, 1)) == 2


OPEN_ = """async ([from, to]) => {
  const began = performance.now();
  document.querySelectorAll(".note-list a")[to].click();
  const shown = () => document.querySelector(".note-text").textContent.startsWith(`Note ${to} `);
  while (!shown() && performance.now() < began + 2000) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""
MARK = """async () => {
  const note = document.querySelector(".note-text");
  const began = performance.now();
  const before = note.querySelectorAll("mark").length;
  note.dispatchEvent(new KeyboardEvent("keydown", { key: "t", bubbles: true }));
  const shown = () => note.querySelectorAll("mark").length > before;
  while (!shown() && performance.now() < began + 2000) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""


def test_a_thousand_notes_are_quick(open_page, running):
    texts = {f"{number:04}": f"Note {number} " + "was seen by Dr. Osei on 3 May. " * 97 for number in range(1000)}
    project = make(running, "Thousand", texts)
    page = open_page("ann", f"#/projects/{project}/annotate")
    expect(page.locator(".note-list a")).to_have_count(1000)
    expect(page.locator(".note-text")).to_be_focused()
    times = []
    for to in (500, 999, 3, 777):
        times.append(page.evaluate(OPEN_, [0, to]))
        for _ in range(5):
            page.keyboard.press("Control+ArrowRight")
            page.keyboard.press("Control+ArrowRight")
            times.append(page.evaluate(MARK))
    assert max(times) < 300, times
