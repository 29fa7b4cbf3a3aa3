import {
  type ApiDocument,
  type Operation,
  type Parameter,
  referredName,
  type SecurityScheme,
} from "./api-document.ts";

/** Stands for the installation's own address until the page's module puts that in. */
export const EXAMPLE_ORIGIN = "https://hearthwatch.example";

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
  const schemes = (operation.security ?? []).flatMap(Object.keys);
  if (schemes.some((name) => name !== "bearerApiKey" && name !== "ingestKeyHeader")) return null;
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

const credentialsOf = (
  { security = [] }: Operation,
  { components }: ApiDocument,
): NonNullable<Credential>[] =>
  security.flatMap(Object.keys).flatMap((name) => {
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
