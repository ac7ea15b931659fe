// What admins set about a project, and how notes come into it.

import { get, post } from "../shared/api.js";
import { el, field, fill, select } from "../shared/dom.js";
import { columnsIn, Picker } from "../shared/files.js";
import { followed } from "../shared/jobs.js";

/** The fields of a project's settings; `values()` gives them. */
export class SettingsFields {
  constructor(people, engines, { annotators = [], blind = false, engine = null } = {}) {
    const known = people.filter((person) => person.role !== "reader").map((person) => person.name);
    this.boxes = known.map((name) => el("input", { type: "checkbox", value: name, checked: annotators.includes(name) }));
    this.others = el("input", { autocomplete: "off", value: annotators.filter((name) => !known.includes(name)).join(", ") });
    this.blind = el("input", { type: "checkbox", checked: blind });
    const names = engines.engines.flatMap(({ name, points }) => (points.length ? points.map((point) => `${name}@${point.name}`) : [name]));
    this.engine = select([["", "none"], ...names], engine ?? "");
    this.element = el("div", {},
      el("fieldset", {}, el("legend", {}, "Annotators"), this.boxes.map((box) => el("label", {}, box, ` ${box.value}`)),
        field("Others, whose annotations come from files (names with commas)", this.others)),
      el("div", { class: "row" }, field("Engine", this.engine), el("label", { class: "check" }, this.blind, " Blind: annotators don't see what the engine found")));
  }

  values() {
    const others = this.others.value.split(",").map((name) => name.trim()).filter(Boolean);
    const annotators = [...this.boxes.filter((box) => box.checked).map((box) => box.value), ...others];
    return { annotators, blind: this.blind.checked, engine: this.engine.value || null };
  }
}

/** What the fields need to know. */
export const choices = () => Promise.all([get("people"), get("engines")]);

/** Choosing notes or annotations; `bring(project)` sends them and gives what came of it. */
export class ImportFields {
  constructor(formats, annotators = []) {
    this.picker = new Picker();
    this.format = select([["", "told by the content"], ...formats], "");
    this.columns = el("input", { placeholder: "id=NOTE_ID,text=TEXT", autocomplete: "off" });
    this.as = select([["", "left out"], ...annotators.map((name) => [name, `marks of ${name}`])], "");
    this.element = el("div", {}, this.picker.element, el("div", { class: "row" }, field("Format", this.format),
      field("Columns of tables and JSON lines", this.columns), annotators.length ? field("Annotations in the files", this.as) : null));
  }

  /** Says in a place that it is at it, and then what came of it. */
  async bring(project, place) {
    const count = this.picker.files.length;
    fill(place, el("progress", { "aria-label": "Reading the files" }), count === 1 ? " Reading 1 file…" : ` Reading ${count.toLocaleString("en")} files…`);
    try {
      const files = await this.picker.sent();
      const sent = { files, format: this.format.value || null, columns: columnsIn(this.columns.value), as: this.as.value || null };
      const brought = await post(`projects/${project}/notes`, sent);
      this.picker.clear();
      fill(place, told(brought));
      return brought;
    } catch (error) {
      fill(place);
      throw error;
    }
  }
}

/** What came of an import, in words. */
function told({ notes, annotated, marks, overlapping, set_aside: aside }) {
  const lines = [`${notes} new notes${annotated ? `, ${annotated} annotated with ${marks} marks` : ""}.`];
  if (overlapping) lines.push(`${overlapping} spans overlapped others and became one with them.`);
  return el("div", {}, lines.map((line) => el("p", {}, line)), aside.length ? el("details", { open: true }, el("summary", {}, `${aside.length} set aside`), el("ul", {}, aside.map((line) => el("li", {}, line)))) : null);
}

/** Has the engine mark the notes, showing how far it is. */
export async function preAnnotate(place, job) {
  const { notes, failed } = await followed(place, job, "The engine reads the notes");
  fill(place, el("p", { class: "note" }, `The engine has read ${notes} notes${failed ? ` and failed on ${failed}` : ""}.`));
}
