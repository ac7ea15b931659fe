// The projects, and making one.

import { may } from "../shared/app.js";
import { get, post } from "../shared/api.js";
import { complain, el, field, fill } from "../shared/dom.js";
import { choices, ImportFields, preAnnotate, SettingsFields } from "./forms.js";

export async function view(main, parts, me) {
  fill(main, el("h1", {}, "Projects"));
  if (!me.keeps_projects) return main.append(el("p", {}, "This service keeps no projects. Start it with: incognote serve --data FOLDER"));
  const projects = await get("projects");
  const list = el("ul", { class: "projects" }, projects.map((project) => card(project, me)));
  main.append(projects.length ? list : el("p", {}, "There are no projects for you yet."));
  if (may(me, "admin")) main.append(await newProject(me));
}

function card(project, me) {
  const own = project.progress.find((line) => line.annotator === me.name);
  const all = project.progress.reduce((sum, line) => ({ done: sum.done + line.done, assigned: sum.assigned + line.assigned }), { done: 0, assigned: 0 });
  const shown = own ?? all;
  const address = `#/projects/${project.project}`;
  return el("li", { class: "panel" }, el("h2", {}, el("a", { href: address }, project.name)),
    el("p", {}, `${project.notes} notes · ${project.annotators.join(", ") || "no annotators"}`),
    el("progress", { max: shown.assigned || 1, value: shown.done, "aria-label": `Done in ${project.name}` }), ` ${shown.done} of ${shown.assigned} done`,
    el("p", { class: "links" }, own && own.assigned ? el("a", { href: `${address}/annotate` }, "Annotate") : null,
      may(me, "adjudicator") ? [el("a", { href: `${address}/adjudicate` }, "Adjudicate"), el("a", { href: `${address}/measure` }, "Measure")] : null));
}

async function newProject(me) {
  const [people, engines] = await choices();
  const name = el("input", { required: true, maxlength: 120, autocomplete: "off" });
  const [settings, notes] = [new SettingsFields(people, engines), new ImportFields(me.reads)];
  const result = el("div", { role: "status" });
  const button = el("button", { class: "main" }, "Make the project");
  const make = async (event) => {
    event.preventDefault();
    button.disabled = true;
    complain("");
    try {
      await made(name.value, settings.values(), notes, result);
    } catch (error) {
      complain(error.message);
      button.disabled = false;
    }
  };
  return el("details", {}, el("summary", {}, "New project"),
    el("form", { class: "panel", onsubmit: make }, field("Name", name), settings.element, notes.element, button, result));
}

async function made(name, settings, notes, result) {
  fill(result, "Making it…");
  const { project } = await post("projects", { name, ...settings });
  const address = `#/projects/${project}`;
  if (notes.picker.files.length) {
    const place = el("div");
    const brought = await notes.bring(project, result).catch((error) => {
      fill(result, el("p", {}, "The project is made, but has no notes. ", el("a", { href: address }, "Go to the project")));
      throw error;
    });
    result.append(place, el("a", { href: address }, "Go to the project"));
    if (settings.engine) await preAnnotate(place, await post(`projects/${project}/pre-annotate`));
    if (brought.set_aside.length) return;
  }
  if (result.isConnected) location.hash = address;
}
