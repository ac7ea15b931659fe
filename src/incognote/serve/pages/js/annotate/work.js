// Someone's marks in a note: changed at once, saved one edit after another, undone and redone.

import { keep } from "../shared/saving.js";
import { Units } from "../shared/units.js";

/** What tells a mark from others. */
export const nameOf = ({ start, end, label, replacement }) => `${start} ${end} ${label} ${replacement}`;

export class Work {
  /** `changed()` is called when something changes, `refused(error)` once when the service refuses an edit. */
  constructor(project, note, { changed, refused }) {
    this.number = note.number;
    this.text = note.text;
    this.mine = note.mine;
    this.done = note.done;
    this.units = new Units(note.text);
    this.marks = this.units.spansFrom(note.marks);
    this.path = `projects/${project}/notes/${note.number}`;
    this.revision = note.revision;
    this.changed = changed;
    this.refused = refused;
    this.made = [];
    this.undone = [];
  }

  /** Takes marks away and puts others there. */
  edit(take, put) {
    this.made.push({ take, put });
    this.undone = [];
    this.#apply(take, put);
  }

  /** Undoes the last edit; gives the mark that then stands out, if any, or undefined if there was nothing to undo. */
  undo() {
    const last = this.made.pop();
    if (!last) return undefined;
    this.undone.push(last);
    this.#apply(last.put, last.take);
    return last.take[0] ?? null;
  }

  redo() {
    const last = this.undone.pop();
    if (!last) return undefined;
    this.made.push(last);
    this.#apply(last.take, last.put);
    return last.put[0] ?? null;
  }

  finish(done) {
    this.done = done;
    this.#send("done", () => ({ base: this.revision, done }));
    this.changed();
  }

  /** The marks that a stretch overlaps. */
  within({ start, end }) {
    return this.marks.filter((mark) => mark.start < end && start < mark.end);
  }

  /** The mark in which a place is. */
  at(place) {
    return this.marks.find((mark) => mark.start <= place && place < mark.end) ?? null;
  }

  #apply(take, put) {
    const gone = new Set(take.map(nameOf));
    this.marks = [...this.marks.filter((mark) => !gone.has(nameOf(mark))), ...put].sort((one, other) => one.start - other.start);
    this.#send("edits", () => ({ base: this.revision, take: this.units.spansTo(take), put: this.units.spansTo(put) }));
    this.changed();
  }

  async #send(what, body) {
    try {
      // what was built on what is refused makes no sense any more
      const kept = await keep(`${this.path}/${what}`, () => (this.isRefused ? null : body()));
      if (kept) this.revision = kept.revision;
    } catch (error) {
      this.isRefused = true;
      this.refused(error);
    }
  }
}
