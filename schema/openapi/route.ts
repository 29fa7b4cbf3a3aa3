import type * as z from "zod/mini";
import { LIMITS } from "../limits.ts";

/** The audience: one row of the spec's table of authentication each. */
export const AUDIENCES = {
  anyone: [],
  deviceKeyPath: [],
  deviceKeyHeader: [{ ingestKeyHeader: [] }],
  home: [{ bearerApiKey: [] }, { sessionCookie: [] }],
  session: [{ sessionCookie: [] }],
  companion: [{ companionAccess: [], companionRefresh: [] }],
  cronSecret: [{ cronSecret: [] }],
  pathToken: [],
} as const;
export const SUBSCRIBE_LIMIT: RateLimit = {
  requests: LIMITS.statusSubscribePerHour,
  per: "an hour",
  subject: "caller",
};

/** For browsers, that ask for text/html. */
export const PAGE = "text/html";

export type Audience = keyof typeof AUDIENCES;

export type Json = Record<string, unknown>;

export type Answer = {
  description: string;
  /** JSON of this shape; absent for an answer without a body or of other types alone. */
  json?: z.ZodMiniType;
  /** Further media types, such as `text/csv`: a text without a schema. */
  types?: readonly string[];
  /** Header fields worth knowing, and what they hold. */
  headers?: Record<string, string>;
};

/** A body that no zod schema reads: its JSON Schema, and what real clients send. */
export type RawBody = { schema: Json; examples: Record<string, { summary: string; value: unknown }> };

/** The requests of a subject that are allowed in a time. */
export type RateLimit = { requests: number; per: string; subject: string };

/** One operation of the API, described by the schemas that validate it. */
export type RouteDescription = {
  /**
   * `devices.list`, `members.update`: a thing and what is done with it. A client's name for it, never
   * changed.
   */
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** The path with `{name}` for what varies. */
  path: string;
  summary: string;
  /** What the summary leaves open, in one to three sentences. */
  about: string;
  audience: Audience;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** A body to show, where the one that follows from its shape would be refused or says little. */
  example?: Json;
  rawBody?: RawBody;
  /** The body may be sent as an HTML form too. */
  takesForm?: true;
  /**
   * What is sent again with its `Idempotency-Key` is done once: so is every POST that makes something (201).
   */
  once?: true;
  /** Further header parameters by name. */
  headers?: Record<string, string>;
  answers: Record<number, Answer>;
  /** What counts this route's requests, where it is not its audience's limit. */
  limit?: RateLimit;
  /** Error statuses besides those that follow from the audience, the body, the query and the path. */
  refusals?: readonly number[];
  /** A browser is refused with a page. */
  refusesWithPage?: true;
};

/** The routes of one audience, as chapters of the document have them. */
export type RouteGroup = { name: string; description: string; routes: RouteDescription[] };

/** 200 with a JSON body of this shape. */
export const shows = <Shape extends z.ZodMiniType>(json: Shape, description: string) => ({
  200: { description, json },
});

/** 201 with what was made. */
export const makes = <Shape extends z.ZodMiniType>(json: Shape, description: string) => ({
  201: { description, json },
});

const minute = (requests: number, subject: string): RateLimit => ({ requests, per: "a minute", subject });

/** What counts every request of an audience, before anything else is done. */
const BY_AUDIENCE: { [A in Audience]?: RateLimit } = {
  home: minute(LIMITS.apiPerMinute, `API key, and ${LIMITS.accountPerMinute} a minute per person`),
  session: minute(LIMITS.accountPerMinute, "person"),
  companion: minute(LIMITS.companionPerMinute, "person"),
  deviceKeyPath: minute(LIMITS.ingestPerMinute, "device"),
  deviceKeyHeader: minute(LIMITS.ingestPerMinute, "device"),
};

export const INGEST_LIMIT = minute(LIMITS.ingestPerMinute, "device");

export const SHARE_LIMIT = minute(LIMITS.sharePerMinute, "link");

export const INBOUND_LIMIT = minute(LIMITS.inboundPerMinute, "token");

export const CHANNEL_LIMIT = minute(LIMITS.channelCallsPerMinute, "caller");

/** Links that stand in messages. */
export const LINK_LIMIT = minute(LIMITS.ackPerMinute, "caller");

export const STATUS_LIMIT = minute(LIMITS.statusPerMinute, "caller");

export const SIGN_IN_LIMIT = minute(LIMITS.signInTriesPerMinute, "caller");

export const COLLECT_LIMIT = minute(LIMITS.collectPerMinute, "caller");

/** Null where nothing counts the requests of a route. */
export const limitOf = ({ audience, limit }: RouteDescription): RateLimit | null =>
  limit ?? BY_AUDIENCE[audience] ?? null;

export const limitSentence = ({ requests, per, subject }: RateLimit): string =>
  `At most ${requests} requests ${per} per ${subject}.`;

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: "string" },
  example,
});

export const rateHeaders: Record<string, Json> = {
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

/** On every refusal that is JSON. */
export const errorCodeHeader: Record<string, Json> = {
  "X-Error-Code": {
    description: "What was refused, in one word that doesn't change when the sentence does",
    schema: { type: "string", pattern: "^[a-z_]+$" },
    example: "not_found",
  },
};

const refer = (name: string): [string, Json] => [name, { $ref: `#/components/headers/${name}` }];

/** The headers of each answer of a route whose requests are counted. */
export const countedHeaders: Json = Object.fromEntries(["RateLimit-Policy", "RateLimit"].map(refer));

/** The headers of a 429. */
export const refusedHeaders: Json = Object.fromEntries(Object.keys(rateHeaders).map(refer));
