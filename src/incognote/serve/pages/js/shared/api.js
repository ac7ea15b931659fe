// Talking to the service. The token stays in this tab and goes nowhere but into the Authorization header.

import { allay, complain } from "./dom.js";

const KEY = "incognote-token";

/** A refusal by the service: `status` and its message. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const token = {
  get: () => sessionStorage.getItem(KEY),
  set: (value) => sessionStorage.setItem(KEY, value),
  forget: () => sessionStorage.removeItem(KEY),
};

/** Asks the service; gives the response, or throws Refused. */
export async function ask(method, path, body, headers = {}) {
  let response;
  const given = token.get() ? { Authorization: `Bearer ${token.get()}` } : {};
  const kind = body === undefined || headers["Content-Type"] ? {} : { "Content-Type": "application/json" };
  const sent = kind["Content-Type"] ? JSON.stringify(body) : body;
  try {
    response = await fetch(`/api/${path}`, { method, headers: { ...given, ...kind, ...headers }, body: sent, cache: "no-store" });
  } catch {
    throw new Refused(0, "the service doesn't answer");
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  throw new Refused(response.status, told.error ?? `the service answered ${response.status}`);
}

export const get = async (path) => (await ask("GET", path)).json();
export const post = async (path, body = {}) => (await ask("POST", path, body)).json();
export const blob = async (path) => (await ask("GET", path)).blob();

/** A name for something that is sent, so that it counts once however often it is sent. (randomUUID wants TLS.) */
export const newOp = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Waits for a job to end, telling how far it is; gives its result. Nobody waits any more when `place` has left the page. */
export async function finished(job, place, tell = () => {}) {
  for (let now = job; ; now = await again(now)) {
    if (now.state === "done") return now.result;
    if (now.state === "failed") throw new Refused(500, now.error);
    tell(now);
    await new Promise((done) => setTimeout(done, 400));
    if (!place.isConnected) await new Promise(() => {});
  }
}

/** How far a job is; as it was, if the service doesn't answer just now. */
async function again(job) {
  try {
    const now = await get(`jobs/${job.id}`);
    allay("job");
    return now;
  } catch (error) {
    if (error.status !== 0 && error.status !== 429) throw error;
    complain(`${error.message}; trying again`, "job");
    return job;
  }
}
