// The table of rows. Only those in sight are in the page, so that a project of thousands of notes stays quick.

import { el, fill } from "../shared/dom.js";
import { alike, goldOf } from "./rows.js";
import { mainOf } from "../shared/note.js";

const HEIGHT = 32; // of a row in pixels, as in adjudicate.css
const AROUND = 12; // rows in the page above and below those in sight
const SHOWN = { open: "open", confirmed: "confirmed", rejected: "no PHI" };

export class RowTable {
  /** `onselect(number)` is called when a row is clicked, `ontick(number)` when its box is. */
  constructor(rows, { onselect, ontick }) {
    Object.assign(this, { rows, onselect, ontick, at: 0 });
    this.head = el("tr");
    this.body = el("tbody");
    this.table = el("table", { role: "grid", "aria-label": "Rows", tabindex: "0" }, el("thead", {}, this.head), this.body);
    this.element = el("div", { class: "row-table" }, this.table);
    this.element.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    this.body.addEventListener("click", (event) => this.#click(event));
  }

  /** Shows the rows anew, with one of them selected and in sight. */
  show(at) {
    this.at = at;
    fill(this.head, ["Location", "Confirm", "Gold"].map((name) => el("th", { scope: "col" }, name)),
      this.rows.annotators.map((name, number) => el("th", { scope: "col" }, el("span", { class: `who by-${number % 6}` }, name), " ", el("kbd", {}, number + 1))));
    this.table.style.minWidth = `${30 + 9 * this.rows.annotators.length}rem`;
    const top = at * HEIGHT;
    const sight = this.element.clientHeight - 2 * HEIGHT;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    this.draw(); // before the way down, since that needs the height of all rows
    if (top > this.element.scrollTop + sight) this.element.scrollTop = top - sight / 2;
    this.draw();
  }

  draw() {
    const { shown } = this.rows;
    const first = Math.max(0, Math.floor(this.element.scrollTop / HEIGHT) - AROUND);
    const last = Math.min(shown.length, first + Math.ceil(this.element.clientHeight / HEIGHT) + 2 * AROUND);
    const spacer = (rows) => this.#spacer(rows);
    this.table.setAttribute("aria-rowcount", shown.length + 1);
    this.table.setAttribute("aria-activedescendant", shown.length ? `row-${this.at}` : "");
    fill(this.body, spacer(first), shown.slice(first, last).map((row, number) => this.#row(row, first + number)), spacer(shown.length - last));
  }

  #spacer(rows) {
    const made = el("tr", { "aria-hidden": "true" }, el("td", { colspan: 3 + this.rows.annotators.length }));
    made.firstChild.style.height = `${rows * HEIGHT}px`;
    return rows ? made : null;
  }

  #row(row, number) {
    const gold = goldOf(row);
    const waits = row.waiting.length ? `waits for ${row.waiting.join(", ")}` : null;
    const box = el("input", { type: "checkbox", tabindex: "-1", "aria-label": `Confirm ${row.id}, ${row.start}`, checked: row.state === "confirmed" });
    return el("tr", { id: `row-${number}`, "data-number": number, "aria-rowindex": number + 2, "aria-selected": number === this.at ? "true" : "false", class: `is-${row.state}` },
      el("th", { scope: "row", title: waits ?? row.id, "aria-label": [`${row.id}, ${row.start}`, waits].filter(Boolean).join(", ") }, el("span", { class: "place" }, el("span", {}, row.id), `, ${row.start}`), waits ? el("span", { class: "waits" }, waits) : null),
      el("td", {}, el("label", {}, box, SHOWN[row.state])),
      el("td", { class: row.state === "open" ? "suggested" : "gold" }, gold.length ? phrases(gold) : nothing(row)),
      this.rows.annotators.map((name) => cell(row.cells[name], gold, row.waiting.includes(name))));
  }

  #click(event) {
    const number = Number(event.target.closest("tr")?.dataset.number ?? NaN);
    if (Number.isNaN(number)) return;
    if (event.target.matches("input")) this.ontick(number);
    else if (!event.target.matches("label")) this.onselect(number);
  }
}

/** A cell: what one annotator marked; it stands out if that differs from the gold. */
function cell(spans, gold, waits) {
  if (!spans) return el("td", { class: "not-asked", title: "the note isn't theirs" }, "·");
  const differs = !alike(spans, gold) && !(waits && !spans.length);
  return el("td", { class: differs ? "differs" : null }, phrases(spans));
}

/** What stands for gold where there is none: of a note in which nobody marked anything, that. */
const nothing = (row) => (Object.values(row.cells).some((spans) => spans?.length) ? null : el("em", {}, "nothing is marked in this note"));

const phrases = (spans) => spans.map(({ text, label }) => [el("mark", { class: `l-${mainOf(label)}` }, text), " ", el("small", {}, label)]).flat();
