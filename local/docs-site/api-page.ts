import { html } from "hono/html";
import { type Markup, scrolling } from "./page.ts";

const INDENT = "  ";
const HTTP_ERROR_MIN = 400;

/** The parts of a JSON Schema that the page shows. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
} & { [Limit in "minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems"]?: number };
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = Record<string, Media>;
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };
type Response = { $ref?: string; description?: string; content?: Content };
type SecurityScheme = { type: string; in?: string; name?: string };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
};
type Paths = Record<string, Record<string, Operation>>;

/** The parts of the OpenAPI document that the page shows. */
export type ApiDocument = {
  info: { title: string; version: string };
  "x-tagGroups": { name: string; description: string; tags: string[] }[];
  paths: Paths;
  /** Events that we send, by name. */
  webhooks: Paths;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};

export type Listed = { method: string; path: string; operation: Operation };

export const listedOf = (paths: Paths): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Renders every operation of the API by audience, then its outgoing events and shared schemas. */
export function apiPage(api: ApiDocument): Markup {
  const listed = listedOf(api.paths);
  return html`<h1>API reference</h1>
<p>Version ${api.info.version}. <a href="/docs/scripting">Scripting</a> explains the parts.
<a href="/api/openapi.json">/api/openapi.json</a> is the same for programs, as OpenAPI 3.1.</p>
<ul class="docs-list">${api["x-tagGroups"].map(({ name, description }) => html`<li><a href="#tag-${name}">${description}</a></li>`)}<li><a href="#webhooks">Receive events</a></li><li><a href="#schemas">Schemas</a></li></ul>
${api["x-tagGroups"].map(({ name, description, tags }) => {
  const own = listed.filter(({ operation }) => operation.tags.some((tag) => tags.includes(tag)));
  return html`<section><h2 id="tag-${name}">${description}</h2>${own.map((each) => operationOf(each, api))}</section>`;
})}
<section><h2 id="webhooks">Receive events</h2>
<p>Events that Hearthwatch sends to an address of yours, signed. <a href="/docs/notifications#webhooks">Webhooks</a> says how to
add one and how to check a call.</p>
${listedOf(api.webhooks).map((each) => operationOf(each, api))}</section>
<section><h2 id="schemas">Schemas</h2>
${Object.entries(api.components.schemas).map(([name, schema]) =>
  unfolding(
    html`<code>${name}</code>`,
    `schema-${name}`,
    html`${schema.description === undefined ? "" : html`<p>${schema.description}</p>`}<pre><code>${shapeOf(schema)}</code></pre>`,
  ),
)}</section>`;
}

const unfolding = (summary: Markup, id: string, inner: Markup): Markup =>
  html`<details class="operation"><summary>${summary}</summary><div id="${id}">${inner}</div></details>\n`;

function operationOf({ method, path, operation }: Listed, api: ApiDocument): Markup {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const isOurs = path.startsWith("/");
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [Number(status), resolved(response, api.components.responses)] as const,
  );
  const errors = responses.filter(([status]) => !isOurs || status >= HTTP_ERROR_MIN);
  return unfolding(
    html`<span class="verb">${method}</span> <code>${path}</code> <span class="what">${summary}</span>`,
    operationId,
    html`<p>${description}</p>
${isOurs ? html`<pre><code class="curl">${curlLine(method, path, operation, api)}</code></pre>` : ""}
${parameters.length === 0 ? "" : parametersOf(parameters, summary)}
${requestBody === undefined ? "" : html`<h3>Body${requestBody.required === true ? "" : " (optional)"}</h3>${contentOf(requestBody.content)}`}
${responses.map(([status, { description: about, content = {} }]) =>
  !isOurs || status >= HTTP_ERROR_MIN
    ? ""
    : html`<h3>Response ${status}</h3><p>${about}</p>${contentOf(content)}`,
)}
${errors.length === 0 ? "" : html`<h3>${isOurs ? "Errors" : "Your response"}</h3><ul>${errors.map(([status, { description: about }]) => html`<li><code>${status}</code> ${about}</li>`)}</ul>`}`,
  );
}

function resolved(response: Response, responses: Record<string, Response>): Response {
  const found = response.$ref === undefined ? response : responses[nameOf(response.$ref)];
  if (found === undefined) throw new Error(`The OpenAPI document has no ${response.$ref}.`);
  return found;
}

/** Returns the last word of a reference: `#/components/schemas/Device` becomes `Device`. */
const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

const parametersOf = (parameters: Parameter[], summary: string): Markup =>
  html`<h3>Parameters</h3>${scrolling(
    `Parameters: ${summary}`,
    html`<table><thead><tr><th>name</th><th>in</th><th>type</th><th>meaning</th></tr></thead><tbody>${parameters.map(
      ({ name, in: place, required, description, schema = {} }) =>
        html`<tr><td><code>${name}</code></td><td>${place}${required === true ? ", required" : ""}</td><td><code>${shapeOf(schema)}</code></td><td>${[description, limitsOf(schema)].filter(Boolean).join("; ")}</td></tr>`,
    )}</tbody></table>`,
  )}`;

const contentOf = (content: Content): Markup =>
  html`${Object.entries(content).map(([type, media]) => {
    const example = exampleOf(media);
    return html`<p class="quiet">${type}</p><pre><code>${shapeOf(media.schema ?? {})}</code></pre>${
      example === undefined
        ? ""
        : html`<p class="quiet">For example</p><pre><code>${JSON.stringify(example, null, 2)}</code></pre>`
    }`;
  })}`;

const exampleOf = ({ example, examples = {} }: Media): unknown =>
  example ?? Object.values(examples)[0]?.value;

/** Returns a shell command for the operation. The first accepted credential is in a variable. */
function curlLine(method: string, path: string, operation: Operation, api: ApiDocument): string {
  const { parameters = [], requestBody, security = [] } = operation;
  const query = parameters
    .filter(({ in: place, required }) => place === "query" && required === true)
    .map(({ name }) => `${name}={${name}}`);
  const media = requestBody?.content["application/json"];
  const body = media === undefined ? undefined : JSON.stringify(exampleOf(media) ?? {});
  return [
    "curl",
    ...(method === "GET" || (method === "POST" && body !== undefined) ? [] : ["-X", method]),
    `"https://HOST${path}${query.length === 0 ? "" : `?${query.join("&")}`}"`,
    ...Object.keys(security[0] ?? {}).map((name) => `-H "${headerOf(name, api)}"`),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(" ");
}

function headerOf(name: string, { components }: ApiDocument): string {
  const scheme = components.securitySchemes[name];
  if (scheme === undefined) throw new Error(`The OpenAPI document has no security scheme ${name}.`);
  const variable = `$${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  if (scheme.type !== "apiKey") return `Authorization: Bearer ${variable}`;
  return scheme.in === "cookie" ? `Cookie: ${scheme.name}=${variable}` : `${scheme.name}: ${variable}`;
}

/** Renders a schema in TypeScript's notation, limits as comments; names link to their schema. */
function shapeOf(schema: Schema, depth = 0): Markup {
  if (schema.$ref !== undefined)
    return html`<a href="#schema-${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  const constants = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (constants !== undefined) return html`${constants.map((each) => JSON.stringify(each)).join(" | ")}`;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) {
    const separator = schema.allOf === undefined ? " | " : " & ";
    return html`${choices.map((each, index) => html`${index === 0 ? "" : separator}${shapeOf(each, depth)}`)}`;
  }
  if (schema.type === "array") return html`Array&lt;${shapeOf(schema.items ?? {}, depth)}&gt;`;
  if (schema.type === "object") return objectShape(schema, depth);
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return html`${type}${schema.format === undefined ? "" : ` (${schema.format})`}`;
}

function objectShape({ properties = {}, required = [], additionalProperties }: Schema, depth: number) {
  const inner = INDENT.repeat(depth + 1);
  const lines = Object.entries(properties).map(([name, field]) => {
    const limits = limitsOf(field);
    const comment = limits === "" ? "" : html`<span class="quiet">  // ${limits}</span>`;
    return html`${inner}${name}${required.includes(name) ? "" : "?"}: ${shapeOf(field, depth + 1)}${comment}\n`;
  });
  if (typeof additionalProperties === "object")
    lines.push(html`${inner}[name]: ${shapeOf(additionalProperties, depth + 1)}\n`);
  return lines.length === 0 ? html`{}` : html`{\n${lines}${INDENT.repeat(depth)}}`;
}

/** Returns a field's description and its limits besides the type. */
function limitsOf(schema: Schema): string {
  const parts = [
    schema.description,
    range(schema.minLength, schema.maxLength, " characters"),
    range(schema.minimum, schema.maximum, ""),
    range(schema.minItems, schema.maxItems, " items"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return parts.filter(Boolean).join("; ");
}

function range(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined) return min === undefined ? "" : `at least ${min}${unit}`;
  return min === undefined ? `at most ${max}${unit}` : `${min} to ${max}${unit}`;
}
