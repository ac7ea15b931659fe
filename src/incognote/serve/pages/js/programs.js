// For programs: every route of the service, out of its own OpenAPI document.

import { get } from "./shared/api.js";
import { el, fill, tableOf } from "./shared/dom.js";

export async function view(main) {
  const api = await get("openapi.json");
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => ({ path, method: method.toUpperCase(), ...route })));
  const tags = [...new Set(routes.flatMap((route) => route.tags ?? [""]))];
  fill(main,
    el("h1", {}, "For programs"),
    prose(api.info.description),
    el("p", {}, `Version ${api.info.version}. The same for machines: `, el("a", { href: "/api/openapi.json" }, "/api/openapi.json"), "."),
    tags.map((tag) => el("section", {}, el("h2", {}, tag[0].toUpperCase() + tag.slice(1)),
      routes.filter((route) => (route.tags ?? [""])[0] === tag).map((route) => shown(route, api)))));
}

function shown(route, api) {
  const { path, method, summary, description } = route;
  const asked = route.requestBody?.content;
  const body = asked?.["application/json"]?.schema;
  const answer = content(route.responses["200"] ?? route.responses["201"] ?? {});
  const parameters = (route.parameters ?? []).map(({ name, in: where, required, schema, description: about }) =>
    [name, `${kindOf(schema)}, in the ${where}`, required ? "yes" : "", about ?? ""]);
  return el("details", { class: "route" },
    el("summary", {}, el("span", { class: "method" }, method), " ", el("code", { class: "path" }, path), ` ${summary} `,
      el("span", { class: "note" }, route["x-role"] ? `(${route["x-role"]})` : "(no token)")),
    prose(description ?? ""),
    parameters.length ? fields(`${path}-parameters`, "Parameters", parameters) : null,
    body ? fieldsOf(body, api, "What is sent") : null,
    asked?.["text/plain"] ? el("p", {}, "A note may be sent as text/plain; the other fields go into the query then.") : null,
    answer ? fieldsOf(answer, api, "What is answered") : null,
    el("pre", { class: "code", tabindex: "0" }, curl(route, body && resolved(body, api))));
}

const content = (response) => response.content?.["application/json"]?.schema;

/** The fields of a shape, and of the shapes in it. */
function fieldsOf(schema, api, title, seen = new Set()) {
  const name = referred(schema);
  const shape = resolved(schema, api);
  if (!shape?.properties || seen.has(name)) return el("p", { class: "note" }, `${title}: ${kindOf(schema)}`);
  seen.add(name);
  const rows = Object.entries(shape.properties).map(([field, about]) =>
    [field, kindOf(about), shape.required?.includes(field) ? "yes" : "", about.description ?? ""]);
  const inner = [...new Set(Object.values(shape.properties).map(referred).filter((one) => one && !seen.has(one)))];
  return [fields(`${name}-${title}`, `${title}: ${short(name)}`, rows, shape.description),
    ...inner.flatMap((one) => (api.components.schemas[one].properties ? fieldsOf({ $ref: `/${one}` }, api, title, seen) : []))].flat();
}

function fields(key, title, rows, note) {
  return tableOf({ key, title, columns: ["field", "kind", "needed", "what it is"], rows, note: note ?? "" });
}

const referred = (schema) => {
  const ref = schema?.$ref ?? schema?.items?.$ref ?? schema?.anyOf?.map(referred).find(Boolean);
  return ref?.split("/").at(-1);
};
const short = (name) => name.split("__").at(-1); // without the module, where two have shapes of one name
const resolved = (schema, api) => (schema?.$ref ? api.components.schemas[referred(schema)] : schema);

/** The kind of a field in words. */
function kindOf(schema) {
  if (!schema) return "";
  if (schema.$ref) return short(referred(schema));
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(" or ");
  if (schema.enum) return schema.enum.join(", ");
  if (schema.const !== undefined) return String(schema.const);
  return schema.type === "array" ? `list of ${kindOf(schema.items) || "anything"}` : schema.type ?? "anything";
}

/** A line for a shell that asks for a route. */
function curl({ path, method }, body) {
  const address = `${location.origin}${path}`;
  const lines = [`curl -H "Authorization: Bearer $TOKEN" ${address}`];
  if (method !== "GET") lines[0] = `curl -X ${method} -H "Authorization: Bearer $TOKEN" ${address}`;
  if (body) lines.push("  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(body.examples?.[0] ?? example(body)).replaceAll("'", "'\\''")}'`);
  return lines.join(" \\\n");
}

/** What a shape without an example of its own might look like: its needed fields. */
function example(shape) {
  const empty = { string: "…", integer: 1, number: 1, boolean: true, array: [], object: {} };
  const needed = (shape.required ?? []).map((name) => [name, shape.properties[name].examples?.[0] ?? empty[shape.properties[name].type] ?? {}]);
  return Object.fromEntries(needed);
}

/** Paragraphs, with **bold** and `code`. */
function prose(text) {
  return el("div", {}, text.split(/\n\n+/).filter(Boolean).map((part) =>
    el("p", {}, part.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((piece) =>
      piece.startsWith("**") ? el("strong", {}, piece.slice(2, -2)) : piece.startsWith("`") ? el("code", {}, piece.slice(1, -1)) : piece))));
}
