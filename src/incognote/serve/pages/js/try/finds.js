// What was found in a note: spans in their colours, labels to switch, and why a span is there.

import { el, fill } from "../shared/dom.js";
import { mainOf, NoteView } from "../shared/note.js";

const HOVERED = 150; // milliseconds on a mark, until it is asked why it is there
const AROUND = 10; // marks on either side of it that are asked about, too
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Finds {
  #hidden = new Set();
  #spans = [];
  #text = "";
  #why = null;
  #told = null;
  #timer = null;

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
    this.element.removeAttribute("aria-busy");
    fill(this.legend);
    fill(this.place, el("p", { class: "note" }, "Here the note comes with its PHI marked."));
    this.#tell(null);
  }

  /** What is shown is of an older text. */
  wait() {
    this.element.setAttribute("aria-busy", "true");
  }

  /** `why(places)` asks for the spans at these places, with reasons. */
  show(text, spans, why) {
    this.element.removeAttribute("aria-busy");
    this.#text = text;
    this.#why = why;
    this.#spans = spans.map((span) => ({ ...span, place: span.start, start: span.start_utf16, end: span.end_utf16 }));
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
    clearTimeout(this.#timer);
    this.#told = span;
    this.why.setAttribute("aria-busy", "false");
    if (!span) return fill(this.why, el("p", { class: "note" }, "Point at a mark, or go to it by keyboard, to see why it is there."));
    if (!span.reasons && !span.asked) this.#timer = setTimeout(() => this.#ask(span), HOVERED);
    this.#showWhy(span);
  }

  /** Asks why a span is there, and those around it, which may be next. Each keeps its answer, so that none comes too late. */
  async #ask(span) {
    const at = this.#spans.indexOf(span);
    const asked = this.#spans.slice(Math.max(0, at - AROUND), at + AROUND + 1).filter((one) => !one.asked && !one.reasons);
    let failed = null;
    for (const one of asked) one.asked = true;
    try {
      const found = await this.#why(asked.map(({ place }) => place));
      const reasons = new Map(found.map((one) => [one.start, one.reasons]));
      for (const one of asked) one.reasons = reasons.get(one.place);
    } catch (error) {
      failed = error.message;
    }
    for (const one of asked) one.asked = false;
    if (asked.includes(this.#told)) this.#showWhy(this.#told, failed);
  }

  #showWhy(span, failed = null) {
    const lines = span.reasons?.map((line) => el("li", { class: line.startsWith("  ") ? "detail" : null }, line.trim()));
    this.why.setAttribute("aria-busy", String(!lines && !failed));
    fill(this.why,
      el("h3", {}, el("mark", { class: `l-${mainOf(span.label)}` }, this.#text.slice(span.start, span.end)), ` ${span.label}, score ${span.score.toFixed(2)}`),
      lines ? el("ul", { class: "reasons" }, lines) : el("p", { class: "note" }, failed ?? "Asking why…"));
  }
}
