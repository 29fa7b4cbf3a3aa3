import type * as z from "zod/mini";
import type { RateLimit } from "../limits.ts";

/** Who may call a route: a row in the specification's table of authentication. */
export type Audience =
  | "anyone"
  | "deviceKeyPath"
  | "deviceKeyHeader"
  | "home"
  | "session"
  | "companion"
  | "cronSecret"
  | "pathToken";

/** The media type of a page, for browsers. */
export const PAGE = "text/html";

export type Answer = {
  description: string;
  /** The shape of a JSON body; absent for a response without a body, or only with other types. */
  json?: z.ZodMiniType;
  /** Further media types, such as `text/csv`: texts without a schema. */
  types?: readonly string[];
  /** Notable headers, and their descriptions. */
  headers?: Record<string, string>;
};

/** The document's words about an operation, with the schemas that validate it. */
export type RouteWords = {
  summary: string;
  /** Details beyond the summary, in one to three sentences. */
  about: string;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The name of a body in the document's own table, if no zod schema reads it. */
  rawBody?: "readings" | "mqtt";
  /** The example body, if the generated one would be refused or says little. */
  example?: Record<string, unknown>;
  /** A request repeated with its `Idempotency-Key` runs once. That always holds for a POST that answers 201. */
  once?: true;
  /** Further header parameters by name. */
  headers?: Record<string, string>;
  answers: Record<number, Answer>;
  /** The limit of this route, if it isn't the audience's. */
  limit?: RateLimit;
  /** Error statuses besides those that follow from the audience, body, query and path. */
  refusals?: readonly number[];
  /** A browser gets a page as the refusal. */
  refusesWithPage?: true;
};

/** One operation of the API. */
export type Operation = RouteWords & {
  /**
   * A resource and an action, such as `devices.list` or `members.update`. It names the operation in generated clients
   * and never changes.
   */
  id: string;
  method: "get" | "post" | "put" | "patch" | "delete";
  /** The path; parameters are written as `{name}`. */
  path: string;
  audience: Audience;
};

/** A 200 with a JSON body of this shape. */
export const shows = <Shape extends z.ZodMiniType>(json: Shape, description: string) => ({
  200: { description, json },
});

/** A 201 with the created resource. */
export const makes = <Shape extends z.ZodMiniType>(json: Shape, description: string) => ({
  201: { description, json },
});
