import { html } from "hono/html";
import {
  type Answer,
  type ApiDocument,
  type Content,
  limitsOf,
  type Operation,
  type Parameter,
  referredName,
  type SecurityScheme,
  shapeOf,
} from "./api-document.ts";
import type { Markup } from "./page.ts";

/** Stands for the installation's own address until the page's module puts that in. */
export const EXAMPLE_ORIGIN = "https://hearthwatch.example";

/** Where the events stand that are sent to receivers of others. */
const EVENTS = "webhooks";

type Called = { method: string; path: string; operation: Operation };

/** What a call opens with: a header and the name of the secret in it; null where the path says it, or nothing has to. */
type Credential = { header: string; value: string } | null;

/** What the page's module makes a form of. */
type TryIt = {
  method: string;
  path: string;
  /** The header that takes the reader's key, and what stands before it; null where none is needed. */
  key: { header: string; before: string } | null;
  parameters: { name: string; in: "path" | "query"; required: boolean }[];
  body: string | null;
};

/** One line of a shell that does the same: each header, required parameters and the example as the body. */
export function curlLine({ method, path, operation }: Called, api: ApiDocument): string {
  const required =
    operation.parameters?.filter((each) => each.in === "query" && each.required === true) ?? [];
  const query = required.map(({ name }) => `${name}={${name}}`).join("&");
  const body = bodyOf(operation, api);
  return [
    "curl",
    ...(method === "GET" || (method === "POST" && body !== null) ? [] : ["-X", method]),
    `"${EXAMPLE_ORIGIN}${path}${query === "" ? "" : `?${query}`}"`,
    ...credentialsOf(operation, api).map(({ header, value }) => `-H "${header}: ${value}"`),
    ...(body === null
      ? []
      : ['-H "Content-Type: application/json"', `-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(" ");
}

/** Null where a browser cannot or should not: operations of a session, of the clock and of a companion. */
export function tryItOf({ method, path, operation }: Called, api: ApiDocument): TryIt | null {
  if (firstWayIn(operation).some((name) => name !== "bearerApiKey" && name !== "ingestKeyHeader"))
    return null;
  const [credential] = credentialsOf(operation, api);
  return {
    method,
    path,
    key:
      credential === undefined
        ? null
        : { header: credential.header, before: credential.header === "Authorization" ? "Bearer " : "" },
    parameters: (operation.parameters ?? []).flatMap(({ name, in: place, required = false }: Parameter) =>
      place === "path" || place === "query" ? [{ name, in: place, required }] : [],
    ),
    body: bodyOf(operation, api, 2),
  };
}

/** The first example of a JSON body; null where the operation takes none. */
function bodyOf({ requestBody }: Operation, { components }: ApiDocument, indent?: number): string | null {
  const media = requestBody?.content["application/json"];
  if (media === undefined) return null;
  const [first] = Object.values(media.examples ?? {});
  const example = first?.$ref === undefined ? first : components.examples[referredName(first.$ref)];
  return JSON.stringify(example?.value ?? media.example ?? {}, null, indent);
}

/** An operation may be opened in several ways, a key before a session: the first is what a reader tries. */
const firstWayIn = ({ security = [] }: Operation): string[] => Object.keys(security[0] ?? {});

const credentialsOf = (operation: Operation, { components }: ApiDocument): NonNullable<Credential>[] =>
  firstWayIn(operation).flatMap((name) => {
    const scheme = components.securitySchemes[name];
    return scheme === undefined ? [] : [headerOf(name, scheme)];
  });

/** `$API_KEY`: a variable of the reader's shell, so that no secret stands in what is copied. */
function headerOf(scheme: string, { type, in: place, name = "" }: SecurityScheme): NonNullable<Credential> {
  const variable = `$${scheme.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  if (type !== "apiKey") return { header: "Authorization", value: `Bearer ${variable}` };
  return place === "cookie"
    ? { header: "Cookie", value: `${name}=${variable}` }
    : { header: name, value: variable };
}

type Listed = { method: string; path: string; operation: Operation };

const listedOf = (paths: ApiDocument["paths"]): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Every operation of the API by audience, then what it sends by itself and the shapes that they share. */
export function apiPage(api: ApiDocument): Markup {
  const listed = listedOf(api.paths);
  return html`<h1 class="page-title">API reference</h1>
<p>Version ${api.info.version}. <a href="/docs/scripting">Scripting</a> explains the parts.
<a href="/api/openapi.json">/api/openapi.json</a> is the same for programs, as OpenAPI 3.1.</p>
<div class="api-tools"><p class="field"><label for="api-search">Search operations</label>
<input id="api-search" type="search" autocomplete="off" placeholder="readings, POST, alert …"><span class="hint" id="api-found" role="status"></span></p>
<p class="field"><label for="api-key">Your key, to try operations here</label>
<input id="api-key" type="password" autocomplete="off" spellcheck="false" aria-describedby="api-key-hint"><span class="hint" id="api-key-hint">An API key (Share → API keys)
or an ingest key. It stays in this field until you leave the page, and goes to this installation alone.</span></p></div>
<ul class="docs-contents">${api["x-tagGroups"].map(
    ({ name, description }) => html`<li><a href="#tag-${name}">${name}</a> ${description}</li>`,
  )}<li><a href="#${EVENTS}">webhooks</a> Events that Hearthwatch sends to an address of yours</li>
<li><a href="#schemas">schemas</a> Shapes that several operations share</li></ul>
${api["x-tagGroups"].map((group) => {
  const own = listed.filter(({ operation }) => operation.tags.some((tag) => group.tags.includes(tag)));
  return html`<section><h2 id="tag-${group.name}">${group.name}</h2><p>${group.description}</p>
${own.map((each) => operationOf(each, api))}</section>`;
})}
<section><h2 id="${EVENTS}">webhooks</h2>
<p>Events that Hearthwatch sends to an address of yours, signed. <a href="/docs/notifications#webhooks">Webhooks</a> says how to
add one and how to check a call.</p>
${listedOf(api.webhooks).map((each) => eventOf(each, api))}</section>
<section><h2 id="schemas">Schemas</h2>
${Object.entries(api.components.schemas).map(
  ([
    name,
    schema,
  ]) => html`<details class="operation"><summary><code>${name}</code></summary><div id="schema-${name}">
${schema.description === undefined ? "" : html`<p>${schema.description}</p>`}<pre><code>${shapeOf(schema)}</code></pre></div></details>
`,
)}</section>`;
}

/** What a receiver is called with: nobody tries it from here. */
function eventOf({ method, path, operation }: Listed, api: ApiDocument): Markup {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  return html`<details class="operation"><summary><span class="verb">${method}</span> <code>${path}</code>
<span class="what">${summary}</span></summary>
<div id="${operationId}"><p>${description}</p>
${parametersOf(parameters, summary)}
${requestBody === undefined ? "" : html`<h3>Body</h3>${shapesOf(requestBody.content, api)}`}
<h3>Your answer</h3><ul class="errors">${Object.entries(operation.responses).map(
    ([status, answer]) => html`<li><code>${status}</code> ${resolved(answer, api).description ?? ""}</li>`,
  )}</ul></div></details>
`;
}

function operationOf(listed: Listed, api: ApiDocument): Markup {
  const { method, path, operation } = listed;
  const tried = tryItOf(listed, api);
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  return html`<details class="operation"><summary><span class="verb">${method}</span> <code>${path}</code>
<span class="what">${summary}</span></summary>
<div id="${operationId}"><p>${description}</p>
<p class="quiet"><code>${operationId}</code>. ${opening(operation, api)}</p>
<pre><code class="curl" data-origin="${EXAMPLE_ORIGIN}">${curlLine(listed, api)}</code></pre>
${parameters.length === 0 ? "" : parametersOf(parameters, summary)}
${requestBody === undefined ? "" : html`<h3>Body${requestBody.required === true ? "" : " (optional)"}</h3>${shapesOf(requestBody.content, api)}`}
${Object.entries(operation.responses)
  .map(([status, answer]) => ({ status, answer: resolved(answer, api) }))
  .filter(({ status }) => Number(status) < 400)
  .map(
    ({ status, answer }) =>
      html`<h3>Answer ${status}</h3><p>${answer.description ?? ""}</p>${shapesOf(answer.content ?? {}, api)}`,
  )}
${errorsOf(operation, api)}${tried === null ? "" : html`<div data-try="${JSON.stringify(tried)}"></div>`}</div></details>
`;
}

/** How a call proves who it is. */
function opening({ security = [] }: Operation, { components }: ApiDocument): string {
  const ways = security.flatMap(Object.keys).map((name) => {
    const scheme = components.securitySchemes[name];
    if (scheme === undefined) throw new Error(`The OpenAPI document describes no security scheme "${name}".`);
    return wayOf(scheme);
  });
  return ways.length === 0 ? "No credential in a header." : `Credential: ${ways.join(" or ")}.`;
}

function wayOf({ type, name, in: place, description }: SecurityScheme): string {
  if (type === "apiKey") return place === "cookie" ? `the cookie ${name}` : `the header ${name}`;
  return `Authorization: Bearer …${description === undefined ? "" : ` (${description})`}`;
}

const parametersOf = (parameters: Parameter[], summary: string): Markup => html`<h3>Parameters</h3>
<div class="scrolls" tabindex="0" role="group" aria-label="Parameters: ${summary}"><table><thead><tr>
<th scope="col">name</th><th scope="col">in</th><th scope="col">type</th><th scope="col">meaning</th></tr></thead>
<tbody>${parameters.map(
  ({ name, in: place, required, description, schema = {} }) => html`<tr><td><code>${name}</code></td>
<td>${place}${required === true ? ", required" : ""}</td><td><code>${shapeOf(schema)}</code></td>
<td>${[description, limitsOf(schema)].filter((part) => part !== undefined && part !== "").join("; ")}</td></tr>`,
)}</tbody></table></div>`;

const shapesOf = (content: Content, api: ApiDocument): Markup =>
  html`${Object.entries(content).map(
    ([type, media]) =>
      html`<p class="quiet">${type}</p><pre><code>${shapeOf(media.schema ?? {})}</code></pre>${exampleOf(media, api)}`,
  )}`;

/** The first example of a JSON body. */
function exampleOf({ examples = {} }: Content[string], { components }: ApiDocument): Markup {
  const [first] = Object.values(examples);
  const example = first?.$ref === undefined ? first : components.examples[referredName(first.$ref)];
  if (example === undefined) return html``;
  return html`<p class="quiet">For example</p><pre><code>${JSON.stringify(example.value, null, 2)}</code></pre>`;
}

function errorsOf({ responses }: Operation, api: ApiDocument): Markup {
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  if (errors.length === 0) return html``;
  return html`<h3>Errors</h3><ul class="errors">${errors.map(
    ([status, answer]) => html`<li><code>${status}</code> ${resolved(answer, api).description ?? ""}</li>`,
  )}</ul>`;
}

function resolved(answer: Answer, { components }: ApiDocument): Answer {
  if (answer.$ref === undefined) return answer;
  const found = components.responses[referredName(answer.$ref)];
  if (found === undefined) throw new Error(`The OpenAPI document has no answer ${answer.$ref}.`);
  return found;
}
