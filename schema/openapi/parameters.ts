import type * as z from "zod/mini";
import { LIMITS, RATE_LIMITS, type RateLimit } from "../limits.ts";
import { PROBLEMS } from "../problems.ts";
import type { Json, SchemaBook } from "./json-schema.ts";
import type { Audience, Operation } from "./route.ts";
import { textExample } from "./sample.ts";

/** How an audience proves who it is, what its guard answers otherwise, and what counts its requests before anything else is done. */
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
      subject: `API key, and ${RATE_LIMITS.account.limit} a minute per person`,
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

/** Undefined where nothing counts the requests of a route. */
export const limitOf = ({ audience, limit }: Operation): RateLimit | undefined =>
  limit ?? GUARDS[audience].limit;

export const limitSentence = ({ limit, windowSeconds, subject }: RateLimit): string =>
  `At most ${limit} requests ${windowSeconds === 60 ? "a minute" : "an hour"} per ${subject}.`;

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: "string" },
  example,
});

const RATE_HEADERS: Record<string, Json> = {
  "RateLimit-Policy": text("The limit (q) and its window in seconds (w)", '"api";q=600;w=60'),
  RateLimit: text(
    "The remaining requests (r), and the seconds until the limit resets (t)",
    '"api";r=599;t=60',
  ),
  "Retry-After": {
    description: "Whole seconds until a request can succeed again, at most",
    schema: { type: "integer", minimum: 1 },
    example: 17,
  },
};

/** The headers that answers refer to; the last is on every refusal that is JSON. */
export const headers: Record<string, Json> = {
  ...RATE_HEADERS,
  "X-Error-Code": {
    description: "What was refused, in one word that doesn't change when the sentence does",
    schema: { type: "string", pattern: "^[a-z_]+$" },
    example: "not_found",
  },
};

const refer = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of each answer of a route whose requests are counted. */
export const countedHeaders = refer(["RateLimit-Policy", "RateLimit"]);

const DESCRIPTIONS: Record<string, string> = {
  deviceKey: "The device's ingest key, hw_ing_…",
  token: "The link's token",
  id: "Its id, as a list gives it, such as `dev_…`",
  device_id: "The puck's own id",
  bay_id: "The bay's id",
};

/** What the parameters behind the `?` are; one of this name is the same on every route. */
const QUERIES: Record<string, string> = {
  limit: "The number of rows on a page, at most",
  cursor: "`next_cursor` of the page before; omit it for the first page",
  sensor_id: "Only this sensor; repeat it for several",
  device_id: "Only the sensors of this device",
  key: "Only sensors with this key",
  from: "The start of the period, inclusive (ISO 8601 with a time zone)",
  to: "The end of the period, exclusive (ISO 8601 with a time zone)",
  explain: "`1`: the answer also shows how each reading was understood",
  resolution: "How far readings are summed up; the plan may only keep coarser rows",
  format: "The format of the answer",
  state: "Only rows in this state",
  kind: "Only alerts of this kind",
  unit: "The unit of temperatures in the answer",
  tick: "The time of the run that this shard belongs to (ISO 8601)",
  after: "Start after this device",
  up_to: "Stop at this device, inclusive",
};

const ORIGIN =
  "The service's own address. Required (403) unless a browser's `Sec-Fetch-Site` or `Content-Type: application/json` shows that no other site makes this call";

/** The headers of a refusal, besides those of every answer. */
const headersOf = (status: number): Json =>
  refer(["X-Error-Code", ...(status === 429 ? Object.keys(RATE_HEADERS) : [])]);

export const errorSchemas: Json = {
  Error: {
    type: "object",
    properties: { error: { type: "string", description: "One sentence that says what is wrong" } },
    required: ["error"],
    additionalProperties: false,
  },
};

const IDEMPOTENCY_KEY = `A unique key that you choose for this request, of at most ${LIMITS.idempotencyKeyCharactersMax} characters. Sent again with the same name within ${LIMITS.idempotencyHours} hours, the request is done once and gets the first answer again`;

export const REPLAYED = "`true` if an earlier request with the same Idempotency-Key got this answer";

/** The parameters that a path names in braces. */
export const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: DESCRIPTIONS[name] ?? name,
    schema: { type: "string" },
  }));

/** The parameters behind the `?`. */
export function queryParameters(query: z.ZodMiniObject | undefined, book: SchemaBook): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = book.of(query, "input");
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: "query",
    required: (required as string[]).includes(name),
    description: QUERIES[name] ?? "",
    schema,
  }));
}

/** A form of another site can send a cookie, but neither JSON nor our origin. */
const originOf = ({ audience, method, body }: Operation) =>
  (audience === "session" || audience === "home") && method !== "get" && body === undefined
    ? { Origin: ORIGIN }
    : {};

/** Header fields that a request may have. */
export function headerParameters(route: Operation): Json[] {
  const repeat = isOnce(route) ? { "Idempotency-Key": IDEMPOTENCY_KEY } : {};
  return Object.entries({ ...repeat, ...originOf(route), ...route.headers }).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
}

/** True if a request that is sent again with its `Idempotency-Key` runs once. */
export const isOnce = ({ method, answers, once }: Operation): boolean =>
  once === true || (method === "post" && 201 in answers);

/** Why a status is answered, by its component in the document, with a sentence that callers meet. */
const REFUSALS: Record<number, { name: string; description: string; error: string }> = {
  400: {
    name: "BadRequest",
    description: "The request is wrong; the error names the field",
    error: '"name" must be text of 1 to 80 characters',
  },
  401: {
    name: "Unauthorized",
    description: "The key, token, session or signature is missing or wrong",
    error: PROBLEMS.bad_api_key.error,
  },
  403: {
    name: "Forbidden",
    description: "The plan, the role, the key's scope or the calling site doesn't allow it",
    error: PROBLEMS.pro_required.error,
  },
  404: { name: "NotFound", description: "Not found in this household", error: PROBLEMS.not_found.error },
  409: {
    name: "Conflict",
    description: "It conflicts with the current state",
    error: PROBLEMS.changed_meanwhile.error,
  },
  410: { name: "Gone", description: "It is over", error: PROBLEMS.alert_over.error },
  413: { name: "TooLarge", description: "The body is too large", error: PROBLEMS.body_too_large.error },
  429: {
    name: "TooMany",
    description: "Over the rate limit: try again after Retry-After",
    error: "Rate limit exceeded: 600 requests in 60 seconds; try again in 17 s",
  },
  500: {
    name: "ServerError",
    description: "The service failed and stored nothing: try again",
    error: PROBLEMS.store_failed.error,
  },
};

const errorContent = (status: number): Json => ({
  "application/json": {
    schema: { $ref: "#/components/schemas/Error" },
    example: { error: REFUSALS[status]?.error },
  },
});

const answer = (status: number, content: Json): Json => ({
  description: REFUSALS[status]?.description,
  headers: headersOf(status),
  content,
});

/** The refusals that routes refer to. */
export const errorResponses: Json = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, { name }]) => [
    name,
    answer(Number(status), errorContent(Number(status))),
  ]),
);

/** Error statuses of a route, each with its answer: no other one is ever given, but 405. */
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
  const { name } = REFUSALS[status] ?? {};
  if (name === undefined) throw new Error(`No words for a refusal with ${status}`);
  if (!refusesWithPage) return { $ref: `#/components/responses/${name}` };
  return answer(status, {
    ...errorContent(status),
    "text/html": { schema: { type: "string" }, example: textExample("text/html") },
  });
}
