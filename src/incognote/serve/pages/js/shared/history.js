// What has happened in a project or a release: loaded when someone wants to see it.

import { get } from "./api.js";
import { complain, el } from "./dom.js";

const FIRST = 100; // events

export function history(address) {
  const body = el("tbody");
  let after = 0;
  const more = el("button", { type: "button", onclick: () => tried() }, "More");
  const load = async () => {
    const events = await get(`${address}/history?after=${after}&limit=${FIRST}`);
    body.append(...events.map(({ at, author, kind, note, told }) => el("tr", {}, [at.replace("T", " ").slice(0, 19), author, kind, note ?? "", told].map((cell) => el("td", {}, `${cell}`)))));
    after = events.at(-1)?.id ?? after;
    more.hidden = events.length < FIRST;
  };
  const tried = () => load().catch((error) => complain(error.message));
  const head = ["Time (UTC)", "Who", "What", "Note", "In detail"].map((name) => el("th", { scope: "col" }, name));
  const details = el("details", { ontoggle: () => details.open && !after && tried() }, el("summary", {}, "History"),
    el("div", { class: "scroll wide", tabindex: "0" }, el("table", {}, el("thead", {}, el("tr", {}, head)), body)), more);
  return details;
}
