// What was found in a note: spans in their colours, labels to switch, and why a span is there.

import { el, fill } from "../shared/dom.js";
import { mainOf, NoteView } from "../shared/note.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Finds {
  #hidden = new Set();
  #spans = [];
  #text = "";

  constructor() {
    this.legend = el("div", { class: "legend", role: "group", "aria-label": "Labels to show" });
    this.count = el("p", { class: "unseen", "aria-live": "polite" });
    this.place = el("div", { class: "found" });
    this.why = el("div", { class: "panel why", role: "region", "aria-label": "Why", "aria-live": "polite" });
    this.element = el("section", {}, el("h2", {}, "What was found"), this.count, this.legend, this.place, this.why);
    this.clear();
  }

  clear() {
    this.#spans = [];
    this.count.textContent = "";
    this.element.classList.remove("waiting");
    fill(this.legend);
    fill(this.place, el("p", { class: "note" }, "Here the note comes with its PHI marked."));
    this.#tell(null);
  }

  /** What is shown is of an older text. */
  wait() {
    this.element.classList.add("waiting");
  }

  show(text, spans) {
    this.element.classList.remove("waiting");
    this.#text = text;
    this.#spans = spans.map((span) => ({ ...span, start: span.start_utf16, end: span.end_utf16 }));
    this.count.textContent = `${spans.length} found`;
    this.#showLegend();
    this.#showNote();
    this.#tell(null);
  }

  #showLegend() {
    const counts = new Map();
    for (const { label } of this.#spans) counts.set(label, (counts.get(label) ?? 0) + 1);
    const labels = [...counts.keys()].sort((one, other) => (mainOf(one) + one).localeCompare(mainOf(other) + other));
    fill(this.legend, labels.map((label) => {
      const shown = !this.#hidden.has(label);
      const classes = `label l-${mainOf(label)}`;
      return el("button", { type: "button", class: classes, "aria-pressed": String(shown), onclick: (event) => this.#switch(label, event) },
        `${label} ${counts.get(label)}`);
    }));
  }

  #switch(label, event) {
    if (!this.#hidden.delete(label)) this.#hidden.add(label);
    event.currentTarget.setAttribute("aria-pressed", String(!this.#hidden.has(label)));
    this.#showNote();
  }

  #showNote() {
    const view = new NoteView(this.#text, { label: "The note with its PHI marked; arrow keys go from one to the next" });
    view.show(this.#spans.filter(({ label }) => !this.#hidden.has(label)), { title: (span) => `${span.label} ${span.score.toFixed(2)}` });
    const marks = [...view.element.querySelectorAll("mark")];
    marks.forEach((mark, at) => {
      const span = view.spans[at];
      mark.tabIndex = at ? -1 : 0;
      mark.setAttribute("aria-description", span.label);
      mark.addEventListener("mouseenter", () => this.#tell(span));
      mark.addEventListener("focus", () => this.#tell(span));
      mark.addEventListener("click", () => mark.focus());
    });
    view.element.addEventListener("keydown", (event) => this.#step(event, marks));
    view.element.tabIndex = marks.length ? -1 : 0;
    fill(this.place, view.element, marks.length ? null : el("p", { class: "note" }, this.#spans.length ? "All labels are switched off." : "Nothing was found."));
  }

  #step(event, marks) {
    const at = marks.indexOf(document.activeElement);
    const to = event.key === "Home" ? 0 : event.key === "End" ? marks.length - 1 : at + (STEPS[event.key] ?? 0);
    if (at < 0 || to === at || !marks[to]) return;
    event.preventDefault();
    marks[at].tabIndex = -1;
    marks[to].tabIndex = 0;
    marks[to].focus();
  }

  #tell(span) {
    if (!span) return fill(this.why, el("p", { class: "note" }, "Point at a mark, or go to it by keyboard, to see why it is there."));
    const lines = span.reasons.map((line) => el("li", { class: line.startsWith("  ") ? "detail" : null }, line.trim()));
    fill(this.why,
      el("h3", {}, el("mark", { class: `l-${mainOf(span.label)}` }, this.#text.slice(span.start, span.end)), ` ${span.label}, score ${span.score.toFixed(2)}`),
      el("ul", { class: "reasons" }, lines));
  }
}
