// What stands beside the rows: how far the gold is, and how annotators agree.

import { blob } from "../shared/api.js";
import { complain, download, el, fill, tableOf } from "../shared/dom.js";

const shown = (value) => (value === null ? "–" : value.toFixed(3));

/** How far the gold is; when it is complete, what to do with it. */
export function progressOf(project, { notes, gold_notes: gold, phi, rows, open }) {
  const complete = notes > 0 && gold === notes;
  const save = () => blob(`projects/${project}/export?of=gold&format=jsonl`).then((bytes) => download("gold.jsonl", bytes)).catch((error) => complain(error.message));
  const links = [
    el("a", { href: `#/projects/${project}/measure` }, "Measure annotators and engines by it"),
    el("span", {}, el("button", { type: "button", class: "link", onclick: save }, "Save it as JSON lines"), " or ", el("a", { href: `#/projects/${project}` }, "in any format")),
  ];
  return [
    el("p", {}, el("progress", { max: Math.max(rows, 1), value: rows - open, "aria-label": "Rows decided" })),
    el("p", {}, `${(rows - open).toLocaleString("en")} of ${rows.toLocaleString("en")} rows decided; ${gold.toLocaleString("en")} of ${notes.toLocaleString("en")} notes are gold`),
    complete ? el("p", { class: "complete", role: "status" }, `The gold is complete: ${notes.toLocaleString("en")} notes, ${phi.toLocaleString("en")} PHI.`) : null,
    gold ? el("ul", {}, links.map((link) => el("li", {}, link))) : null,
  ];
}

export function agreementOf({ pairs }) {
  if (!pairs.length) return el("p", { class: "note" }, "Agreement is shown when two annotators are done with a note.");
  return tableOf({
    key: "live-agreement",
    title: "Agreement, two by two",
    columns: ["annotators", "notes", "kappa", "kappa, labels", "F words", "F strict"],
    rows: pairs.map((pair) => [`${pair.one} / ${pair.other}`, String(pair.notes), shown(pair.kappa_phi), shown(pair.kappa_labels), shown(pair.word_f), shown(pair.strict_f)]),
    note: "Over the notes that both are done with. kappa: which words are PHI.",
  });
}

const KEYS = [
  [["↑", "↓"], "or", ["k", "j"], "move"], [["Space"], "confirm"], [["1"], "…", ["9"], "take an annotator's version"], [["x"], "no PHI"],
  [["l"], "label"], [["e"], "extent"], [["m"], "add what all missed"], [["u"], "undo"], [["c"], "confirm all unanimous"], [["o"], "open only"], [["d"], "disagreements only"],
];

export function keysOf() {
  const shownKey = (part) => (Array.isArray(part) ? part.map((key) => el("kbd", {}, key)) : ` ${part} `);
  return el("p", { class: "keys note" }, KEYS.map((line) => el("span", {}, line.flatMap(shownKey))));
}

/** Fills a panel, unless nothing changed, so that it isn't read out again. */
export function refill(panel, value, make) {
  const now = JSON.stringify(value);
  if (panel.dataset.shown === now) return;
  panel.dataset.shown = now;
  fill(panel, make());
}
