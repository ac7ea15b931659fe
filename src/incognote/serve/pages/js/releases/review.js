// Reading a note of a release: what leaked, and what may betray somebody, is marked. `review/0` is the queue of findings
// that others marked.

import { get } from "../shared/api.js";
import { complain, el, field, fill, say, select } from "../shared/dom.js";
import { confirming } from "./confirm.js";
import { NoteView, wholeWords } from "../shared/note.js";
import { keep } from "../shared/saving.js";
import { Units } from "../shared/units.js";

export async function view(main, [number, note], me) {
  if (note === "0") return confirming(main, number, me);
  const lines = await get(`releases/${number}/notes`);
  const at = note ? Number(note) : nextUnread(lines, me, 0)?.number;
  if (!at) return finishedReading(main, number, lines);
  const [{ indirect_kinds: kinds }, found] = await Promise.all([get(`releases/${number}`), get(`releases/${number}/notes/${at}`)]);
  const reading = new Reading(main, number, lines, found, me, kinds);
  return reading.start();
}

/** The next note that is unread: first of one's own, then of anybody's. */
function nextUnread(lines, me, after) {
  const unread = lines.filter((line) => !line.read);
  const mine = unread.filter((line) => line.reviewer === me.name || !line.reviewer);
  return mine.find((line) => line.number > after) ?? mine[0] ?? null;
}

function finishedReading(main, number, lines) {
  const left = lines.filter((line) => !line.read).length;
  fill(main, el("h1", {}, "Nothing is left for you to read"),
    el("p", {}, left ? `${left} notes of others are unread.` : "All notes of the sample are read."),
    el("p", {}, el("a", { href: `#/releases/${number}/review/0` }, "Confirm or reject findings"), " · ", el("a", { href: `#/releases/${number}` }, "To the release")));
}

class Reading {
  constructor(main, release, lines, note, me, kinds) {
    Object.assign(this, { main, release, lines, me, kinds, busy: false, units: new Units(note.text), current: null });
    this.take(note);
    this.text = new NoteView(note.text, { label: `Note ${note.number}`, caret: true, onpick: (span) => this.pick(span) });
    this.list = el("ul", { class: "found" });
    this.kind = select([["leak", "leak"], ["indirect", "indirect identifier"]], "leak", () => this.offer(), { id: "kind" });
    this.label = el("select", { id: "what", onkeydown: (event) => this.enter(event) });
    this.comment = el("input", { maxlength: "2000" });
    this.done = el("button", { type: "button", class: "main", onclick: () => this.finish() }, "Read, next (n)");
    this.undone = el("button", { type: "button", onclick: () => this.reopen() }, "Not read yet");
    this.standing = el("span", { class: "badge", id: "standing" });
  }

  take(note) {
    this.note = note;
    this.replaced = note.replaced?.length ? this.units.spansFrom(note.replaced) : tagsIn(note.text);
    this.found = this.units.spansFrom(note.found);
  }

  start() {
    const { number } = this.note;
    const bar = [el("button", { type: "button", onclick: () => this.go(number - 1), disabled: number === 1 }, "Back (b)"), " ",
      this.done, " ", this.undone, " ", el("a", { href: `#/releases/${this.release}` }, "To the release")];
    fill(this.main, el("h1", {}, `Note ${number} of ${this.lines.length}`), el("p", {}, this.standing, this.note.replaced ? null : " It isn't known where PHI was replaced in this note. ", " ", bar),
      el("div", { class: "review" }, this.text.element, this.panel()));
    this.offer();
    this.show();
    this.text.element.focus();
    this.text.select(0);
    const press = (event) => this.press(event);
    const remember = () => (this.last = this.text.selection() ?? this.last);
    document.addEventListener("keydown", press);
    document.addEventListener("selectionchange", remember);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("selectionchange", remember);
    };
  }

  panel() {
    const keys = [["m", "a leak"], ["i", "an indirect identifier"], ["Enter", "mark as chosen"], ["x", "withdraw"], ["n", "read, next"], ["b", "back"]];
    return el("aside", { class: "panel" }, el("h2", {}, "Mark what is selected"),
      field("As", this.kind), field("What", this.label), field("Comment, not printed", this.comment),
      el("button", { type: "button", onclick: () => this.mark() }, "Mark"),
      el("h2", {}, "Found here"), this.list, el("h2", {}, "Keys"),
      el("ul", { class: "keys" }, keys.map(([key, what]) => el("li", {}, el("kbd", {}, key), ` ${what}`)),
        el("li", {}, el("kbd", {}, "Shift"), " and arrows select")));
  }

  offer() {
    const labels = Object.values(this.me.labels).flat();
    fill(this.label, (this.kind.value === "leak" ? [...labels, "OTHER"] : this.kinds).map((one) => el("option", { value: one }, one)));
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, button")) return;
    const acts = { m: () => this.choose("leak"), i: () => this.choose("indirect"), x: () => this.withdraw(this.under()), n: () => this.finish(), b: () => this.go(this.note.number - 1) };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act(); // a key that is held reads no notes
  }

  /** The finding at the caret, or that was picked. */
  under() {
    const at = this.text.selection();
    return this.found.find((one) => at && one.start <= at.start && at.start <= one.end) ?? this.current;
  }

  pick(span) {
    this.current = this.found.find((one) => one.id === span.id) ?? null;
    this.show();
  }

  /** By keyboard: what is selected is to be marked; the choice of what it is comes next, and Enter marks it. */
  choose(kind) {
    if (!this.place()) return say("Select a stretch of the note first.");
    this.kind.value = kind;
    this.offer();
    this.label.focus();
    return null;
  }

  enter(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.mark();
  }

  /** What was selected last, in whole words. */
  place() {
    const chosen = this.text.selection() ?? this.last;
    const place = chosen && wholeWords(this.note.text, chosen);
    return place && place.start < place.end ? place : null;
  }

  async mark() {
    const place = this.place();
    if (!place) return say("Select a stretch of the note first.");
    const [span] = this.units.spansTo([place]);
    const body = { ...span, kind: this.kind.value, label: this.label.value, comment: this.comment.value };
    if (!(await this.sent(`notes/${this.note.number}/findings`, body, `Marked as ${this.label.value}`))) return null;
    this.comment.value = "";
    this.text.element.focus();
    this.text.select(place.end);
    return null;
  }

  async withdraw(finding) {
    if (finding) await this.sent(`findings/${finding.id}/withdraw`, {}, "Withdrawn");
  }

  async finish() {
    if (!(await this.sent(`notes/${this.note.number}/done`, { done: true }, ""))) return;
    this.lines.find((one) => one.number === this.note.number).read = true;
    const next = nextUnread(this.lines, this.me, this.note.number);
    location.hash = `#/releases/${this.release}/review${next ? `/${next.number}` : ""}`;
  }

  async reopen() {
    await this.sent(`notes/${this.note.number}/done`, { done: false }, "Not read yet");
  }

  go(number) {
    if (number >= 1 && number <= this.lines.length) location.hash = `#/releases/${this.release}/review/${number}`;
  }

  /** Sends, one at a time, and shows the note as it then is; whether it was taken. */
  async sent(path, body, said) {
    if (this.busy) return false;
    this.busy = true;
    try {
      await keep(`releases/${this.release}/${path}`, body);
      this.take(await get(`releases/${this.release}/notes/${this.note.number}`));
      this.current = null;
      complain("");
      this.show();
      if (said) say(said);
      return true;
    } catch (error) {
      complain(error.message);
      return false;
    } finally {
      this.busy = false;
    }
  }

  show() {
    const { read, read_by_you: mine, reviewer } = this.note;
    this.standing.textContent = read ? `read by ${reviewer}` : `unread, for ${reviewer || "anybody"}`;
    this.undone.hidden = !mine;
    const found = this.found.reduce((before, one) => [...before, ...without([one], before)], []); // a leak and an indirect one may overlap
    this.text.show([...found, ...without(this.replaced, found)], {
      kind: (span) => (span.id === undefined ? "replaced" : span.real === false ? "rejected" : span.kind),
      title: (span) => (span.id === undefined ? `in the place of ${span.label}` : `${span.kind}: ${span.label}, ${span.author}`),
      current: this.current,
    });
    fill(this.list, this.found.length ? this.found.map((one) => this.entry(one)) : el("li", {}, "Nothing yet."));
  }

  entry(one) {
    const state = { true: "confirmed", false: "rejected" }[one.real] ?? "open";
    const mine = one.author === this.me.name && one.real === null;
    return el("li", {}, el("strong", {}, this.note.text.slice(one.start, one.end)), ` ${one.label} (${one.kind}), ${one.author}, ${state} `,
      one.comment ? el("em", {}, one.comment) : null,
      mine ? el("button", { type: "button", class: "link", onclick: () => this.withdraw(one) }, "Withdraw") : null);
  }
}

/** Tags, where nothing tells what else was replaced. */
function tagsIn(text) {
  return [...text.matchAll(/\[\*\*[^[\]*]{1,80}\*\*\]/g)].map((tag) => ({ start: tag.index, end: tag.index + tag[0].length, label: "PHI" }));
}

/** What others leave over of some stretches. */
function without(stretches, others) {
  const cut = (one, other) => (other.end <= one.start || one.end <= other.start ? [one]
    : [{ ...one, end: other.start }, { ...one, start: other.end }].filter((part) => part.start < part.end));
  return others.reduce((left, other) => left.flatMap((one) => cut(one, other)), stretches);
}
