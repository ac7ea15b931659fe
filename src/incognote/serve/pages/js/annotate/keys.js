// The keys of the annotation page: what each does, and the dialog that lists them.

import { shown } from "../shared/dialogs.js";
import { el } from "../shared/dom.js";

// Keys of common labels; the others are found by their names in the filter box.
export const LABEL_KEYS = {
  t: "PATIENT", o: "DOCTOR", u: "USERNAME", w: "PROFESSION", h: "HOSPITAL", b: "ORGANIZATION", s: "STREET", c: "CITY",
  v: "STATE", y: "COUNTRY", z: "ZIP", m: "ROOM", l: "LOCATION-OTHER", g: "AGE", d: "DATE", f: "PHONE", x: "FAX", e: "EMAIL",
  k: "MEDICALRECORD", i: "IDNUM",
};

// Command, keys, what it does. Keys without a modifier are what a key types.
const KEYS = [
  ["repeat", ["."], "Mark with the label used last"],
  ["filter", ["/"], "Find another label by its name; Enter takes it"],
  ["next", ["n", "Tab"], "To the next mark"],
  ["previous", ["p", "Shift+Tab"], "To the mark before"],
  ["endOut", ["]"], "Move the mark's end a word on (with Alt a character)"],
  ["endIn", ["["], "Move the mark's end a word back (with Alt a character)"],
  ["startOut", ["{"], "Move the mark's start a word back (with Alt a character)"],
  ["startIn", ["}"], "Move the mark's start a word on (with Alt a character)"],
  ["all", ["a"], "Mark all places in the note with the same words"],
  ["replacement", ["r"], "Suggest a replacement"],
  ["remove", ["Delete", "Backspace"], "Take the mark away"],
  ["undo", ["Ctrl+z"], "Undo"],
  ["redo", ["Ctrl+y", "Ctrl+Shift+z"], "Redo"],
  ["finish", ["Enter"], "Done; on to the next note that isn't"],
  ["later", [">"], "Next note"],
  ["earlier", ["<"], "Note before"],
  ["note", ["Escape"], "Back into the note"],
  ["help", ["?"], "This list"],
];

const COMMANDS = new Map(KEYS.flatMap(([command, keys]) => keys.map((key) => [key, command])));
const BRACKETS = { BracketLeft: ["[", "{"], BracketRight: ["]", "}"] };

/** What a key press asks for: `{ command }`, `{ label, exact }`, or null. */
export function asked(event) {
  const alt = event.altKey && !event.getModifierState("AltGraph"); // AltGr is how some keyboards type brackets
  const control = (event.ctrlKey || event.metaKey) && !event.getModifierState("AltGraph");
  const typed = alt ? physical(event) : event.key;
  const key = typed.length === 1 ? typed.toLowerCase() : typed; // Caps Lock is no matter
  if (control) return command(`Ctrl+${event.shiftKey ? "Shift+" : ""}${key}`);
  if (event.shiftKey && key === "Tab") return command("Shift+Tab");
  const label = LABEL_KEYS[key];
  return label ? { label, exact: alt } : command(key, alt);
}

const command = (key, alt = false) => (COMMANDS.has(key) ? { command: COMMANDS.get(key), alt } : null);

/** The key that is pressed, where Alt would make another character of it. */
function physical({ code, key, shiftKey }) {
  if (code in BRACKETS) return BRACKETS[code][shiftKey ? 1 : 0];
  return code.startsWith("Key") ? code.slice(3).toLowerCase() : key;
}

/** The dialog that lists the keys. */
export function help() {
  const typed = (keys) => keys.flatMap((key, at) => [at ? " or " : "", ...key.split("+").flatMap((part, number) => [number ? "+" : "", el("kbd", {}, part)])]);
  const labels = Object.entries(LABEL_KEYS).map(([key, label]) => el("li", {}, el("kbd", {}, key), ` ${label}`));
  const made = el("dialog", { class: "key-help", "aria-label": "Keys" },
    el("h2", {}, "Keys"),
    el("p", {}, "Move the caret with the arrows, select with Shift; Ctrl jumps by words. A label's key marks what is selected, or the " +
      "word at the caret, or gives the mark there another label. What you select grows to whole words, unless you hold Alt."),
    el("table", {}, el("tbody", {}, KEYS.map(([, keys, what]) => el("tr", {}, el("th", { scope: "row" }, typed(keys)), el("td", {}, what))))),
    el("ul", { class: "label-keys" }, labels),
    el("form", { method: "dialog" }, el("button", { class: "main" }, "Close")));
  shown(made);
}
