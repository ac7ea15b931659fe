// The page: who you are, where you are, and the view for it. An address is `#/projects/3/annotate/17`.

import { get, token } from "./api.js";
import { agreed } from "./dialogs.js";
import { byId, complain, el, field, fill } from "./dom.js";
import { learnLabels } from "./note.js";
import { giveUp, isUnsaved } from "./saving.js";

const ROLES = ["reader", "annotator", "adjudicator", "admin"];

// What the navigation shows, from which role on.
const PLACES = [
  ["#/try", "Try it", "reader"],
  ["#/projects", "Projects", "annotator"],
  ["#/releases", "Releases", "annotator"],
  ["#/learn", "Learn", "admin"],
  ["#/api", "For programs", "reader"],
];

// The module of each address; a view gets a place of its own, the parts in brackets, and who asks. What it writes there when
// it was left nobody sees. It may give a function that is called when the view is left.
const VIEWS = [
  [/^#\/try$/, "../try/try.js"],
  [/^#\/projects$/, "../projects/projects.js"],
  [/^#\/projects\/(\d+)$/, "../projects/project.js"],
  [/^#\/projects\/(\d+)\/annotate(?:\/(\d+))?$/, "../annotate/annotate.js"],
  [/^#\/projects\/(\d+)\/adjudicate(?:\?note=(\d+)&at=(\d+))?$/, "../adjudicate/adjudicate.js"],
  [/^#\/projects\/(\d+)\/measure$/, "../adjudicate/measure.js"],
  [/^#\/releases$/, "../releases/releases.js"],
  [/^#\/releases\/(\d+)$/, "../releases/release.js"],
  [/^#\/releases\/(\d+)\/review(?:\/(\d+))?$/, "../releases/review.js"],
  [/^#\/learn$/, "../learn.js"],
  [/^#\/api$/, "../programs.js"],
];

let me = null;
let leave = null;
let showing = 0;
let isFirst = true;

/** Whether someone's role reaches. */
export const may = (who, role) => ROLES.indexOf(who.role) >= ROLES.indexOf(role);

async function show() {
  takeToken();
  const turn = ++showing;
  leave?.();
  leave = null;
  complain("");
  const main = byId("main");
  try {
    me = me ?? (await get("me"));
  } catch (error) {
    me = null;
    if (error.status === 401) return signIn(main, token.get() ? "this token isn't known here" : "");
    return complain(error.message);
  }
  learnLabels(me.labels);
  fill(byId("who"), me.name === "you" ? "" : `${me.name} (${me.role})`);
  navigation();
  if (!location.hash || location.hash === "#") return location.replace("#/try");
  const [pattern, module] = VIEWS.find(([one]) => one.test(location.hash)) ?? [];
  if (!pattern) return fill(main, el("h1", {}, "There is nothing here"), el("p", {}, el("a", { href: "#/try" }, "Back to the start")));
  const place = el("div");
  fill(main, place);
  try {
    const { view } = await import(module);
    if (turn !== showing) return;
    const left = await view(place, pattern.exec(location.hash).slice(1), me);
    if (turn !== showing) return left?.();
    leave = left ?? null;
    arrive(main);
  } catch (error) {
    if (turn === showing) complain(error.message);
  }
}

/** Names the window, and puts the focus at the view's begin, unless the view put it somewhere or the page has just come. */
function arrive(main) {
  const title = main.querySelector("h1");
  document.title = `${title?.textContent ?? "incognote"} · incognote`;
  const wasFirst = isFirst;
  isFirst = false;
  if (wasFirst || main.contains(document.activeElement)) return;
  title?.setAttribute("tabindex", "-1");
  (title ?? main).focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** A token in the address, as `incognote serve` prints it, goes out of sight at once. */
function takeToken() {
  const given = /^#token=([\w:.-]+)$/.exec(location.hash);
  if (!given) return;
  token.set(given[1]);
  me = null;
  history.replaceState(null, "", "#/try");
}

function signIn(main, problem) {
  byId("nav").replaceChildren();
  complain(problem);
  const input = el("input", { type: "password", autocomplete: "off", required: true, id: "token" });
  const enter = (event) => {
    event.preventDefault();
    token.set(input.value.trim());
    show();
  };
  fill(main, el("form", { class: "sign-in", onsubmit: enter }, el("h1", {}, "Your token"), field("Token", input),
    el("button", { class: "main" }, "Enter"), el("p", { class: "note" }, "An admin makes tokens with: incognote token new")));
  input.focus();
}

function navigation() {
  const here = location.hash;
  const links = PLACES.filter(([, , role]) => may(me, role)).map(([address, name]) =>
    el("a", { href: address, "aria-current": here.startsWith(address) ? "page" : null }, name));
  const out = el("button", { type: "button", class: "link", onclick: signOut }, "Leave");
  fill(byId("nav"), links, me.name === "you" ? null : out);
}

/** The page is loaded anew, so that nothing of it is left for who comes next. */
async function signOut() {
  if (isUnsaved() && !(await agreed("What you did last isn't saved yet.", "Leave and lose it"))) return;
  giveUp();
  token.forget();
  history.replaceState(null, "", "#/try");
  location.reload();
}

function theme() {
  const root = document.documentElement;
  const button = byId("theme");
  const kept = localStorage.getItem("incognote-theme");
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const tell = () => (button.textContent = dark() ? "Light" : "Dark");
  if (kept) root.dataset.theme = kept;
  button.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    localStorage.setItem("incognote-theme", root.dataset.theme);
    tell();
  });
  tell();
}

theme();
addEventListener("hashchange", show);
show();
