// An annotator's desk: the note in the middle, and all that can be done with it by mouse and by key.

import { asked, help } from "./keys.js";
import { say } from "../shared/dom.js";
import { NoteView, wholeWords } from "../shared/note.js";
import { nameOf } from "./work.js";
import { moved, occurrences, wordAt } from "./words.js";

const WHILE_HELD = new Set(["next", "previous", "endOut", "endIn", "startOut", "startIn", "undo", "redo", "later", "earlier"]);
const IN_FIELDS = "input, textarea, select, dialog";

export class Desk {
  /** `work`: the marks of the note. `panel`: what stands beside it. `ways`: to other notes. */
  constructor(work, panel, ways) {
    this.work = work;
    this.panel = panel;
    this.ways = ways;
    this.at = { start: 0, end: 0 }; // what is selected, or where the caret is, even while another field has the focus
    this.exact = false;
    this.current = null;
    this.last = null;
    this.view = new NoteView(work.text, { label: "Note", caret: true });
    this.view.element.addEventListener("mousedown", () => (this.selecting = true));
  }

  /** Shows the marks as they are now. */
  show() {
    this.current = this.work.at(this.at.start);
    const title = ({ label, replacement }) => (replacement ? `${label} → ${replacement}` : label);
    this.view.show(this.work.marks, { current: this.current, title, kind: (mark) => (mark.replacement ? "suggested" : "") });
    this.panel.show(this.work, this.current, this.last);
  }

  /** Follows the selection in the note. */
  follow() {
    const at = this.view.selection();
    if (!at) return;
    this.at = at;
    const current = at.start === at.end ? this.work.at(at.start) : null;
    if (current === this.current) return;
    this.current = current;
    this.view.point(current);
    this.panel.point(current, this.last);
  }

  /** The end of a selection by mouse: it grows to whole words, unless Alt is held. */
  selected(event) {
    if (!this.selecting) return;
    this.selecting = false;
    this.follow();
    this.exact = event.altKey;
    if (this.at.start === this.at.end || this.exact) return;
    const { start, end } = wholeWords(this.work.text, this.at);
    this.view.select(start, end);
  }

  key(event) {
    if (event.isComposing || event.target.closest?.(IN_FIELDS)) return;
    const inNote = event.target === this.view.element;
    if (event.key === "Tab" && (!inNote || !this.#near(event.shiftKey ? -1 : 1))) return; // out of the note at its ends
    if (event.key === "Enter" && event.target.closest?.("button, a")) return;
    const wanted = asked(event);
    if (!wanted) return;
    this.follow(); // the event that tells of a selection may come behind that of a key
    event.preventDefault();
    if (event.repeat && !WHILE_HELD.has(wanted.command)) return;
    if (wanted.label) this.label(wanted.label, wanted.exact);
    else this[wanted.command](wanted.alt);
  }

  /** Marks what is selected or the word at the caret, or gives the mark at the caret another label. */
  label(label, exact = false) {
    if (!this.work.mine) return;
    const chosen = this.#chosen(exact);
    if (!chosen || chosen.start === chosen.end) return say("Select text, or put the caret in a word.");
    const mark = { start: chosen.start, end: chosen.end, label, replacement: chosen.replacement ?? "" };
    this.last = label;
    this.#change(this.work.within(chosen), [mark], mark);
  }

  repeat() {
    if (this.last) this.label(this.last);
  }

  remove() {
    if (this.current) this.#change([this.current], []);
  }

  endOut(alt) {
    this.#move("end", true, alt);
  }

  endIn(alt) {
    this.#move("end", false, alt);
  }

  startOut(alt) {
    this.#move("start", false, alt);
  }

  startIn(alt) {
    this.#move("start", true, alt);
  }

  /** Marks all places with the words of this mark that nothing marks yet. */
  all() {
    if (!this.current || !this.work.mine) return;
    const { label, replacement } = this.current;
    const places = occurrences(this.work.text, this.current, this.panel.ignoreCase.checked);
    const put = places.filter((place) => !this.work.within(place).length).map((place) => ({ ...place, label, replacement }));
    say(put.length ? `${put.length} more marked ${label}` : "These words stand nowhere else unmarked.");
    if (put.length) this.#change([], put);
  }

  replacement() {
    if (this.current) this.panel.replacement.focus();
  }

  /** Keeps what is to take a mark's place. */
  suggest(mark, replacement) {
    if (!mark || !this.work.mine || mark.replacement === replacement || !this.work.marks.includes(mark)) return;
    this.#change([mark], [{ ...mark, replacement }]);
  }

  undo() {
    this.#landed(this.work.undo(), "Nothing to undo.");
  }

  redo() {
    this.#landed(this.work.redo(), "Nothing to do again.");
  }

  next() {
    this.#step(1);
  }

  previous() {
    this.#step(-1);
  }

  /** Puts the caret at a mark, or the selection where it was. */
  note() {
    this.view.element.focus({ preventScroll: true });
    this.view.select(this.at.start, this.at.end);
  }

  go(mark) {
    this.at = { start: mark.start, end: mark.start };
    this.note();
    this.follow();
    this.view.element.querySelector("mark.current")?.scrollIntoView({ block: "nearest" });
  }

  filter() {
    this.panel.filter.focus();
  }

  finish() {
    this.ways.finish();
  }

  later() {
    this.ways.later();
  }

  earlier() {
    this.ways.earlier();
  }

  help() {
    help();
  }

  #chosen(exact) {
    if (this.at.start < this.at.end) return exact || this.exact ? this.at : wholeWords(this.work.text, this.at);
    return this.current ?? wordAt(this.work.text, this.at.start);
  }

  #change(take, put, land = null) {
    if (land) this.at = { start: land.start, end: land.start };
    const changes = take.length !== put.length || take.some((mark, at) => nameOf(mark) !== nameOf(put[at]));
    if (this.work.mine && changes) this.work.edit(take, put);
    this.#land();
  }

  #land() {
    this.exact = false;
    if (document.activeElement === this.view.element) this.view.select(this.at.start);
    this.follow();
  }

  #landed(mark, otherwise) {
    if (mark === undefined) return say(otherwise);
    if (mark) this.go(this.work.at(mark.start) ?? mark);
  }

  #move(side, forward, byCharacter) {
    if (!this.current || !this.work.mine) return;
    const mark = moved(this.work.text, this.current, side, forward, byCharacter);
    if (this.work.within(mark).length > 1) return say("Another mark is in the way.");
    this.#change([this.current], [mark], mark);
  }

  #near(steps) {
    const at = this.at.start;
    const others = this.work.marks.filter((mark) => mark !== this.current);
    return steps > 0 ? others.find((mark) => mark.start >= at) : others.findLast((mark) => mark.start < at);
  }

  #step(steps) {
    const mark = this.#near(steps) ?? this.work.marks.at(steps > 0 ? 0 : -1);
    if (mark) this.go(mark);
  }
}
