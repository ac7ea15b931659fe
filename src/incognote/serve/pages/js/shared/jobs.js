// A job that runs where the service does, followed where it is shown.

import { finished } from "./api.js";
import { el, fill } from "./dom.js";

/** Shows how far a job is until it ends; gives its result. `what` says what it does. */
export async function followed(place, job, what) {
  const bar = el("progress", { "aria-label": what });
  const count = el("span", { class: "note" });
  fill(place, bar, " ", count);
  return finished(job, place, ({ state, done, of }) => {
    if (of) [bar.max, bar.value] = [of, done];
    count.textContent = state === "waiting" ? "Something else runs first; it waits." : of ? `${done} of ${of}` : "";
  });
}
