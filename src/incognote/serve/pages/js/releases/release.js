// A release: what its sample proves, who has read how much, what was found, and the sign-off.

import { blob, get, post } from "../shared/api.js";
import { may } from "../shared/app.js";
import { complain, download, el, field, fill, plotOf, say, select, tableOf } from "../shared/dom.js";
import { listedIn } from "../shared/files.js";
import { history } from "../shared/history.js";
import { badge, projectChoice } from "./releases.js";

export async function view(main, [number], me) {
  const release = await get(`releases/${number}`);
  await show(main, release, me);
}

async function show(main, release, me) {
  const again = (now) => show(main, now, me);
  const gold = may(me, "admin") ? await projectChoice(release.settings.project) : null;
  const open = release.findings.filter((one) => one.real === null);
  fill(main, el("h1", {}, release.name),
    el("p", {}, badge(release.signed), ` ${release.size.toLocaleString("en")} of ${release.notes.toLocaleString("en")} notes were drawn at random. `,
      release.reads ? [el("a", { href: `#/releases/${release.id}/review`, class: "read" }, "Read notes"), " · "] : "Its notes are for its reviewers. ",
      el("a", { href: "#/releases" }, "All releases")),
    release.shows_replaced ? null : el("p", { class: "note" }, "It isn't known of all these notes where PHI was replaced; those of which it isn't say so."),
    el("div", { class: "columns" }, proof(release), progress(release)),
    release.reads ? [el("h2", {}, "Findings to confirm"), queue(release, open, me)] : null,
    el("h2", {}, "Tables"), release.tables.map(tableOf),
    el("h2", {}, "Sign-off and report"), signatures(release),
    may(me, "adjudicator") ? [reports(release), signing(release, me, again), history(`releases/${release.id}`)] : null,
    may(me, "admin") ? settings(release, gold, again) : null);
}

function proof(release) {
  const picture = plotOf(release.picture);
  picture.classList.add("bound");
  return el("section", { class: "panel", id: "proof" }, el("h2", {}, "What the sample proves"),
    el("span", { class: `badge ${release.shown ? "good" : "bad"}` }, release.shown ? "The target is shown" : "The target is not shown"),
    el("ul", { class: "says" }, release.says.map((sentence) => el("li", {}, sentence))), picture);
}

function progress(release) {
  const rows = release.progress.map((one) => el("tr", {}, el("th", { scope: "row" }, one.reviewer || "nobody's yet"),
    el("td", {}, el("progress", { max: one.notes, value: one.read, "aria-label": `read by ${one.reviewer}` })),
    el("td", {}, `${one.read} of ${one.notes}`)));
  return el("section", { class: "panel" }, el("h2", {}, "Who has read how much"), el("table", {}, el("tbody", {}, rows)));
}

function queue(release, open, me) {
  if (!open.length) return el("p", {}, "Nothing is open.");
  const others = open.filter((one) => one.author !== me.name).length;
  return el("p", {}, `${open.length} open; ${others} of them were marked by others. `,
    others ? el("a", { href: `#/releases/${release.id}/review/0` }, "Confirm or reject them") : "Somebody else has to confirm or reject yours.");
}

function signatures(release) {
  if (!release.signatures.length) return el("p", {}, "Nobody has signed.");
  return el("ul", {}, release.signatures.map((one) => el("li", {},
    `${one.name}, ${one.position}, ${one.at.slice(0, 16).replace("T", " ")} UTC, by ${release.methods[one.method]}: ${one.statement} `,
    one.anyway ? `(although something was unsettled: ${one.anyway}) ` : null,
    el("span", { class: `badge ${one.outdated ? "bad" : "good"}` }, one.outdated ? "outdated: something changed after it" : "stands"))));
}

function reports(release) {
  const fetched = (path, ending) => async () => {
    try {
      download(`${release.name.replace(/[^\w-]+/g, "-")}.${ending}`, await blob(`releases/${release.id}/${path}`));
    } catch (error) {
      complain(error.message);
    }
  };
  return el("p", { class: "row" }, el("button", { type: "button", onclick: fetched("report.html", "html") }, "Report as HTML"),
    el("button", { type: "button", onclick: fetched("report.pdf", "pdf") }, "Report as PDF"),
    el("button", { type: "button", onclick: fetched("findings", "jsonl") }, "Findings as JSON lines"));
}

function signing(release, me, again) {
  const left = release.unsettled;
  const fields = {
    name: el("input", { required: true, maxlength: "200", autocomplete: "name" }),
    position: el("input", { required: true, maxlength: "200" }),
    method: select(Object.entries(release.methods), "safe harbor"),
    statement: el("textarea", { required: true, rows: "3", maxlength: "2000" }),
    anyway: el("textarea", { required: left.length > 0, rows: "2", maxlength: "2000" }),
  };
  const given = () => Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value.trim()]));
  const body = () => ({ ...given(), seen: release.last });
  return el("details", { class: "panel signing" }, el("summary", {}, "Sign this release"),
    el("p", { class: "note" }, `You are signed in as ${me.name}. What is said later makes the signature outdated.`),
    el("form", { onsubmit: sending(() => post(`releases/${release.id}/sign`, body()), again, "Signed") },
      field("Name, as it is to be printed", fields.name), field("Position", fields.position), field("Method", fields.method),
      el("div", {}, field("Statement", fields.statement)),
      left.length ? el("div", {}, el("p", {}, `Unsettled: ${left.join("; ")}.`), field("Reason to sign anyway; it is printed", fields.anyway)) : null,
      el("button", { class: "main" }, "Sign")));
}

function settings(release, gold, again) {
  const { reviewers, target } = release.settings;
  const who = el("input", { value: reviewers.join(", ") });
  const most = el("input", { type: "number", min: "0", max: "100", step: "any", value: String(+(100 * target).toFixed(6)), required: true });
  const wanted = Math.min(release.kept, Math.max(release.size + 1, release.enough ?? release.kept));
  const size = el("input", { type: "number", min: String(release.size + 1), max: String(release.kept), value: String(wanted) });
  const body = () => ({
    reviewers: listedIn(who.value), target: Number(most.value) / 100,
    project: gold.value ? Number(gold.value) : null,
  });
  const change = sending(() => post(`releases/${release.id}/settings`, body()), again, "Changed");
  const more = sending(() => post(`releases/${release.id}/sample`, { size: Number(size.value) }), again, "Drawn");
  const spare = release.kept - release.size;
  return el("details", { class: "panel" }, el("summary", {}, "Reviewers, target, larger sample"),
    el("form", { class: "row", onsubmit: change }, field("Reviewers", who), field("Target: leaking notes, at most (%)", most),
      field("Project of the own gold", gold), el("button", {}, "Change")),
    spare ? el("form", { class: "row", onsubmit: more }, field(`Size of the sample, up to ${release.kept}`, size), el("button", {}, "Draw more notes"))
      : el("p", { class: "note" }, "There are no notes in reserve; a larger sample takes a new release."));
}

/** What a form does: sends, shows the release as it then stands, or says what is wrong. */
function sending(send, again, said) {
  return async (event) => {
    event.preventDefault();
    try {
      await again(await send());
      complain("");
      say(said);
    } catch (error) {
      complain(error.message);
    }
  };
}
