// Choosing files and folders, and what is sent of them.

import { el } from "./dom.js";

/** A place to choose files or a folder, or to drop them; `sent()` gives them as the service takes them. */
export class Picker {
  constructor(what = "Notes") {
    this.files = []; // pairs of a path and a file
    this.told = el("p", { class: "note", role: "status" }, "Files of any format: drop them here, or choose.");
    const input = (text, attributes) => {
      const made = el("input", { type: "file", multiple: true, class: "unseen", ...attributes, onchange: () => this.#take([...made.files].map((file) => [below(file), file])) });
      return el("label", { class: "button" }, text, made);
    };
    this.element = el("div", { class: "drop", role: "group", "aria-label": what, ondragover: (event) => this.#over(event, true), ondragleave: (event) => this.#over(event, false), ondrop: (event) => this.#drop(event) },
      el("div", { class: "row" }, input("Choose files", { "aria-label": `${what}: files` }), input("Choose a folder", { webkitdirectory: true, "aria-label": `${what}: folder` })), this.told);
  }

  /** The files with their bytes in base64. */
  sent() {
    return Promise.all(this.files.map(async ([path, file]) => ({ path, content: await base64(file) })));
  }

  clear() {
    this.#take([]);
  }

  #take(files) {
    this.files = files.filter(([path]) => !path.split("/").some((part) => part.startsWith(".")));
    const size = this.files.reduce((sum, [, file]) => sum + file.size, 0);
    this.told.textContent = this.files.length === 1 ? `${this.files[0][0]} (${kilobytes(size)})` : `${this.files.length} files (${kilobytes(size)})`;
  }

  #over(event, isOver) {
    event.preventDefault();
    this.element.classList.toggle("over", isOver);
  }

  async #drop(event) {
    this.#over(event, false);
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    const found = await Promise.all(entries.map((entry) => filesOf(entry, entries.length === 1 ? "" : `${entry.name}/`)));
    this.#take(found.flat());
  }
}

/** What is written with commas, such as names. */
export const listedIn = (text) => text.split(",").map((part) => part.trim()).filter(Boolean);

/** Which column is what: `{ id: "NOTE_ID" }` of "id=NOTE_ID". */
export const columnsIn = (text) => Object.fromEntries(listedIn(text).map((pair) => pair.split("=").map((part) => part.trim())));

const below = (file) => file.webkitRelativePath.split("/").slice(1).join("/") || file.name;
const kilobytes = (size) => `${Math.ceil(size / 1000).toLocaleString("en")} kB`;

/** All files of what was dropped, with their paths. */
async function filesOf(entry, path) {
  if (entry.isFile) return [[path.replace(/\/$/, "") || entry.name, await new Promise((done, failed) => entry.file(done, failed))]];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // a hundred at a time
    if (!some.length) break;
    found.push(...some);
  }
  return (await Promise.all(found.map((one) => filesOf(one, `${path}${one.name}${one.isFile ? "" : "/"}`)))).flat();
}

/** A file's bytes in base64. */
export function base64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => failed(new Error(`${file.name} can't be read`));
    reader.readAsDataURL(file);
  });
}
