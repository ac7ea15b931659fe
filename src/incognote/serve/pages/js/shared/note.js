// A note with its spans. The caret moves in it by keyboard as in any text, but nothing can be typed.

import { el } from "./dom.js";

const TYPING = ["beforeinput", "paste", "drop", "cut"];

export class NoteView {
  /**
   * `label` names the note for screen readers; `onpick(span)` is called when a span is clicked.
   * With `caret` the text can be selected by keyboard.
   */
  constructor(text, { label, onpick, caret = false } = {}) {
    this.text = text;
    this.onpick = onpick;
    this.element = el("div", {
      class: "note-text", tabindex: "0", role: caret ? "textbox" : "document", "aria-label": label,
      "aria-multiline": caret, "aria-readonly": caret, spellcheck: "false", contenteditable: caret ? "true" : null,
    });
    if (caret) for (const kind of TYPING) this.element.addEventListener(kind, (event) => event.preventDefault());
    this.element.addEventListener("input", () => this.show(this.spans, this.shown)); // what an input method got in
    this.element.addEventListener("click", (event) => {
      const mark = event.target.closest?.("mark");
      if (mark && document.getSelection().isCollapsed) this.onpick?.(this.spans[mark.dataset.at]);
    });
    this.show([]);
  }

  /**
   * Shows disjoint spans in UTF-16 units. `kind(span)` gives more classes, `title(span)` what hovering tells,
   * `current` is the span that stands out.
   */
  show(spans, shown = {}) {
    const { kind = () => "", title = (span) => span.label, current = null } = shown;
    const kept = this.selection();
    this.shown = shown;
    this.spans = [...spans].sort((one, other) => one.start - other.start);
    const pieces = [];
    let at = 0;
    this.spans.forEach((span, number) => {
      pieces.push(this.text.slice(at, span.start));
      const classes = `l-${mainOf(span.label)} ${kind(span)} ${same(span, current) ? "current" : ""}`;
      const data = { "data-at": number, "data-label": span.label, class: classes, title: title(span) };
      pieces.push(el("mark", data, this.text.slice(span.start, span.end)));
      at = span.end;
    });
    this.element.replaceChildren(...pieces, this.text.slice(at));
    if (kept && document.activeElement === this.element) this.select(kept.start, kept.end);
  }

  /** Makes another span the one that stands out, or none, without disturbing a selection. */
  point(current) {
    this.shown = { ...this.shown, current };
    for (const mark of this.element.querySelectorAll("mark")) mark.classList.toggle("current", same(this.spans[mark.dataset.at], current));
  }

  /** What is selected, in units; start and end are one where only the caret stands there; null elsewhere. */
  selection() {
    const chosen = document.getSelection();
    if (!chosen.rangeCount || !this.element.contains(chosen.anchorNode) || !this.element.contains(chosen.focusNode)) return null;
    const [one, other] = [this.#offset(chosen.anchorNode, chosen.anchorOffset), this.#offset(chosen.focusNode, chosen.focusOffset)];
    return { start: Math.min(one, other), end: Math.max(one, other) };
  }

  /** Selects a stretch, or puts the caret somewhere, and brings it into view. */
  select(start, end = start) {
    const [from, to] = [this.#place(start), this.#place(end)];
    document.getSelection().setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  }

  #offset(node, offset) {
    const range = document.createRange();
    range.setStart(this.element, 0);
    range.setEnd(node, offset);
    return range.toString().length;
  }

  #place(unit) {
    const walker = document.createTreeWalker(this.element, NodeFilter.SHOW_TEXT);
    let left = unit;
    let last = null;
    while (walker.nextNode()) {
      last = walker.currentNode;
      if (left <= last.length) return { node: last, offset: left };
      left -= last.length;
    }
    return { node: last ?? this.element, offset: last ? last.length : 0 };
  }
}

/** The stretch of whole words around a selection: what someone means who selects a part of a name. */
export function wholeWords(text, { start, end }) {
  const inWord = (char) => char !== undefined && /[\p{L}\p{N}\p{M}]/u.test(char);
  while (start < end && /\s/u.test(text[start])) start++;
  while (end > start && /\s/u.test(text[end - 1])) end--;
  while (start > 0 && inWord(text[start - 1]) && inWord(text[start])) start--;
  while (end < text.length && inWord(text[end]) && inWord(text[end - 1] ?? text[end])) end++;
  return { start, end };
}

const MAIN = new Map();

/** Tells the colours which main category each label has: `{ NAME: ["PATIENT", …], … }`. */
export function learnLabels(labels) {
  for (const [main, names] of Object.entries(labels)) for (const name of [main, ...names]) MAIN.set(name, main);
}

/** All labels by main category: ours, and those that annotations brought along. */
export const labelsWith = (labels, others) => (others.length ? { ...labels, OTHER: [...(labels.OTHER ?? []), ...others] } : labels);

export const mainOf = (label) => MAIN.get(label) ?? "OTHER";
export const same = (one, other) => Boolean(one && other && one.start === other.start && one.end === other.end);
