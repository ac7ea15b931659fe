// Making and finding elements. Text only ever becomes text: nothing here or elsewhere writes HTML.

/** An element: `el("button", { class: "main", onclick: save }, "Save")`. Children that are null are left out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value") made.value = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Replaces what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** A labelled field: the label's text, and the input, select or textarea. */
export function field(label, input) {
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** A choice: options are values, or pairs of value and text. */
export function select(options, chosen, onchange, attributes = {}) {
  const made = el("select", { ...attributes, onchange: (event) => onchange?.(event.target.value) });
  for (const option of options) {
    const [value, text] = Array.isArray(option) ? option : [option, option];
    made.append(el("option", { value, selected: value === chosen }, text));
  }
  return made;
}

/** A table of the service: key, title, columns, rows of shown cells, note. */
export function tableOf({ key, title, columns, rows, note }) {
  const head = el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)));
  const body = rows.map((row) => el("tr", {}, row.map((cell, at) => (at ? el("td", {}, cell) : el("th", { scope: "row" }, cell)))));
  return el("figure", { class: "table", id: `table-${key}` },
    el("figcaption", {}, title),
    el("div", { class: "scroll", tabindex: "0" }, el("table", {}, el("thead", {}, head), el("tbody", {}, body))),
    note ? el("p", { class: "note" }, note) : null);
}

/** A plot of the service: title and SVG, shown as a picture. */
export function plotOf({ title, svg }) {
  const source = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const picture = el("img", { src: source, alt: title, onload: () => URL.revokeObjectURL(source) });
  return el("figure", { class: "plot" }, el("figcaption", {}, title), picture);
}

/** Offers bytes as a file to save. */
export function download(name, blob) {
  const source = URL.createObjectURL(blob);
  el("a", { href: source, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(source), 1000);
}

/** Says something in passing, for eyes and screen readers. */
export function say(text) {
  const status = byId("status");
  status.textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (status.textContent = ""), 6000);
}

/** Shows what went wrong, or nothing. What it is `about` tells who may take it away again. */
export function complain(text, about = "") {
  const place = byId("problem");
  const close = el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => complain("") });
  fill(place, text ? [text, close] : []);
  place.dataset.about = about;
  place.hidden = !text;
}

/** Takes away what was shown about something that goes well again, and nothing else. */
export function allay(about) {
  if (byId("problem").dataset.about === about) complain("");
}
