// Try it: a note, what is found in it and why, and what takes the place of that.

import { get, post } from "../shared/api.js";
import { complain, el, field, fill, select } from "../shared/dom.js";
import { Finds } from "./finds.js";
import { NoteField } from "./note-field.js";
import { Outputs } from "./outputs.js";

const PAUSE = 700; // milliseconds without a key, until PHI is looked for
const EMPTY = "There is no text yet: type or paste a note, open a file, or choose an example.";
const REFUSALS = {
  413: "The note is larger than the service takes; try a part of it.",
  429: "The service has too much to do just now; try again in a moment.",
  500: "The engine failed on this note; try another engine, or a part of the note.",
  504: "It took longer than the service allows; try a part of the note, or a quicker engine.",
};

/** Asks the service; what it refuses is said in the words of this page, not in those of programs. */
async function asking(path, body) {
  try {
    return await post(path, body);
  } catch (error) {
    throw new Error(REFUSALS[error.status] ?? error.message.replace(/^body\.text: /, "The note can't be read: "));
  }
}

const spansOf = async (asked) => (await asking("detect", asked)).notes[0].spans;

export async function view(main) {
  const [known, examples] = await Promise.all([get("engines"), fetch("examples.json").then((answer) => answer.json())]);
  const finds = new Finds();
  const outputs = new Outputs(asking);
  const patient = el("input", { id: "patient", size: "10", maxlength: "200", autocomplete: "off", oninput: () => soon() });
  const engine = engineChoice(known, () => find());
  const note = new NoteField(() => soon());
  const work = new Work(() => find());

  let timer = null;
  let turn = 0;
  let pause = PAUSE;
  let underway = null; // what is asked just now
  function soon() {
    clearTimeout(timer);
    timer = setTimeout(find, pause);
  }

  /** Looks for PHI, and then for what takes its place; an answer that comes behind a newer question is passed over. */
  async function find() {
    clearTimeout(timer);
    const asked = { text: note.text, engine: engine.chosen(), ...(patient.value.trim() ? { patient: patient.value.trim() } : {}) };
    const question = JSON.stringify(asked);
    if (question === underway) return;
    const mine = ++turn;
    if (!asked.text.trim()) return ended(EMPTY);
    underway = question;
    work.show("Looking for PHI…", true);
    finds.wait();
    outputs.wait();
    complain("");
    try {
      const since = performance.now();
      const spans = await spansOf(asked);
      if (mine !== turn) return;
      pause = Math.max(PAUSE, performance.now() - since); // while someone types, no more is asked than can be answered
      const said = `${spans.length.toLocaleString("en")} ${spans.length === 1 ? "place" : "places"} found.`;
      finds.show(asked.text, spans, (places) => spansOf({ ...asked, reasons_at: places }));
      work.show(`${said} Replacing them…`, true);
      await outputs.ask(asked, () => mine === turn);
      if (mine !== turn) return;
      underway = null;
      work.show(said, false);
    } catch (error) {
      if (mine !== turn) return;
      ended("");
      complain(error.message);
    }
  }

  function ended(said) {
    underway = null;
    work.show(said, false);
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
    el("div", { class: "columns" }, el("section", {}, el("h2", {}, "The note"), note.element, work.element), finds.element),
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

/** The button that has PHI looked for, and a word on how far that is. */
class Work {
  constructor(onclick) {
    this.button = el("button", { type: "button", class: "main", onclick }, "Find ", el("kbd", {}, "Ctrl"), " ", el("kbd", {}, "Enter"));
    this.said = el("span", { class: "note", role: "status" });
    this.element = el("div", { class: "row work" }, this.button, this.said);
  }

  show(said, busy) {
    this.said.textContent = said;
    this.element.classList.toggle("busy", busy);
    this.button.setAttribute("aria-disabled", String(busy)); // it keeps the focus; a question that is asked already isn't asked again
  }
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
