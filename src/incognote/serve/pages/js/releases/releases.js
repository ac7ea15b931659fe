// All releases, and a new one by upload.

import { get, post } from "../shared/api.js";
import { may } from "../shared/app.js";
import { complain, el, field, fill, say, select } from "../shared/dom.js";
import { base64, columnsIn, listedIn } from "../shared/files.js";

// What lies beside an output, by the ending of its name.
const BESIDE = { report: ".report.json", quarantine: ".quarantine.jsonl", alignment: ".alignment.jsonl" };

export async function view(main, parts, me) {
  const releases = await get("releases");
  fill(main, el("h1", {}, "Releases"),
    el("p", { class: "note" }, "A random sample of an output is read by people before it is released. What they find says how much may have leaked in all of it."),
    releases.length ? listed(releases) : el("p", {}, "There is no release yet."),
    may(me, "admin") ? drawing(await projectChoice(null)) : null);
}

function listed(releases) {
  const names = ["Release", "Notes", "Sample", "Read", "Open findings", "Sign-off"];
  const rows = releases.map((one) => el("tr", {},
    el("th", { scope: "row" }, el("a", { href: `#/releases/${one.id}` }, one.name)),
    el("td", {}, one.notes.toLocaleString("en")), el("td", {}, one.size.toLocaleString("en")),
    el("td", {}, el("progress", { max: one.size, value: one.read, "aria-label": "notes read" }), ` ${one.read}`),
    el("td", {}, String(one.open)), el("td", {}, badge(one.signed))));
  return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, names.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows)));
}

/** The standing of a release's sign-off. */
export function badge(signed) {
  const kind = { signed: "good", outdated: "bad" }[signed] ?? "";
  return el("span", { class: `badge ${kind}` }, signed || "not signed");
}

/** A choice of the project whose gold is reported along. */
export async function projectChoice(chosen) {
  const projects = await get("projects");
  return select([["", "none"], ...projects.map(({ project, name }) => [String(project), name])], String(chosen ?? ""));
}

function drawing(project) {
  const fields = {
    name: el("input", { required: true, maxlength: "100" }),
    files: el("input", { type: "file", multiple: true, required: true }),
    sample: el("input", { type: "number", min: "1", value: "400", required: true }),
    reserve: el("input", { type: "number", min: "0", placeholder: "as many again" }),
    seed: el("input", { type: "number", value: "1", required: true }),
    target: el("input", { type: "number", min: "0", max: "100", step: "any", value: "1", required: true }),
    reviewers: el("input", { placeholder: "ann, ben" }),
    project,
    columns: el("input", { placeholder: "id=note, text=text" }),
  };
  const button = el("button", { class: "main" }, "Draw a sample");
  const send = async (event) => {
    event.preventDefault();
    button.disabled = true;
    complain("");
    say("Drawing");
    try {
      const made = await post("releases", await wanted(fields));
      location.hash = `#/releases/${made.id}`;
    } catch (error) {
      complain(error.message);
    }
    button.disabled = false;
  };
  return el("details", { class: "panel" }, el("summary", {}, "New release"),
    el("p", { class: "note" }, "Choose the output, and with it the files that lie beside it: …report.json, …quarantine.jsonl, …alignment.jsonl. Large outputs are drawn from by the command line: incognote release new."),
    el("form", { onsubmit: send },
      field("Name", fields.name), field("Output, and files beside it", fields.files), field("Notes to read", fields.sample),
      field("Notes in reserve", fields.reserve), field("Seed", fields.seed), field("Target: leaking notes, at most (%)", fields.target),
      field("Reviewers", fields.reviewers), field("Project of the own gold", fields.project),
      field("Columns, if not id and text", fields.columns), el("p", {}, button)));
}

async function wanted(fields) {
  const body = {
    name: fields.name.value.trim(), sample: Number(fields.sample.value), seed: Number(fields.seed.value),
    target: Number(fields.target.value) / 100, reviewers: listedIn(fields.reviewers.value), files: [],
    columns: columnsIn(fields.columns.value), project: Number(fields.project.value) || null,
  };
  if (fields.reserve.value) body.reserve = Number(fields.reserve.value);
  for (const file of fields.files.files) {
    const [kind] = Object.entries(BESIDE).find(([, ending]) => file.name.endsWith(ending)) ?? [];
    if (kind) body[kind] = await file.text();
    else body.files.push({ path: file.name, content: await base64(file) });
  }
  return body;
}
