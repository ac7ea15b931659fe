// Measure: annotators and engines against the gold, and every place that they missed or marked in vain.

import { get, post } from "../shared/api.js";
import { complain, el, field, fill, plotOf, say, select, tableOf } from "../shared/dom.js";
import { followed } from "../shared/jobs.js";
import { mainOf } from "../shared/note.js";

const PAGE = 200; // mistakes shown at once

export async function view(main, [project]) {
  const sides = el("div");
  const one = el("div");
  const title = el("h1", {}, "Measure");
  const show = async (chosen) => {
    const told = await get(`projects/${project}/measure`);
    title.textContent = `Measure: ${told.name}`;
    fill(sides, summary(project, told), engineForm(project, told, show), told.tables.map(tableOf), el("div", { class: "plots" }, told.plots.map(plotOf)));
    await showOne(one, project, told.systems, chosen ?? told.systems[0]?.name);
  };
  fill(main, title, fill(sides, el("p", { role: "status" }, el("progress", { "aria-label": "Measuring" }), " Measuring… which takes some seconds for a thousand notes, once.")), one);
  await show();
}

function summary(project, { notes, of, phi }) {
  const back = el("a", { href: `#/projects/${project}/adjudicate` }, "Adjudicate");
  const told = `${notes.toLocaleString("en")} of ${of.toLocaleString("en")} notes are gold, with ${phi.toLocaleString("en")} PHI; figures are of these. `;
  return el("p", {}, told, back);
}

/** What has an engine find PHI in the gold's notes, and shows the figures then. */
function engineForm(project, { notes, engines }, show) {
  const name = el("input", { list: "engine-names", required: true, autocomplete: "off", size: "28" });
  const button = el("button", { class: "main", disabled: !notes }, "Measure it");
  const progress = el("span");
  const run = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const job = await post(`projects/${project}/measure`, { engines: [name.value.trim()] });
      const done = await followed(progress, job, "Notes read");
      const [[engine, counts]] = Object.entries(done);
      await show(engine);
      complain(counts.failed ? `the engine failed on ${counts.failed} notes, which aren't in its figures` : "");
      say(`${engine} is measured.`);
    } catch (error) {
      complain(error.message);
      button.disabled = false;
      fill(progress);
    }
  };
  return el("form", { class: "row", onsubmit: run }, field("Engine, such as incognote@balanced", name),
    el("datalist", { id: "engine-names" }, engines.map((engine) => el("option", { value: engine }))), button, progress);
}

async function showOne(place, project, systems, name) {
  if (!systems.length) return fill(place);
  const names = systems.map((one) => [one.name, `${one.name} (${one.notes} notes)`]);
  const choice = select(names, name, (chosen) => showOne(place, project, systems, chosen).then((shown) => shown.focus()).catch((error) => complain(error.message)));
  place.ariaBusy = "true";
  const told = await get(of(project, name, 0)).finally(() => (place.ariaBusy = "false"));
  fill(place, el("h2", {}, "One by one"), field("Annotator or engine", choice),
    el("div", { class: "columns" }, told.tables.map(tableOf)),
    mistakes(project, name, "missed", "Missed", "PHI of which a letter or digit is left bare.", told),
    mistakes(project, name, "in_vain", "Marked in vain", "Marks that touch no PHI.", told));
  return choice;
}

const of = (project, name, offset) => `projects/${project}/measure/one?name=${encodeURIComponent(name)}&offset=${offset}&limit=${PAGE}`;

/** A list of mistakes, a page at a time, each of which leads to its place. */
function mistakes(project, name, key, title, note, told) {
  const body = el("tbody", {}, told[key].map((one) => line(project, one)));
  const total = told[`${key}_total`];
  const more = el("button", { type: "button", hidden: total <= PAGE, onclick: async () => {
    const next = await get(of(project, name, body.childElementCount));
    body.append(...next[key].map((one) => line(project, one)));
    more.hidden = body.childElementCount >= total;
  } }, "More");
  const head = ["Place", "Label", "Words around"].map((column) => el("th", { scope: "col" }, column));
  return el("section", { class: "mistakes" }, el("h3", {}, `${title}: ${total.toLocaleString("en")}`), el("p", { class: "note" }, note),
    total ? el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, head)), body)) : null, more);
}

function line(project, { note, id, start, label, thesis, before, text, after }) {
  const link = el("a", { href: `#/projects/${project}/adjudicate?note=${note}&at=${start}` }, `${id}, ${start}`);
  return el("tr", {}, el("th", { scope: "row" }, link), el("td", {}, label, thesis ? el("small", {}, thesis) : null),
    el("td", { class: "around" }, before, el("mark", { class: `l-${mainOf(label)}` }, text), after));
}
