// The notes of a project as a list, with how far each is.

import { el } from "../shared/dom.js";

const SIGNS = { new: ["○", "new"], begun: ["◐", "begun"], done: ["●", "done"] };

export class NoteList {
  /** `open(number)` is called when a note is chosen. */
  constructor(project, notes, open) {
    this.notes = notes;
    this.rows = new Map();
    this.bar = el("progress", { "aria-label": "Notes done" });
    this.count = el("span", { class: "note" });
    this.list = el("ol", { class: "note-list" }, notes.map((note) => this.#row(project, note, open)));
    const hide = el("input", { type: "checkbox", onchange: () => this.list.classList.toggle("hide-done", hide.checked) });
    this.element = el("nav", { class: "notes", "aria-label": "Notes" }, this.bar, this.count, el("label", { class: "check" }, hide, " Hide done"), this.list);
    this.#tell();
  }

  /** Shows which note is open. */
  current(number) {
    for (const row of this.rows.values()) row.link.removeAttribute("aria-current");
    const { link, item } = this.rows.get(number);
    link.setAttribute("aria-current", "true");
    const [top, bottom] = [this.list.scrollTop, this.list.scrollTop + this.list.clientHeight];
    const isShown = item.offsetTop >= top && item.offsetTop + item.offsetHeight <= bottom;
    if (!isShown) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2; // and the page stays where it is
  }

  /** Shows how far a note is. */
  state(number, state) {
    const { note, item } = this.rows.get(number);
    if (note.state === state) return;
    note.state = state;
    this.#show(item, state);
    this.#tell();
  }

  /** The number of the note some steps away, if there is one. */
  near(number, steps) {
    return this.notes[this.notes.findIndex((note) => note.number === number) + steps]?.number;
  }

  /** The next note that isn't done, from the one behind `number` around to the one before it. */
  nextToDo(number) {
    const at = this.notes.findIndex((note) => note.number === number) + 1;
    return [...this.notes.slice(at), ...this.notes.slice(0, at)].find((note) => note.mine && note.state !== "done" && note.number !== number)?.number;
  }

  #row(project, note, open) {
    const pick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another window
      event.preventDefault();
      open(note.number);
    };
    const link = el("a", { href: `#/projects/${project}/annotate/${note.number}`, title: note.id, onclick: pick }, note.id);
    const item = el("li", {}, el("span", { class: "sign" }), link);
    this.rows.set(note.number, { note, item, link });
    this.#show(item, note.state);
    return item;
  }

  #show(item, state) {
    const [sign, word] = SIGNS[state];
    item.className = state;
    item.firstChild.replaceChildren(el("span", { "aria-hidden": "true" }, sign), el("span", { class: "unseen" }, `${word}: `));
  }

  #tell() {
    const mine = this.notes.filter((note) => note.mine);
    const done = mine.filter((note) => note.state === "done").length;
    this.bar.max = mine.length || 1;
    this.bar.value = done;
    this.count.textContent = mine.length ? `${done} of ${mine.length} done` : `${this.notes.length} notes`;
  }
}
