// What takes the place of PHI, in three ways side by side.

import { post } from "../shared/api.js";
import { download, el, fill, say } from "../shared/dom.js";

const WAYS = [
  { name: "tags", title: "Tags", asked: { style: "thesis", shift_dates: false } },
  { name: "surrogates", title: "Surrogates", asked: { style: "surrogates" } },
  { name: "dates", title: "Tags, and shifted dates", asked: { style: "thesis", shift_dates: true } },
];

export class Outputs {
  constructor() {
    this.places = WAYS.map(({ title, name }) => el("section", { class: "output", "aria-label": title, "data-way": name }));
    this.element = el("div", {}, el("h2", {}, "What takes its place"), el("div", { class: "outputs" }, this.places));
    this.clear();
  }

  clear() {
    this.places.forEach((place, at) => fill(place, el("h3", {}, WAYS[at].title)));
  }

  /** Asks for all ways; gives the answers. */
  ask(asked) {
    return Promise.all(WAYS.map((way) => post("deidentify", { ...asked, ...way.asked })));
  }

  show(answers) {
    answers.forEach(({ notes: [note], remarks }, at) => {
      const { title, name } = WAYS[at];
      const text = el("pre", { class: "note-text", tabindex: "0", "aria-label": title }, note.text);
      fill(this.places[at],
        el("h3", {}, title),
        el("div", { class: "row" },
          el("button", { type: "button", onclick: () => copy(note.text, text) }, "Copy"),
          el("button", { type: "button", onclick: () => download(`note-${name}.txt`, new Blob([note.text], { type: "text/plain;charset=utf-8" })) }, "Download")),
        text,
        remarks.map((remark) => el("p", { class: "note" }, remark)));
    });
  }
}

async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text); // which a page that came without TLS hasn't
    say("Copied");
  } catch {
    document.getSelection().selectAllChildren(shown);
    say(copyAsOfOld(text) ? "Copied" : "The text is selected; copy it with Ctrl+C");
  }
}

/** Copies what is selected, as `text`, since what is selected has lost its line ends. */
function copyAsOfOld(text) {
  const put = (event) => {
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", put, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", put);
  return isCopied;
}
