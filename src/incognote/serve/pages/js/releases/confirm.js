// The queue of findings that others marked: each in its context, confirmed or rejected by a key.

import { get } from "../shared/api.js";
import { complain, el, fill, say } from "../shared/dom.js";
import { keep } from "../shared/saving.js";
import { Units } from "../shared/units.js";

const AROUND = 160;

export async function confirming(main, release, me) {
  const { name, findings } = await get(`releases/${release}`);
  const queue = findings.filter((one) => one.real === null && one.author !== me.name);
  const notes = new Map();
  const state = { at: 0, shown: null, busy: false };
  const place = el("div", { class: "panel" });
  fill(main, el("h1", {}, "Findings to confirm"), el("p", {}, el("a", { href: `#/releases/${release}` }, `To ${name}`)), place);

  async function show() {
    state.shown = null;
    if (!queue.length) return fill(place, el("p", {}, "Nothing that others marked is open."));
    state.at = (state.at + queue.length) % queue.length;
    const one = queue[state.at];
    if (!notes.has(one.note)) notes.set(one.note, (await get(`releases/${release}/notes/${one.note}`)).text);
    state.shown = one;
    fill(place, el("p", {}, `${state.at + 1} of ${queue.length}: note ${one.note}, marked by ${one.author} as `,
      el("strong", {}, one.kind === "leak" ? `leak: ${one.label}` : `indirect identifier: ${one.label}`)),
    context(notes.get(one.note), one), one.comment ? el("p", {}, el("em", {}, one.comment)) : null,
    el("p", { class: "row" },
      el("button", { type: "button", class: "main", onclick: () => alone(decide, true) }, "It is real (y)"),
      el("button", { type: "button", onclick: () => alone(decide, false) }, "It is not (n)"),
      el("button", { type: "button", class: "link", onclick: () => alone(move, 1) }, "Later (→)")));
  }

  /** What is said is said of the finding that is shown, which stays until that is kept. */
  async function decide(real) {
    if (!state.shown) return;
    await keep(`releases/${release}/findings/${state.shown.id}/verdict`, { real });
    queue.splice(queue.indexOf(state.shown), 1);
    say(real ? "Confirmed" : "Rejected");
    await show();
  }

  async function move(by) {
    state.at += by;
    await show();
  }

  /** One act at a time: until its finding is shown, nothing can be said of the next. */
  async function alone(act, value) {
    if (state.busy) return;
    state.busy = true;
    complain("");
    try {
      await act(value);
    } catch (error) {
      complain(error.message);
    }
    state.busy = false;
  }

  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
    const act = { y: [decide, true], n: [decide, false], ArrowRight: [move, 1], ArrowLeft: [move, -1] }[event.key];
    if (!act || !queue.length) return;
    event.preventDefault();
    if (!event.repeat) alone(...act); // a key that is held says nothing of findings that come into view
  };
  document.addEventListener("keydown", press);
  await alone(show);
  return () => document.removeEventListener("keydown", press);
}

function context(text, finding) {
  const [one] = new Units(text).spansFrom([finding]);
  const from = Math.max(0, one.start - AROUND);
  return el("p", { class: "quote" }, from ? "…" : "", text.slice(from, one.start),
    el("mark", { class: one.kind }, text.slice(one.start, one.end)), text.slice(one.end, one.end + AROUND), one.end + AROUND < text.length ? "…" : "");
}
