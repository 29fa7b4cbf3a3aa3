import type { z } from "zod";

/** Who may call: one row of the spec's table of authentication each. */
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

export type Answer = {
  description: string;
  /** JSON of this shape; absent for an answer without a body or of another type. */
  json?: z.ZodType;
  /** Another media type, such as `text/csv`. */
  type?: string;
};

/** One operation of the API, described by the schemas that validate it. */
export type RouteDescription = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** With `{name}` for what varies. */
  path: string;
  summary: string;
  audience: Audience;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Further header parameters by name. */
  headers?: Record<string, string>;
  answers: Record<number, Answer>;
};
