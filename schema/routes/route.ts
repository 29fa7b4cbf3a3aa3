import type * as z from "zod/mini";
import type { Action } from "../vocabulary.ts";

/**
 * How a route is called and guarded: it is mounted by this and described by it. Its words stand in
 * `schema/openapi/routes` under the same id, where no function's bundle carries them.
 */
export type Route = {
  /** `GET /api/v1/members/:id`. */
  on: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;
  /** Other methods are refused, which a later path with a parameter would take. */
  only?: true;
  /** Nobody need be signed in. */
  open?: true;
  /** Counted together with all tries to sign in from the caller's address. */
  tries?: true;
  /** Only for the people who run the service. */
  operator?: true;
  /** What role and plan have to allow; absent where everyone who is signed in may ask. */
  may?: Action;
  /** What the path's parameters look like, where they are no ids of ours; anything else is not found. */
  path?: Readonly<Record<string, z.ZodMiniType>>;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
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

/** The routes of a subject by id, such as `members.list`; an id never changes. */
export type Routes = Readonly<Record<string, Route>>;
