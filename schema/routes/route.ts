import type { z } from "zod";
import type { Action } from "../vocabulary.ts";

/**
 * How a route of a session is called and guarded: it is mounted by this and described by it. Its words stand in
 * `schema/openapi/routes` under the same id, where no function's bundle carries them.
 */
export type SessionRoute = {
  /** `GET /api/account/members/:id`. */
  on: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
  /** What role and plan have to allow; absent where everyone who is signed in may ask. */
  may?: Action;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a few choices from lists, and may be no larger than these need. */
  short?: true;
  /** Answers 201, and does what is sent again with its `Idempotency-Key` once. */
  makes?: true;
  /** Does what is sent again with its `Idempotency-Key` once, though it answers 200. */
  once?: true;
  /** Only soon after the person has confirmed who they are. */
  proof?: true;
  /** Has what it queued sent as soon as it is answered. */
  wakes?: true;
};

/** The routes of a subject by id, such as `account.members.list`; an id never changes. */
export type SessionRoutes = Readonly<Record<string, SessionRoute>>;
