import type { MiddlewareHandler } from "hono";
import type { Acting } from "../../lib/people/items.ts";
import type { Action } from "../../schema/vocabulary.ts";
import type { HttpVariables } from "../_http/app.ts";
import { type IdempotentPorts, idempotent } from "../_http/idempotent.ts";

/**
 * What a group's guard found out: in whose home, and who. Whoever may not manage feeds (a viewer, a key of
 * the scope read) sees their URLs masked.
 */
export type HomeEnv = { Variables: HttpVariables & { acting: Acting; mayManageFeeds: boolean } };

/**
 * The group's place for the routes that all groups of a home's people and programs share, and who may come
 * in.
 */
export type Mount = {
  /** The path that they begin with, such as `/api/v1`. */
  prefix: string;
  /** Refuses whoever may not, and sets `acting` and `mayManageFeeds`. */
  may: (action: Action) => MiddlewareHandler;
};

/** Goes behind `may`, on routes that make something. */
export const onceInHome = (ports: IdempotentPorts) => idempotent<HomeEnv>(ports, ({ acting }) => acting);
