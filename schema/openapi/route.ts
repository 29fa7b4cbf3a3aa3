import type * as z from "zod/mini";
import type { RateLimit } from "../limits.ts";

/** Who may call a route: one row of the spec's table of authentication each. */
export type Audience =
  | "anyone"
  | "deviceKeyPath"
  | "deviceKeyHeader"
  | "home"
  | "session"
  | "companion"
  | "cronSecret"
  | "pathToken";

/** For browsers, that ask for text/html. */
export const PAGE = "text/html";

export type Answer = {
  description: string;
  /** JSON of this shape; absent for an answer without a body or of other types alone. */
  json?: z.ZodMiniType;
  /** Further media types, such as `text/csv`: a text without a schema. */
  types?: readonly string[];
  /** Header fields worth knowing, and what they hold. */
  headers?: Record<string, string>;
};

/** What the document says of an operation, by the schemas that validate it. */
export type RouteWords = {
  summary: string;
  /** What the summary leaves open, in one to three sentences. */
  about: string;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** A body that no zod schema reads, by its name in the document's table of them. */
  rawBody?: "readings" | "mqtt";
  /** A body to show, where the one that follows from its shape would be refused or says little. */
  example?: Record<string, unknown>;
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

/** One operation of the API. */
export type Operation = RouteWords & {
  /**
   * `devices.list`, `members.update`: a thing and what is done with it. A client's name for it, never
   * changed.
   */
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** The path with `{name}` for what varies. */
  path: string;
  audience: Audience;
};

/** 200 with a JSON body of this shape. */
export const shows = <Shape extends z.ZodMiniType>(json: Shape, description: string) => ({
  200: { description, json },
});

/** 201 with what was made. */
export const makes = <Shape extends z.ZodMiniType>(json: Shape, description: string) => ({
  201: { description, json },
});
