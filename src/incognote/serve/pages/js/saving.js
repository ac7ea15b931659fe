// Sends what must not be lost, one after another, and says whether all of it is saved.

const SLOW = 2000; // milliseconds until someone is told that it isn't saved

let queue = Promise.resolve();
let waiting = 0;
let slow = null;
let tell = () => {};

const state = () => (!waiting ? "saved" : slow === "passed" ? "not saved" : "saving");

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
  tell(state());
}

export const saving = {
  /** Sends when all before it is saved; gives what `send` gives. */
  add(send) {
    waiting++;
    show();
    const sent = queue.then(send);
    queue = sent.catch(() => {}).finally(() => {
      waiting--;
      show();
    });
    return sent;
  },

  /** When all is saved. */
  settled: () => queue,

  /** Tells "saved", "saving" or "not saved", now and whenever it changes. */
  watch(told) {
    tell = told;
    tell(state());
  },
};

addEventListener("beforeunload", (event) => {
  if (waiting) event.preventDefault();
});
