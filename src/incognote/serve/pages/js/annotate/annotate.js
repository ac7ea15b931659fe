// Annotating: the list of notes, the note, its marks. What is marked is shown at once and saved at once.

import { get } from "../shared/api.js";
import { help } from "./keys.js";
import { NoteList } from "./list.js";
import { Panel } from "./panel.js";
import { Desk } from "./desk.js";
import { complain, el, fill, say } from "../shared/dom.js";
import { labelsWith } from "../shared/note.js";
import { settled } from "../shared/saving.js";
import { Work } from "./work.js";

export async function view(main, [project, number], me) {
  const [settings, notes] = await Promise.all([get(`projects/${project}`), get(`projects/${project}/notes`)]);
  if (!notes.length) {
    fill(main, el("h1", {}, settings.name), el("p", {}, "There are no notes for you here yet."));
    return null;
  }
  const page = new Annotating(main, settings, notes, me);
  await page.open(Number(number) || (notes.find((note) => note.mine && note.state !== "done") ?? notes[0]).number);
  return () => page.leave();
}

class Annotating {
  constructor(main, settings, notes, me) {
    this.project = settings.project;
    this.works = new Map();
    this.list = new NoteList(this.project, notes, (number) => this.open(number));
    this.panel = new Panel(labelsWith(me.labels, settings.labels));
    this.title = el("strong", { class: "note-id" });
    this.place = el("div", {});
    this.doneButton = el("button", { type: "button", class: "main", onclick: () => this.finish() }, "Done, next ", el("kbd", {}, "Enter"));
    this.againButton = el("button", { type: "button", onclick: () => this.desk.work.finish(false) }, "Not done yet");
    this.listeners = { keydown: (event) => this.desk.key(event), selectionchange: () => this.desk.follow(), mouseup: (event) => this.desk.selected(event) };
    fill(main,
      el("h1", { class: "where" }, el("a", { href: `#/projects/${this.project}` }, settings.name), " · Annotate"),
      el("div", { class: "desk" }, this.list.element, el("section", { class: "middle", "aria-label": "The note" }, this.#bar(), this.place), this.panel.element));
  }

  /** Opens a note: as it is kept, with what can still be undone if nothing else has changed it. */
  async open(number) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    try {
      if (this.works.has(number)) await settled();
      const note = await get(`projects/${this.project}/notes/${number}`);
      if (turn !== this.turn || !this.place.isConnected) return;
      complain("");
      this.#show(note);
    } catch (error) {
      complain(error.message);
    }
  }

  #show(note) {
    const known = this.works.get(note.number);
    const work = known && !known.isRefused && known.revision === note.revision ? known : this.#work(note);
    this.works.set(note.number, work);
    const last = this.desk?.last ?? null;
    if (!this.desk) for (const [kind, listener] of Object.entries(this.listeners)) document.addEventListener(kind, listener);
    this.desk = new Desk(work, this.panel, this.go);
    this.desk.last = last;
    this.panel.act = this.desk;
    this.panel.element.classList.toggle("read-only", !work.mine);
    this.title.textContent = note.id;
    fill(this.place, work.mine ? null : el("p", { class: "note" }, "You aren't an annotator of this note, so you can't mark it."), this.desk.view.element);
    this.list.current(note.number);
    this.#changed(work);
    this.desk.note();
    history.replaceState(null, "", `#/projects/${this.project}/annotate/${note.number}`);
  }

  get go() {
    const step = (steps) => {
      const near = this.list.near(this.desk.work.number, steps);
      if (near) this.open(near);
    };
    return { finish: () => this.finish(), later: () => step(1), earlier: () => step(-1) };
  }

  /** Done with this note, and on to the next. */
  finish() {
    const { work } = this.desk;
    if (work.mine && !work.done) work.finish(true);
    const next = this.list.nextToDo(work.number);
    if (next) this.open(next);
    else say("All of your notes are done.");
  }

  leave() {
    for (const [kind, listener] of Object.entries(this.listeners)) document.removeEventListener(kind, listener);
  }

  #work(note) {
    const work = new Work(this.project, note, {
      changed: () => this.#changed(work),
      refused: (error) => this.#refused(work, error),
    });
    return work;
  }

  #changed(work) {
    if (work.mine) this.list.state(work.number, work.done ? "done" : work.revision || work.made.length || work.undone.length ? "begun" : "new");
    if (this.desk?.work !== work) return;
    this.desk.show();
    this.doneButton.hidden = !work.mine;
    this.againButton.hidden = !work.done;
  }

  /** What was shown isn't what is kept: show what is. */
  async #refused(work, error) {
    if (this.desk.work === work) await this.open(work.number);
    complain(`Your last change wasn't kept: ${error.message}`);
  }

  #bar() {
    const button = (text, command, key) => el("button", { type: "button", onclick: () => this.desk[command](), "aria-keyshortcuts": key }, text);
    return el("div", { class: "bar" }, this.title, button("Undo", "undo", "Control+Z"), button("Redo", "redo", "Control+Y"),
      el("button", { type: "button", onclick: help }, "Keys ", el("kbd", {}, "?")), this.againButton, this.doneButton);
  }
}
