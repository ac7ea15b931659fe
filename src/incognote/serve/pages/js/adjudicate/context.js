// The context below the table: the whole note, what each annotator marked in it, and the row's place.

import { get } from "../shared/api.js";
import { el, fill } from "../shared/dom.js";
import { goldOf } from "./rows.js";
import { NoteView } from "../shared/note.js";
import { Units } from "../shared/units.js";

export class Context {
  constructor(project) {
    this.path = `projects/${project}/adjudication/notes`;
    this.texts = new Map(); // of notes by number; they never change
    this.turn = 0;
    this.title = el("h2", {}, "Context");
    this.place = el("div", { class: "context" });
    this.element = el("section", {}, this.title, this.place);
  }

  /** Shows a note and its rows with one place standing out; places are in code points. */
  async show(note, rows, annotators, start, end) {
    const turn = ++this.turn;
    if (!this.texts.has(note)) this.texts.set(note, await get(`${this.path}/${note}`));
    if (turn !== this.turn) return; // another place was asked for meanwhile
    const { id, text } = this.texts.get(note);
    if (this.note !== note) {
      this.note = note;
      this.units = new Units(text);
      this.view = new NoteView(text, { label: "The note around the row", caret: true });
      fill(this.title, `Context: ${id}`);
      fill(this.place, this.view.element);
    }
    this.#mark(rows, annotators, this.units.fromPoints(start), this.units.fromPoints(end));
  }

  /** What is selected, in code points, or nothing. */
  selection() {
    const chosen = this.view?.selection();
    if (!chosen || chosen.start === chosen.end) return null;
    return { start: this.units.toPoints(chosen.start), end: this.units.toPoints(chosen.end) };
  }

  /** Puts the caret into the note, with a stretch selected. */
  select(start, end) {
    this.view.element.focus({ preventScroll: true });
    this.view.select(this.units.fromPoints(start), this.units.fromPoints(end));
  }

  #mark(rows, annotators, start, end) {
    const pieces = piecesOf(rows, annotators).map((piece) => ({ ...piece, start: this.units.fromPoints(piece.start), end: this.units.fromPoints(piece.end) }));
    const here = (piece) => piece.start < end && start < piece.end;
    if (!pieces.some(here)) pieces.push({ start, end, label: "", by: [], state: "open" });
    this.view.show(pieces, {
      kind: (piece) => `is-${piece.state} ${here(piece) ? "current" : ""}`,
      title: (piece) => piece.by.map((one) => `${one.name}: ${one.label}`).join("\n"),
    });
    for (const mark of this.view.element.querySelectorAll("mark")) {
      const bars = this.view.spans[mark.dataset.at].by.map(({ number }, at) => `inset 0 -${3 * (at + 1)}px var(--by-${number % 6})`);
      mark.style.boxShadow = bars.join(", ");
      mark.style.paddingBottom = `${3 * bars.length}px`;
    }
    this.#reveal();
  }

  /** Scrolls the note, and it alone, to the row's place. */
  #reveal() {
    const mark = this.view.element.querySelector("mark.current");
    if (!mark) return;
    const { element } = this.view;
    element.scrollTop += mark.getBoundingClientRect().top - element.getBoundingClientRect().top - element.clientHeight / 3;
  }
}

/** Disjoint pieces of a note in each of which the same annotators marked the same. */
function piecesOf(rows, annotators) {
  return rows.flatMap((row) => {
    const marks = annotators.flatMap((name, number) => (row.cells[name] ?? []).map((span) => ({ ...span, name, number })));
    const gold = goldOf(row);
    const ends = [...new Set([...marks, ...gold].flatMap(({ start, end }) => [start, end]))].sort((one, other) => one - other);
    return ends.slice(1).map((end, at) => {
      const over = (span) => span.start < end && ends[at] < span.end;
      const by = marks.filter(over);
      const label = (gold.find(over) ?? by[0])?.label;
      return { start: ends[at], end, label, by, state: row.state };
    }).filter((piece) => piece.label);
  });
}
