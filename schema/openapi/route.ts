import type { z } from "zod";

/** For browsers, that ask for text/html. */
export const PAGE = "text/html";

/** The audience: one row of the spec's table of authentication each. */
export const AUDIENCES = {
  anyone: [],
  deviceKeyPath: [],
  deviceKeyHeader: [{ ingestKeyHeader: [] }],
  apiKey: [{ bearerApiKey: [] }],
  session: [{ sessionCookie: [] }],
  companion: [{ companionAccess: [], companionRefresh: [] }],
  cronSecret: [{ cronSecret: [] }],
  pathToken: [],
} as const;

export type Audience = keyof typeof AUDIENCES;

export type Json = Record<string, unknown>;

export type Answer = {
  description: string;
  /** JSON of this shape; absent for an answer without a body or of other types alone. */
  json?: z.ZodType;
  /** Further media types, such as `text/csv`: a text of which no more is said. */
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
   * `devices.list`, `account.members.update`: a thing and what is done with it. A client's name for it, never
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
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A body to show, where the one that follows from its shape would be refused or says little. */
  example?: Json;
  rawBody?: RawBody;
  /** The body is a file of one of these media types. */
  file?: readonly string[];
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

/** Finds the routes that several audiences share in one of them. */
export type Mounted = {
  prefix: string;
  audience: Audience;
  /** What their ids begin with: "" or such as `account.`. */
  ids: string;
};

/** 200 with a JSON body of this shape. */
export const shows = <Shape extends z.ZodType>(json: Shape, description: string) => ({
  200: { description, json },
});

/** 201 with what was made. */
export const makes = <Shape extends z.ZodType>(json: Shape, description: string) => ({
  201: { description, json },
});
