// Adjudicate: a row a location, a column an annotator, the note below. All of it works by keyboard.

import { get } from "../shared/api.js";
import { Context } from "./context.js";
import { agreementOf, keysOf, progressOf, refill } from "./figures.js";
import { goldOf, Rows } from "./rows.js";
import { RowTable } from "./table.js";
import { agreed, chooseLabel } from "../shared/dialogs.js";
import { allay, complain, el, fill, say } from "../shared/dom.js";
import { labelsWith, wholeWords } from "../shared/note.js";
import { settled } from "../shared/saving.js";

const POLL = 5000; // milliseconds, for what others do
const WHILE_HELD = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "j", "k"]);

export async function view(main, [project, note, at], me) {
  const page = new Page(project, me);
  const key = (event) => page.key(event);
  document.addEventListener("keydown", key);
  const timer = setInterval(() => page.poll(), POLL);
  const leave = () => {
    document.removeEventListener("keydown", key);
    clearInterval(timer);
  };
  try {
    await page.open(main);
    if (note) await page.show(Number(note), Number(at));
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}

class Page {
  constructor(project, me) {
    Object.assign(this, { project, me, mode: null });
    this.rows = new Rows(project);
    this.table = new RowTable(this.rows, { onselect: (at) => this.#run(this.go(at)), ontick: (at) => this.#run(this.tick(at)) });
    this.context = new Context(project);
    this.progress = el("div", { class: "panel" });
    this.agreement = el("div");
    this.hint = el("p", { class: "hint", role: "status" });
  }

  async open(main) {
    await this.rows.load(() => {
      if (main.childElementCount) return this.table.draw(); // a further page of rows
      this.#build(main);
      this.#run(this.go(0));
    });
    await this.poll();
  }

  #build(main) {
    const links = [["Project", ""], ["Measure", "/measure"]].map(([name, where]) => el("a", { href: `#/projects/${this.project}${where}` }, name));
    fill(main, el("div", { class: "adjudicate" }, el("div", { class: "row" }, el("h1", {}, `Adjudicate: ${this.rows.name}`), this.#filters(), links),
      this.table.element, this.hint, el("div", { class: "below" }, this.context.element, el("aside", {}, this.progress, this.agreement, keysOf()))));
    this.table.table.focus({ preventScroll: true });
  }

  get row() {
    return this.rows.shown[this.table.at];
  }

  /** Selects a row and shows its context. */
  async go(at) {
    this.mode = null;
    this.hint.textContent = this.rows.shown.length ? "" : "There is no row to show.";
    this.table.show(Math.max(0, Math.min(at, this.rows.shown.length - 1)));
    this.#progress();
    if (this.row) await this.#context(this.row.note, this.row.start, this.row.end);
  }

  /** Shows a place of a note, whether or not it has a row. */
  async show(note, at) {
    const row = this.rows.of(note).find((one) => one.start <= at && at < one.end);
    await this.#filter({ open: false, differ: false });
    await this.go(this.rows.numberAt(note, row?.start ?? at));
    if (!row) await this.#context(note, at, at + 1);
  }

  /** Decides about the current row and goes on to the next; null opens it again. */
  async decide(put, { note, start, end } = this.row) {
    await this.#decide(note, start, end, put);
  }

  tick(at) {
    this.table.at = at;
    return this.decide(this.row.state === "confirmed" ? null : this.row.suggestion);
  }

  /** What a key does; null where it is none of ours. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog, input, select, button, a") || !this.table.element.isConnected) return;
    const inNote = this.context.view?.element.contains(event.target);
    const act = this.mode ? this.#modeKeys()[event.key] : this.#keys(inNote)[event.key] ?? this.#version(event.key);
    if (!act) return;
    event.preventDefault();
    if (!event.repeat || WHILE_HELD.has(event.key)) this.#run(act());
  }

  #keys(inNote) {
    const arrows = inNote ? {} : { ArrowDown: () => this.go(this.table.at + 1), ArrowUp: () => this.go(this.table.at - 1), PageDown: () => this.go(this.table.at + 10), PageUp: () => this.go(this.table.at - 10), Home: () => this.go(0), End: () => this.go(this.rows.shown.length - 1) };
    const confirm = async () => this.row && this.decide(goldOf(this.row).length ? goldOf(this.row) : this.row.suggestion);
    return {
      ...arrows, j: () => this.go(this.table.at + 1), k: () => this.go(this.table.at - 1),
      " ": confirm, Enter: confirm, x: async () => this.row && this.decide([]), l: () => this.label(), u: () => this.undo(), c: () => this.unanimous(),
      e: () => this.begin("extent"), m: () => this.begin("missed"),
      o: async () => this.#filter({ open: !this.rows.only.open }), d: async () => this.#filter({ differ: !this.rows.only.differ }),
    };
  }

  #modeKeys() {
    const leave = async () => {
      this.table.table.focus({ preventScroll: true });
      await this.go(this.table.at);
    };
    return { Enter: () => this.finish(), Escape: leave };
  }

  /** The key of a number takes that annotator's version. */
  #version(key) {
    const name = /^[1-9]$/.test(key) ? this.rows.annotators[key - 1] : null;
    return name && this.row?.cells[name] ? () => this.decide(this.row.cells[name]) : null;
  }

  async label() {
    const { row } = this; // others' decisions may come in while the label is chosen
    if (!row) return;
    const spans = goldOf(row).length ? goldOf(row) : row.suggestion;
    const label = await chooseLabel(labelsWith(this.me.labels, this.rows.labels), spans[0]?.label);
    if (label) await this.decide(spans.map((span) => ({ ...span, label })), row);
  }

  /** Lets a stretch be selected: what is selected already is taken at once. */
  async begin(mode) {
    await this.shown; // the note may be on its way
    if (!this.context.view) return;
    this.mode = mode;
    if (this.context.selection()) return this.finish();
    const [span] = this.row ? goldOf(this.row) : [];
    const start = span?.start ?? this.row?.start ?? 0;
    this.context.select(start, mode === "extent" ? (span?.end ?? this.row?.end ?? 0) : start);
    this.hint.textContent = "Select in the note (Shift and arrows, or the mouse), then press Enter; Esc leaves.";
  }

  /** Takes what is selected. */
  async finish() {
    const chosen = this.context.selection();
    const { note, units, view } = this.context;
    const missed = this.mode === "missed";
    const { row } = this;
    if (!chosen) return void (this.hint.textContent = "Nothing is selected; select in the note, or press Esc.");
    this.mode = null;
    const inUnits = { start: units.fromPoints(chosen.start), end: units.fromPoints(chosen.end) };
    const whole = missed ? wholeWords(view.text, inUnits) : inUnits;
    const [start, end] = [units.toPoints(whole.start), units.toPoints(whole.end)];
    const label = missed ? await chooseLabel(labelsWith(this.me.labels, this.rows.labels), "PATIENT") : (goldOf(row)[0] ?? row.suggestion[0])?.label ?? "PATIENT";
    this.table.table.focus({ preventScroll: true });
    document.getSelection().removeAllRanges();
    if (!label) return this.go(this.table.at);
    const from = missed ? { start, end } : row;
    const put = [{ start, end, label, text: view.text.slice(whole.start, whole.end) }];
    await this.#decide(note, Math.min(start, from.start), Math.max(end, from.end), put);
  }

  async undo() {
    const last = await this.rows.undo();
    if (!last) return say("There is nothing to undo.");
    await this.go(this.rows.numberAt(last.note, last.start));
  }

  async unanimous() {
    const { length } = this.rows.unanimous();
    if (!length) return say("No open row is unanimous in a note that all are done with.");
    if (!(await agreed(`Confirm ${length.toLocaleString("en")} rows in which all agree?`, "Confirm them"))) return;
    const confirmed = await this.rows.confirmUnanimous();
    say(`${confirmed.toLocaleString("en")} rows are confirmed.`);
    await this.go(Math.max(0, this.rows.shown.findIndex((row) => row.state === "open")));
  }

  /** Looks for what others did. */
  async poll() {
    if (!this.table.element.isConnected) return;
    try {
      const told = await get(`projects/${this.project}/agreement`);
      allay("poll");
      refill(this.agreement, told.pairs, () => agreementOf(told));
      const { note, start } = this.row ?? {};
      if (this.mode || told.last <= this.rows.last || !(await this.rows.refresh())) return;
      await this.go(note === undefined ? 0 : this.rows.numberAt(note, start));
    } catch (error) {
      complain(error.message, "poll");
    }
  }

  async #decide(note, start, end, put) {
    const sent = this.rows.decide(note, start, end, put).then(() => null, (error) => error);
    await this.go(this.rows.numberAt(note, put ? end : start));
    const error = await sent;
    if (error) return this.#failed(error);
    const { note: now, start: place } = this.row ?? {};
    if (!this.mode) await this.go(now === undefined ? 0 : this.rows.numberAt(now, place));
  }

  #run(done) {
    done.catch((error) => this.#failed(error));
  }

  /** Says what went wrong, and shows what is kept. */
  async #failed(error) {
    complain(error.message);
    this.rows.undone = []; // what it would undo may be another's
    await settled();
    await this.rows.load(() => {});
    await this.go(this.table.at);
  }

  #context(note, start, end) {
    this.shown = this.context.show(note, this.rows.of(note), this.rows.annotators, start, end);
    return this.shown;
  }

  #progress() {
    refill(this.progress, this.rows.progress, () => progressOf(this.project, this.rows.progress));
  }

  #filters() {
    const box = (name, what) => {
      const input = el("input", { type: "checkbox", onchange: () => this.#run(this.#filter({ [what]: input.checked })) });
      (this.boxes ??= {})[what] = input;
      return el("label", {}, input, ` ${name}`);
    };
    return el("span", { class: "row" }, box("Open only", "open"), box("Disagreements only", "differ"));
  }

  #filter(only) {
    const { note, start } = this.row ?? { note: 0, start: 0 };
    this.rows.filter(only);
    for (const [what, input] of Object.entries(this.boxes)) input.checked = this.rows.only[what];
    return this.go(this.rows.numberAt(note, start));
  }
}
