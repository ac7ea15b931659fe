// What stands beside a note: the mark at the caret and what can be done with it, the labels, and all marks.

import { LABEL_KEYS } from "./keys.js";
import { el, field, fill } from "../shared/dom.js";
import { mainOf, same } from "../shared/note.js";

const KEY_OF = new Map(Object.entries(LABEL_KEYS).map(([key, label]) => [label, key]));
const stay = (event) => event.preventDefault(); // so that the selection in the note stays

const chip = (label) => el("span", { class: `chip l-${mainOf(label)}` }, label);

export class Panel {
  /** `labels`: by main category. Its `act` is the desk that it is for. */
  constructor(labels) {
    this.act = null;
    this.buttons = new Map();
    this.current = el("div", { class: "current-mark" });
    this.replacement = el("input", {
      autocomplete: "off", maxlength: 500, onkeydown: (event) => this.#leave(event), onfocus: () => (this.asked = this.shown),
      onblur: () => this.#suggest(setTimeout), // a click that took the focus comes first
    });
    this.ignoreCase = el("input", { type: "checkbox", checked: true });
    this.filter = el("input", {
      type: "search", autocomplete: "off", "aria-label": "Find a label", placeholder: "Find a label ( / )",
      oninput: () => this.#filter(), onkeydown: (event) => this.#choose(event),
    });
    this.palette = el("div", { class: "palette" }, Object.entries(labels).map(([main, names]) => this.#group(main, names)));
    this.list = el("ol", { class: "mark-list" });
    this.count = el("h2", {});
    this.tools = this.#tools();
    this.element = el("aside", { class: "side", "aria-label": "Marks and labels" },
      el("section", { class: "panel", "aria-label": "This mark" }, this.current, this.tools),
      el("section", { class: "panel", "aria-label": "Labels" }, this.filter, this.palette),
      el("section", { "aria-label": "Marks" }, this.count, this.list));
  }

  /** Shows the marks of a note, the one at the caret, and the label that was used last. */
  show(work, current, last) {
    this.text = work.text;
    this.items = work.marks.map((mark) => {
      const told = mark.replacement ? ` → ${mark.replacement}` : "";
      const button = el("button", { type: "button", onclick: () => this.act.go(mark) }, chip(mark.label), ` ${this.#words(mark)}${told}`);
      return { mark, button };
    });
    fill(this.list, this.items.map(({ button }) => el("li", {}, button)));
    this.count.textContent = work.marks.length === 1 ? "1 mark" : `${work.marks.length} marks`;
    this.point(current, last);
  }

  /** Shows the mark at the caret. */
  point(current, last) {
    this.shown = current;
    for (const { mark, button } of this.items) button.setAttribute("aria-current", String(same(mark, current)));
    for (const [label, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(current?.label === label));
      button.classList.toggle("last", label === last);
    }
    this.tools.hidden = !current;
    if (document.activeElement !== this.replacement) this.replacement.value = current?.replacement ?? "";
    fill(this.current, current
      ? [chip(current.label), " ", el("q", {}, this.#words(current))]
      : el("p", { class: "note" }, "Select text or put the caret in a word, and pick a label."));
  }

  #words({ start, end }) {
    const words = this.text.slice(start, end).replace(/\s+/gu, " ");
    return words.length > 60 ? `${words.slice(0, 57)}…` : words;
  }

  #tools() {
    const button = (text, command, key) => el("button", { type: "button", onmousedown: stay, onclick: () => this.act[command]() }, text, " ", el("kbd", {}, key));
    return el("div", { class: "tools" }, this.#ends("Start", "startOut", "startIn"), this.#ends("End", "endIn", "endOut"),
      el("div", { class: "row" }, button("Same words", "all", "a"), button("Take away", "remove", "Del")),
      el("label", { class: "check" }, this.ignoreCase, " Same words in any case"),
      field("Replacement (r)", this.replacement));
  }

  #ends(name, left, right) {
    const button = (sign, command, alt) => {
      const told = `${name} ${command === left ? "left" : "right"} by a ${alt ? "character" : "word"}`;
      return el("button", { type: "button", title: told, "aria-label": told, onmousedown: stay, onclick: () => this.act[command](alt) }, sign);
    };
    return el("div", { class: "ends", role: "group", "aria-label": name }, el("span", { class: "note" }, name),
      button("«", left, false), button("‹", left, true), button("›", right, true), button("»", right, false));
  }

  #group(main, names) {
    return el("div", { class: "group", role: "group", "aria-label": main }, names.map((label) => {
      const key = KEY_OF.get(label);
      const pick = (event) => this.act.label(label, event.altKey);
      const about = { type: "button", class: `label l-${mainOf(label)}`, "aria-keyshortcuts": key, onmousedown: stay, onclick: pick };
      const made = el("button", about, label, key ? el("kbd", {}, key) : null);
      this.buttons.set(label, made);
      return made;
    }));
  }

  #filter() {
    const asked = this.filter.value.trim().toUpperCase();
    for (const [label, button] of this.buttons) button.hidden = !label.toUpperCase().includes(asked);
  }

  #choose(event) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    const [first] = [...this.buttons].filter(([, button]) => !button.hidden);
    const wanted = event.key === "Enter" && this.filter.value.trim() && first;
    this.filter.value = "";
    this.#filter();
    this.act.note();
    if (wanted) this.act.label(wanted[0]);
  }

  #leave(event) {
    if (event.key === "Escape") this.replacement.value = this.asked?.replacement ?? "";
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    this.#suggest();
    this.act.note();
  }

  #suggest(when = (now) => now()) {
    const [mark, words] = [this.asked, this.replacement.value.trim()];
    when(() => this.act.suggest(mark, words));
  }
}
