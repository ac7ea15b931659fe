// What must not be lost is sent one after another, and again and again while the service doesn't answer. The page's head
// says whether all of it is saved, whatever is shown below, and the browser asks before the page goes.

import { newOp, post } from "./api.js";
import { allay, byId, complain } from "./dom.js";

const SLOW = 2000; // milliseconds until someone is told that it isn't saved
const SIGNS = { saved: "Saved", saving: "Saving…", "not-saved": "Not saved yet" };

let queue = Promise.resolve();
let waiting = 0;
let slow = null;
let isGivenUp = false;

/**
 * Sends something when all before it is saved; gives the answer. A function gives what is sent only then, or null if
 * nothing is to be sent any more. Who waits for the answer goes on before the next is sent.
 */
export function keep(path, body) {
  waiting++;
  show();
  const sent = queue.then(() => {
    const now = typeof body === "function" ? body() : body;
    return now && insist(path, { op: newOp(), ...now });
  });
  queue = sent.catch(() => {}).finally(() => {
    waiting--;
    show();
  });
  return sent;
}

/** When all is saved. */
export const settled = () => queue;

export const isUnsaved = () => waiting > 0;

/** Lets the page go with what isn't saved. */
export function giveUp() {
  isGivenUp = true;
}

async function insist(path, sent) {
  for (let wait = 500; ; wait = Math.min(2 * wait, 8000)) {
    try {
      const answer = await post(path, sent);
      allay("saving");
      return answer;
    } catch (error) {
      if (error.status !== 0 && error.status !== 429 && error.status < 500) throw error;
      complain(`${error.message}; trying again`, "saving");
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

function show() {
  if (!waiting) {
    clearTimeout(slow);
    slow = null;
  } else {
    slow ??= setTimeout(() => {
      slow = "passed";
      show();
    }, SLOW);
  }
  const state = !waiting ? "saved" : slow === "passed" ? "not-saved" : "saving";
  const sign = byId("saving");
  sign.hidden = false;
  sign.className = `saving ${state}`;
  sign.textContent = SIGNS[state];
}

addEventListener("beforeunload", (event) => {
  if (waiting && !isGivenUp) event.preventDefault();
});
