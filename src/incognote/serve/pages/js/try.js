import { el, fill } from "./dom.js";

export function view(main) {
  fill(main, el("h1", {}, "Try it"));
}
