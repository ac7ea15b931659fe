// What takes the place of PHI, in three ways side by side.

import { download, el, fill, say } from "../shared/dom.js";

const WAYS = [
  { name: "tags", title: "Tags", asked: { style: "thesis", shift_dates: false } },
  { name: "surrogates", title: "Surrogates", asked: { style: "surrogates" } },
  { name: "dates", title: "Tags, and shifted dates", asked: { style: "thesis", shift_dates: true } },
];

export class Outputs {
  #ask;

  /** `ask(path, body)` asks the service. */
  constructor(ask) {
    this.#ask = ask;
    this.places = WAYS.map(({ title, name }) => el("section", { class: "output", "aria-label": title, "data-way": name }));
    this.element = el("div", {}, el("h2", {}, "What takes its place"), el("div", { class: "outputs" }, this.places));
    this.clear();
  }

  clear() {
    WAYS.forEach((_, at) => this.#fill(at));
  }

  /** What is shown is of an older text. */
  wait() {
    for (const place of this.places) place.setAttribute("aria-busy", "true");
  }

  /** Asks for all ways, and shows each when it comes, as long as it is `wanted()`. */
  async ask(asked, wanted) {
    await Promise.all(WAYS.map(async (way, at) => {
      const shown = await this.#ask("deidentify", { ...asked, ...way.asked }).then(
        (answer) => this.#answer(way, answer), (error) => [el("p", { class: "note", role: "alert" }, error.message)]);
      if (wanted()) this.#fill(at, ...shown);
    }));
  }

  #fill(at, ...shown) {
    this.places[at].removeAttribute("aria-busy");
    fill(this.places[at], el("h3", {}, WAYS[at].title), ...shown);
  }

  #answer({ title, name }, { notes: [note], remarks }) {
    const text = el("pre", { class: "note-text", tabindex: "0", "aria-label": title }, note.text);
    return [
      el("div", { class: "row" },
        el("button", { type: "button", onclick: () => copy(note.text, text) }, "Copy"),
        el("button", { type: "button", onclick: () => download(`note-${name}.txt`, new Blob([note.text], { type: "text/plain;charset=utf-8" })) }, "Download")),
      text,
      ...remarks.map((remark) => el("p", { class: "note" }, remark)),
    ];
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
