// A note to be typed, pasted, dropped or opened. Its line ends stay as they were in its file.

import { complain, el, field } from "../shared/dom.js";

export class NoteField {
  #text = "";
  #crlf = false;

  /** `onchange` is called when the text is another. */
  constructor(onchange) {
    this.onchange = onchange;
    this.element = el("textarea", {
      id: "note", rows: "22", "aria-label": "The note", spellcheck: "false", placeholder: "Paste or type a note, or drop a text file here",
      oninput: () => this.#typed(), onpaste: (event) => this.#pasted(event), ondrop: (event) => this.#dropped(event),
      ondragover: (event) => event.preventDefault(),
    });
    const file = el("input", { type: "file", accept: ".txt,text/plain", onchange: () => this.#open(file.files[0]) });
    this.chooser = field("Text file", file);
  }

  get text() {
    return this.#text;
  }

  /** Shows another note. */
  load(text) {
    this.#text = text;
    this.#crlf = text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
    this.element.value = text; // which makes all line ends alike
    this.element.scrollTop = 0;
  }

  #typed() {
    const typed = this.element.value;
    this.#text = this.#crlf ? typed.replaceAll("\n", "\r\n") : typed;
    if (!typed) this.#crlf = false;
    this.onchange();
  }

  #pasted(event) {
    const text = event.clipboardData.getData("text/plain");
    if (this.element.value || !text.includes("\r")) return;
    event.preventDefault();
    this.load(text);
    this.onchange();
  }

  #dropped(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.#open(file);
  }

  async #open(file) {
    if (!file) return;
    try {
      this.load(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()));
      this.onchange();
    } catch {
      complain("the file is not UTF-8 text; save it as such, or paste its text");
    }
  }
}
