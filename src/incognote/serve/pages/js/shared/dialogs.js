// Dialogs: to read, to agree to, to choose a label in.

import { el } from "./dom.js";

/** Shows a dialog; gives, when it is closed, what it was closed with. The focus goes back to where it was then. */
export function shown(dialog, first = null) {
  const back = document.activeElement;
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      back?.focus({ preventScroll: true });
      done(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
    first?.focus();
  });
}

/** Asks something that takes a choice: gives the label that was chosen, or nothing. */
export function chooseLabel(labels, chosen) {
  const choice = el("select", { size: "12", "aria-label": "Label" }, Object.entries(labels).map(([main, names]) =>
    el("optgroup", { label: main }, names.map((name) => el("option", { value: name, selected: name === chosen }, name)))));
  return asked("Label", [el("p", {}, choice)], "Take it", () => choice.value, choice);
}

/** Asks whether to do something. */
export const agreed = (question, yes) => asked(question, [], yes, () => true);

async function asked(title, parts, yes, answer, first) {
  const no = el("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
  const go = el("button", { class: "main" }, yes);
  const form = el("form", { method: "dialog", onsubmit: () => dialog.close("yes") }, el("h2", {}, title), parts, el("p", { class: "row" }, go, no));
  const dialog = el("dialog", { "aria-label": title }, form);
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.repeat && event.key === "Enter") event.preventDefault(); // held since before there was a dialog
    else if (event.key === "Enter" && event.target === first) form.requestSubmit();
  });
  return (await shown(dialog, first ?? go)) === "yes" ? answer() : null;
}
