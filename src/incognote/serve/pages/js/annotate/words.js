// Words and characters of a note, for marks that grow, shrink and repeat. Offsets are UTF-16 units.

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
const EDGE = "[\\p{L}\\p{N}\\p{M}]";

const wordsOf = (text) => [...text.matchAll(WORDS)].map((found) => ({ start: found.index, end: found.index + found[0].length }));

/** The word in which a place is, or that ends there; null between words. */
export function wordAt(text, at) {
  const there = wordsOf(text).filter(({ start, end }) => start <= at && at <= end);
  return there.at(-1) ?? null;
}

/** A span with its `side` ("start" or "end") moved by a word or a character, forward or back; never to nothing. */
export function moved(text, span, side, forward, byCharacter) {
  const place = byCharacter ? nextCharacter(text, span[side], forward) : nextEdge(text, span[side], side, forward);
  const changed = { ...span, [side]: place ?? span[side] };
  return changed.start < changed.end ? changed : span;
}

function nextEdge(text, at, side, forward) {
  const edges = wordsOf(text).map((word) => word[side]);
  return forward ? edges.find((edge) => edge > at) : edges.findLast((edge) => edge < at);
}

function nextCharacter(text, at, forward) {
  if (forward) return at < text.length ? at + String.fromCodePoint(text.codePointAt(at)).length : at;
  const isPair = at > 1 && text.codePointAt(at - 2) > 0xffff;
  return Math.max(0, at - (isPair ? 2 : 1));
}

/** All places where the words of a span stand as whole words, but its own; any blank stands for any. */
export function occurrences(text, { start, end }, ignoreCase) {
  const parts = text.slice(start, end).trim().split(/\s+/u).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  if (!parts[0]) return [];
  const pattern = `(?<!${EDGE})${parts.join("\\s+")}(?!${EDGE})`;
  const found = [...text.matchAll(new RegExp(pattern, ignoreCase ? "giu" : "gu"))];
  return found.map((one) => ({ start: one.index, end: one.index + one[0].length })).filter((one) => one.end <= start || one.start >= end);
}
