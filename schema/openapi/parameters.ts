import type * as z from "zod/mini";
import { LIMITS, RATE_LIMITS, type RateLimit } from "../limits.ts";
import { PROBLEMS, type ProblemName } from "../problems.ts";
import type { Json, SchemaBook } from "./json-schema.ts";
import type { Audience, Operation } from "./route.ts";
import { textExample } from "./sample.ts";
import words from "./words.json" with { type: "json" };

/** An audience's authentication, the refusals of its guard, and the limit that counts its requests first. */
type Guard = { security: readonly Json[]; refusals: readonly number[]; limit?: RateLimit };

const byDevice = { refusals: [401, 429, 500], limit: RATE_LIMITS.ingest };
const byPerson = { refusals: [401, 403, 429, 500] };

export const GUARDS: { readonly [A in Audience]: Guard } = {
  anyone: { security: [], refusals: [] },
  deviceKeyPath: { ...byDevice, security: [] },
  deviceKeyHeader: { ...byDevice, security: [{ ingestKeyHeader: [] }] },
  home: {
    ...byPerson,
    security: [{ bearerApiKey: [] }, { sessionCookie: [] }],
    limit: {
      ...RATE_LIMITS.api,
      subject: `API key, and ${RATE_LIMITS.account.limit} a minute per session`,
    },
  },
  session: { ...byPerson, security: [{ sessionCookie: [] }], limit: RATE_LIMITS.account },
  companion: {
    ...byPerson,
    security: [{ companionAccess: [], companionRefresh: [] }],
    limit: RATE_LIMITS.companion,
  },
  cronSecret: { security: [{ cronSecret: [] }], refusals: [401, 500] },
  pathToken: { security: [], refusals: [429, 500] },
};

/** Returns the limit of a route, or undefined if its requests aren't counted. */
export const limitOf = ({ audience, limit }: Operation): RateLimit | undefined =>
  limit ?? GUARDS[audience].limit;

/** Returns whether a request repeated with its `Idempotency-Key` runs only once. */
export const isOnce = ({ method, answers, once }: Operation): boolean =>
  once === true || (method === "post" && 201 in answers);

/** The headers that responses refer to; the last is on every JSON refusal. */
export const HEADERS: Json = words.headers;

const refer = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of each response of a route with a limit. */
export const COUNTED_HEADERS = refer(["RateLimit-Policy", "RateLimit"]);

/** Returns text parameters, by their names and descriptions. */
export const parametersOf = (
  place: "path" | "header",
  told: Record<string, string>,
  required: boolean,
): Json[] =>
  Object.entries(told).map(([name, description]) => ({
    name,
    in: place,
    required,
    description,
    schema: { type: "string" },
  }));

/** Returns a route's parameters: of the path (names in braces), the query, and optional headers. */
export const parameters = (route: Operation, book: SchemaBook): Json[] => [
  ...parametersOf("path", namedIn(route.path), true),
  ...queryParameters(route.query, book),
  ...parametersOf("header", headersSent(route), false),
];

const namedIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
      name,
      (words.path as Record<string, string>)[name] ?? name,
    ]),
  );

/** A parameter's name has the same description on every route. */
function queryParameters(query: z.ZodMiniObject | undefined, book: SchemaBook): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = book.of(query, "input");
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    description: (words.query as Record<string, string>)[name] ?? "",
    schema,
  }));
}

const IDEMPOTENCY_KEY = `A unique key that you choose for this request, of at most ${LIMITS.idempotencyKeyCharactersMax} characters. Sent again with the same name within ${LIMITS.idempotencyHours} hours, the request is done once and gets the first answer again`;

function headersSent(route: Operation): Record<string, string> {
  const { audience, method, body, headers } = route;
  // A form on another site can send a cookie, but neither JSON nor our origin.
  const isForm = (audience === "session" || audience === "home") && method !== "get" && body === undefined;
  return {
    ...(isOnce(route) ? { "Idempotency-Key": IDEMPOTENCY_KEY } : {}),
    ...(isForm ? { Origin: words.origin } : {}),
    ...headers,
  };
}

/** A refusal's component in the document and its description, with an example sentence or problem. */
type Refusal = { name: string; description: string; error?: string; problem?: string };

const REFUSALS: Readonly<Record<string, Refusal>> = words.refusals;

const sentenceOf = ({ error, problem }: Refusal): string | undefined =>
  error ?? PROBLEMS[problem as ProblemName].error;

function answer(status: number, refusal: Refusal, more: Json = {}): Json {
  const counted = status === 429 ? [...Object.keys(COUNTED_HEADERS), "Retry-After"] : [];
  const schema = { $ref: "#/components/schemas/Error" };
  return {
    description: refusal.description,
    headers: refer(["X-Error-Code", ...counted]),
    content: { "application/json": { schema, example: { error: sentenceOf(refusal) } }, ...more },
  };
}

/** The refusals that routes refer to. */
export const ERROR_RESPONSES: Json = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, refusal]) => [refusal.name, answer(Number(status), refusal)]),
);

/** Returns a route's error statuses with their responses. No other one is ever sent, except 405. */
export function refusalsOf(route: Operation): Json {
  const hasBody = route.body !== undefined || route.rawBody !== undefined;
  const guard = GUARDS[route.audience];
  const statuses = new Set([
    ...guard.refusals,
    ...(hasBody ? [400, 413] : []),
    ...(route.query === undefined ? [] : [400]),
    ...(guard.security.length > 0 && route.path.includes("{") ? [404] : []),
    ...(isOnce(route) ? [400, 409] : []),
    ...(route.refusals ?? []),
  ]);
  const sorted = [...statuses].sort((a, b) => a - b);
  return Object.fromEntries(sorted.map((status) => [status, refusal(route, status)]));
}

function refusal({ refusesWithPage }: Operation, status: number): Json {
  const told = REFUSALS[status];
  if (told === undefined) throw new Error(`No words for a refusal with ${status}`);
  if (!refusesWithPage) return { $ref: `#/components/responses/${told.name}` };
  const page = { schema: { type: "string" }, example: textExample("text/html") };
  return answer(status, told, { "text/html": page });
}
