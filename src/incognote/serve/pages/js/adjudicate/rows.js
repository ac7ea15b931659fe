// The rows of a project as an adjudicator works on them: which are shown, what is decided, and how to undo it.

import { get, post } from "../shared/api.js";
import { isUnsaved, keep, settled } from "../shared/saving.js";

const PAGE = 1000;

export class Rows {
  constructor(project) {
    this.path = `projects/${project}`;
    this.all = [];
    this.shown = [];
    this.annotators = [];
    this.only = { open: false, differ: false };
    this.undone = [];
    this.last = 0;
    this.sent = new Map(); // what is on its way, by note
  }

  /** Loads all rows, page by page; `tell` is called after each. When loaded again, the old ones stay until then. */
  async load(tell) {
    const found = [];
    const anew = !this.all.length;
    for (;;) {
      const page = await get(`${this.path}/adjudication?offset=${found.length}&limit=${PAGE}`);
      if (!found.length) this.#learn(page);
      found.push(...page.rows);
      const isLast = found.length >= page.total || !page.rows.length;
      if (anew || isLast) this.all = found;
      this.#choose();
      tell();
      if (isLast) break;
    }
  }

  /** Loads what others changed since; says whether anything did. */
  async refresh() {
    if (isUnsaved()) return false;
    const page = await get(`${this.path}/adjudication?after=${this.last}&limit=2000`);
    if (page.total > page.rows.length || page.annotators.join() !== this.annotators.join()) {
      await this.load(() => {});
      return true;
    }
    if (isUnsaved()) return false; // something was decided meanwhile
    this.#learn(page);
    const changed = new Set(page.changed);
    this.#put((row) => changed.has(row.note), page.rows);
    return changed.size > 0;
  }

  filter(only) {
    this.only = { ...this.only, ...only };
    this.#choose();
  }

  /** The rows of a note, in order. */
  of(note) {
    return this.all.filter((row) => row.note === note);
  }

  /** The number among the shown rows of the first that isn't before a place. */
  numberAt(note, start) {
    const at = this.shown.findIndex((row) => row.note > note || (row.note === note && row.start >= start));
    return at < 0 ? Math.max(0, this.shown.length - 1) : at;
  }

  /** Open rows in which all annotators, who are done, marked the same. */
  unanimous() {
    return this.all.filter((row) => row.state === "open" && row.unanimous && !row.waiting.length);
  }

  /**
   * Decides what is gold from `start` to `end` of a note, or with null opens it again; rows that it reaches are taken in
   * whole. It is shown at once, and kept when the promise is.
   */
  decide(note, start, end, put) {
    const reached = this.of(note).filter((row) => row.start < end && start < row.end);
    const from = Math.min(start, ...reached.map((row) => row.start));
    const to = Math.max(end, ...reached.map((row) => row.end));
    const before = reached.filter((row) => row.state !== "open").map((row) => ({ start: row.start, end: row.end, put: bare(row.gold) }));
    this.undone.push({ note, start: from, decisions: [{ start: from, end: to, put: null }, ...before] });
    if (reached.length === 1) {
      const now = { ...reached[0], state: !put ? "open" : put.length ? "confirmed" : "rejected", gold: put ?? [] };
      this.#put((row) => row === reached[0], [now]);
    }
    return this.#send(note, [{ start: from, end: to, put: put && bare(put) }]);
  }

  /** Takes the last decision back; gives where it was, or nothing. */
  async undo() {
    const last = this.undone.pop();
    if (last) await this.#send(last.note, last.decisions);
    return last;
  }

  async confirmUnanimous() {
    await settled();
    const { confirmed, progress } = await post(`${this.path}/adjudication/unanimous`);
    this.progress = progress;
    await this.refresh();
    return confirmed;
  }

  /** Sends what was decided with what is known now. If it is refused, so is what was decided about the note since. */
  async #send(note, decisions) {
    const base = this.last;
    const sent = this.sent.get(note) ?? { waiting: 0, isRefused: false };
    this.sent.set(note, sent);
    sent.waiting++;
    try {
      const answer = await keep(`${this.path}/notes/${note}/decisions`, () => (sent.isRefused ? null : { base, decisions }));
      sent.waiting--;
      if (!answer) return;
      this.progress = answer.progress;
      if (!sent.waiting) this.#put((row) => row.note === note, answer.rows);
    } catch (error) {
      sent.isRefused = true;
      this.sent.delete(note);
      throw error;
    }
  }

  #learn({ name, annotators, labels, last, progress }) {
    Object.assign(this, { name, annotators, labels, last, progress });
  }

  /** Puts rows in the place of others. */
  #put(isOld, rows) {
    const kept = this.all.filter((row) => !isOld(row));
    this.all = [...kept, ...rows].sort((one, other) => one.note - other.note || one.start - other.start);
    this.#choose();
  }

  #choose() {
    const { open, differ } = this.only;
    this.shown = this.all.filter((row) => (!open || row.state === "open") && (!differ || !row.unanimous));
  }
}

const bare = (spans) => spans.map(({ start, end, label }) => ({ start, end, label }));

/** What is gold in a row, or will be if it is confirmed. */
export const goldOf = (row) => (row.state === "open" ? row.suggestion : row.gold);

/** Whether two versions of a row are the same. */
export const alike = (one, other) => one.length === other.length && one.every((span, at) =>
  span.start === other[at].start && span.end === other[at].end && span.label === other[at].label);
