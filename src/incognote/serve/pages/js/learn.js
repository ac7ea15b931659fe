// Learn: an engine adapted by what a project's people corrected, and how to use it.

import { get, post } from "./shared/api.js";
import { complain, el, field, fill, select, tableOf } from "./shared/dom.js";
import { followed } from "./shared/jobs.js";

export async function view(main) {
  const [projects, told] = await Promise.all([get("projects"), get("learn")]);
  const models = el("section", {}, modelsOf(told.models));
  const result = el("section", { role: "status" });
  const follow = async (job) => {
    const progress = el("p");
    fill(result, el("p", {}, "It is learning, which takes some minutes; you may leave this page."), progress);
    try {
      fill(result, outcome(await followed(progress, job, "Learning")));
      fill(models, modelsOf((await get("learn")).models));
      complain("");
    } catch (error) {
      fill(result);
      complain(error.message);
    }
  };
  fill(main, el("h1", {}, "Learn"),
    el("p", {}, "The engine goes on learning from notes that people here have corrected. It is kept only if cross-validation over them finds it better; a few dozen notes are enough."),
    told.missing ? el("p", { class: "panel" }, `Learning needs ${told.missing}, which isn't installed where the service runs: install incognote[train].`) : form(projects, told.models, follow),
    result, models);
  if (told.running) follow(told.running);
}

function form(projects, models, follow) {
  if (!projects.length) return el("p", { class: "panel" }, "There is no project yet. ", el("a", { href: "#/projects" }, "Make one"));
  const of = el("select");
  const choose = (number) => {
    const { annotators } = projects.find((one) => String(one.project) === number);
    fill(of, [["gold", "the gold"], ...annotators.map((name) => [name, `${name}, notes that are done`])].map(([value, text]) => el("option", { value }, text)));
  };
  const project = select(projects.map((one) => [String(one.project), one.name]), null, choose);
  const name = el("input", { required: true, pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]{0,59}", title: "letters, digits, dots, dashes", autocomplete: "off" });
  const engine = select(["incognote", ...models.map((one) => one.name)], "incognote");
  const button = el("button", { class: "main" }, "Start");
  const start = async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await follow(await post("learn", { project: Number(project.value), of: of.value, name: name.value, engine: engine.value }));
    } catch (error) {
      complain(error.message);
    }
    button.disabled = false;
  };
  choose(project.value);
  return el("form", { class: "row panel", onsubmit: start }, field("Project", project), field("Whose corrections", of), field("Start from", engine), field("Name of the model", name), button);
}

function outcome({ name, is_better: better, table }) {
  const told = better
    ? [el("p", {}, el("strong", {}, `${name} is better and was kept.`)), usage(name)]
    : el("p", {}, el("strong", {}, "Nothing was written: "), "the engine does as well as it is. Correct more notes and try again.");
  return [el("h2", {}, "Before and after"), told, tableOf(table)];
}

function usage(name) {
  return el("p", {}, "Use it here as the engine ", el("code", {}, name), ", and on the command line with ", el("code", {}, `--engine DATA/models/${name}`),
    ", where DATA is the folder of ", el("code", {}, "--data"), ". It holds words of the notes: keep it like them.");
}

function modelsOf(models) {
  return [el("h2", {}, "Models"), models.length ? models.map((one) => el("details", {}, el("summary", {}, `${one.name}: ${one.of}, by ${one.notes.toLocaleString("en")} notes with ${one.phi.toLocaleString("en")} PHI`), usage(one.name), one.table ? tableOf(one.table) : null))
    : el("p", { class: "note" }, "None yet.")];
}
