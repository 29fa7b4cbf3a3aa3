import { AUDIENCES, type Audience, type Json, type RouteDescription } from "./route.ts";

/** Why a status is answered, by its component in the document. */
const REFUSALS: Record<number, { name: string; description: string }> = {
  400: {
    name: "BadRequest",
    description: "The request is wrong; the error names the field or what was seen",
  },
  401: { name: "Unauthorized", description: "The key, token, session or signature is missing or wrong" },
  403: {
    name: "Forbidden",
    description: "The plan, the role, the key's scope or the calling site forbids it",
  },
  404: { name: "NotFound", description: "Nothing here, or nothing of this household's" },
  409: { name: "Conflict", description: "It does not go together with what is there" },
  410: { name: "Gone", description: "It was there and is over" },
  413: { name: "TooLarge", description: "The body is too large" },
  429: { name: "TooMany", description: "Over the rate limit: try again after Retry-After" },
  500: { name: "ServerError", description: "Our own failure: nothing was stored, try again" },
};

const text = (description: string): Json => ({ description, schema: { type: "string" } });

const HEADERS: Record<number, Json> = {
  429: {
    "Retry-After": { description: "Whole seconds", schema: { type: "integer", minimum: 1 } },
    "RateLimit-Policy": text("The limit and its window in seconds"),
    RateLimit: text("What remains, and the seconds until it is whole again"),
  },
};

export const errorSchemas: Json = {
  Error: {
    type: "object",
    properties: { error: { type: "string", description: "One clear sentence" } },
    required: ["error"],
    additionalProperties: false,
  },
};

const ERROR = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

const answer = (status: number, content: Json): Json => ({
  description: REFUSALS[status]?.description,
  ...(HEADERS[status] === undefined ? {} : { headers: HEADERS[status] }),
  content,
});

/** The refusals that routes refer to. */
export const errorResponses: Json = Object.fromEntries(
  Object.entries(REFUSALS).map(([status, { name }]) => [name, answer(Number(status), ERROR)]),
);

/** What the guard in front of a route answers. */
const GUARDS: { [A in Audience]: readonly number[] } = {
  anyone: [],
  deviceKeyPath: [401, 429, 500],
  deviceKeyHeader: [401, 429, 500],
  apiKey: [401, 403, 429, 500],
  session: [401, 403, 429, 500],
  companion: [401, 403, 429, 500],
  cronSecret: [401, 500],
  pathToken: [429, 500],
};

/** Error statuses of a route, each with its answer: no other one is ever given, but 405. */
export function refusalsOf(route: RouteDescription): Json {
  const hasBody = route.body !== undefined || route.rawBody !== undefined;
  const isGuarded = AUDIENCES[route.audience].length > 0;
  const statuses = new Set([
    ...GUARDS[route.audience],
    ...(hasBody ? [400, 413] : []),
    ...(route.query === undefined ? [] : [400]),
    ...(isGuarded && route.path.includes("{") ? [404] : []),
    ...(route.refusals ?? []),
  ]);
  const sorted = [...statuses].sort((a, b) => a - b);
  return Object.fromEntries(sorted.map((status) => [status, refusal(route, status)]));
}

function refusal({ refusesWithPage }: RouteDescription, status: number): Json {
  const { name } = REFUSALS[status] ?? {};
  if (name === undefined) throw new Error(`No words for a refusal with ${status}`);
  if (!refusesWithPage) return { $ref: `#/components/responses/${name}` };
  return answer(status, { ...ERROR, "text/html": { schema: { type: "string" } } });
}
