// Try it: a note, what is found in it and why, and what takes the place of that.

import { get, post } from "../shared/api.js";
import { complain, el, field, fill, select } from "../shared/dom.js";
import { Finds } from "./finds.js";
import { NoteField } from "./note-field.js";
import { Outputs } from "./outputs.js";

const PAUSE = 700; // milliseconds without a key, until PHI is looked for

export async function view(main) {
  const [known, examples] = await Promise.all([get("engines"), fetch("examples.json").then((answer) => answer.json())]);
  const finds = new Finds();
  const outputs = new Outputs();
  const patient = el("input", { id: "patient", size: "10", autocomplete: "off", oninput: () => soon() });
  const engine = engineChoice(known, () => find());
  const note = new NoteField(() => soon());
  const button = el("button", { type: "button", class: "main", onclick: () => find() }, "Find ", el("kbd", {}, "Ctrl"), " ", el("kbd", {}, "Enter"));

  let timer = null;
  let turn = 0;
  function soon() {
    clearTimeout(timer);
    timer = setTimeout(find, PAUSE);
  }

  /** Looks for PHI; an answer that comes behind a newer question is passed over. */
  async function find() {
    clearTimeout(timer);
    const mine = ++turn;
    const text = note.text;
    if (!text.trim()) return clear();
    finds.wait();
    const asked = { text, engine: engine.chosen(), ...(patient.value.trim() ? { patient: patient.value.trim() } : {}) };
    try {
      const [found, clean] = await Promise.all([post("detect", { ...asked, reasons: true }), outputs.ask(asked)]);
      if (mine !== turn) return;
      finds.show(text, found.notes[0].spans);
      outputs.show(clean);
      complain("");
    } catch (error) {
      if (mine !== turn) return;
      clear();
      complain(error.message);
    }
  }

  function clear() {
    finds.clear();
    outputs.clear();
  }

  const pick = select([["", "Choose an example…"], ...examples.map(({ name }, at) => [String(at), name])], "", (at) => {
    if (at === "") return;
    patient.value = examples[at].patient;
    note.load(examples[at].text);
    find();
  });
  fill(main,
    el("h1", {}, "Try it"),
    el("div", { class: "row" }, field("Example", pick), note.chooser, field("Engine", engine.engines), field("Operating point", engine.points),
      field("Patient's id, to shift dates", patient)),
    engine.meaning,
    el("div", { class: "columns" }, el("section", {}, el("h2", {}, "The note"), note.element, el("p", {}, button)), finds.element),
    outputs.element);
  const keys = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    find();
  };
  main.addEventListener("keydown", keys);
  return () => {
    clearTimeout(timer);
    turn++;
  };
}

/** The choice of an engine and its operating point. */
function engineChoice(known, onchange) {
  const [first, point = ""] = known.default.split("@");
  const meaning = el("p", { class: "note", id: "meaning" });
  const of = (name) => known.engines.find((engine) => engine.name === name);
  const engines = select(known.engines.map(({ name, adapted }) => [name, adapted ? `${name} (adapted here)` : name]), first, () => {
    offer("");
    onchange();
  });
  const points = select([], "", () => {
    explain();
    onchange();
  });
  const explain = () => {
    const { description, points: all } = of(engines.value);
    const about = all.find(({ name }) => name === points.value);
    meaning.textContent = about ? `${description}. ${about.name}: ${about.meaning}.` : `${description}.`;
  };
  const offer = (chosen) => {
    const all = of(engines.value).points;
    points.replaceChildren(...all.map(({ name }) => el("option", { value: name, selected: name === chosen }, name)));
    points.disabled = !all.length;
    explain();
  };
  offer(point);
  return { engines, points, meaning, chosen: () => (points.value ? `${engines.value}@${points.value}` : engines.value) };
}
