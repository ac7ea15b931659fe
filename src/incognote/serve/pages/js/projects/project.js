// A project: how far everybody is, its notes, and for admins its settings.

import { may } from "../shared/app.js";
import { ask, get, post } from "../shared/api.js";
import { complain, download, el, field, fill, say, select } from "../shared/dom.js";
import { history } from "../shared/history.js";
import { choices, ImportFields, preAnnotate, SettingsFields } from "./forms.js";

const FIRST = 100; // notes that are shown at once

export async function view(main, [number], me) {
  const address = `projects/${number}`;
  const project = await get(address);
  const own = project.progress.find((line) => line.annotator === me.name);
  fill(main, el("h1", {}, project.name), links(project, own, me), await overview(project, address, me));
  if (may(me, "adjudicator")) main.append(exporting(project, address, me), history(address));
  if (may(me, "admin")) main.append(await administration(project, address, me, () => view(main, [number], me)));
}

function links({ project }, own, me) {
  const link = (name, text) => el("a", { href: `#/projects/${project}/${name}` }, text);
  return el("p", { class: "links" }, own?.assigned ? link("annotate", "Annotate") : null,
    may(me, "adjudicator") ? [link("adjudicate", "Adjudicate"), link("measure", "Measure")] : null);
}

async function overview(project, address, me) {
  const notes = await get(`${address}/notes`);
  const engine = project.engine ? `${project.engine} has read ${project.seen_by_engine} of them${project.blind ? "; annotators don't see what it found" : ""}` : "no engine";
  const rule = project.each ? `each goes to ${project.each} annotators in turn` : "each goes to all annotators";
  return el("section", {}, el("p", {}, `${project.notes} notes; ${rule}; ${engine}.`),
    project.unassigned ? el("p", { class: "panel" }, `Nobody is to annotate ${project.unassigned} of them, so they never become gold. An admin can assign the notes anew.`) : null,
    el("h2", {}, "Progress"), el("table", { class: "bars" },
      el("thead", {}, el("tr", {}, ["Annotator", "Done", "Begun"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, project.progress.map(bar))),
    el("h2", {}, "Notes"), table(project, notes, me));
}

function bar({ annotator, assigned, begun, done }) {
  return el("tr", {}, el("th", { scope: "row" }, annotator), el("td", {}, `${done} of ${assigned} `, el("progress", { max: assigned || 1, value: done, "aria-label": `${annotator}: done` })), el("td", {}, `${begun}`));
}

function table({ project }, notes, me) {
  const everybody = may(me, "adjudicator");
  const names = everybody ? [...new Set(notes.flatMap((note) => Object.keys(note.states)))] : [me.name];
  const row = (note) => el("tr", {}, el("th", { scope: "row" }, el("a", { href: `#/projects/${project}/annotate/${note.number}` }, note.id)),
    el("td", {}, note.length.toLocaleString("en")), names.map((name) => el("td", {}, (everybody ? note.states[name] : note.state) ?? "–")));
  const body = el("tbody", {}, notes.slice(0, FIRST).map(row));
  const rest = () => {
    more.remove();
    body.append(...notes.slice(FIRST).map(row));
  };
  const more = el("button", { type: "button", onclick: rest }, `Show all ${notes.length}`);
  const head = ["Note", "Characters", ...names].map((name) => el("th", { scope: "col" }, name));
  return el("div", { class: "scroll wide", tabindex: "0" }, el("table", {}, el("thead", {}, el("tr", {}, head)), body), notes.length > FIRST ? more : null);
}

function exporting(project, address, me) {
  const engine = project.engine ? [`engine:${project.engine}`] : [];
  const of = select(["gold", ...project.annotators, ...engine], "gold");
  const format = select(me.writes, "jsonl");
  const save = attempt(async () => {
    const answer = await ask("GET", `${address}/export?of=${encodeURIComponent(of.value)}&format=${format.value}`);
    const [, name] = /filename\*=UTF-8''(.+)/.exec(answer.headers.get("Content-Disposition"));
    download(decodeURIComponent(name), await answer.blob());
  });
  return el("section", {}, el("h2", {}, "Export"),
    el("form", { class: "row even", onsubmit: save }, field("What", of), field("Format", format), el("button", {}, "Save")));
}

async function administration(project, address, me, again) {
  const [people, engines] = await choices();
  const settings = new SettingsFields(people, engines, project);
  const files = new ImportFields(me.reads, [...project.annotators, ...(project.engine ? [`engine:${project.engine}`] : [])]);
  const each = select([["", "all"], ...project.annotators.map((_, at) => [`${at + 1}`, `${at + 1} in turn`])], `${project.each ?? ""}`);
  const [result, progress] = [el("div", { role: "status" }), el("div", { role: "status" })];
  const change = attempt(async () => {
    await post(`${address}/settings`, settings.values());
    say("Kept.");
    await again();
  });
  const bring = attempt(async () => {
    const brought = await files.bring(project.project, result);
    if (project.engine && brought.notes) await preAnnotate(progress, await post(`${address}/pre-annotate`));
  });
  const give = attempt(async () => {
    await post(`${address}/assign`, { each: each.value ? Number(each.value) : null });
    await again();
  });
  const go = attempt(async () => preAnnotate(progress, await post(`${address}/pre-annotate`)));
  for (const job of project.jobs) preAnnotate(progress, job).catch((error) => complain(error.message));
  return el("details", {}, el("summary", {}, "Administration"),
    el("form", { class: "panel", onsubmit: change }, el("h2", {}, "Settings"), settings.element, el("button", {}, "Keep")),
    el("form", { class: "panel", onsubmit: bring }, el("h2", {}, "More notes, or annotations of these"), files.element, el("button", {}, "Bring in"), result),
    el("form", { class: "panel row even", onsubmit: give }, field("Each note goes to", each), el("button", {}, "Assign")),
    project.engine ? el("form", { class: "panel", onsubmit: go }, el("button", {}, `Have ${project.engine} mark the notes it hasn't read`), progress) : null);
}

/** What does something and shows what went wrong. */
function attempt(work) {
  return async (event) => {
    event?.preventDefault?.();
    complain("");
    try {
      await work();
    } catch (error) {
      complain(error.message);
    }
  };
}
