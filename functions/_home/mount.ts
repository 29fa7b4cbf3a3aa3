import type { MiddlewareHandler } from "hono";
import type { Acting } from "../../lib/domain/acting.ts";
import type { Action } from "../../schema/vocabulary.ts";
import type { HttpVariables } from "../_http/app.ts";

/** What a group's guard found out: in whose home, and who. */
export type HomeEnv = { Variables: HttpVariables & { acting: Acting } };

/** Where a group has the routes that all groups of a home's people and programs share, and who may come in. */
export type Mount = {
  /** Such as `/api/v1`. */
  prefix: string;
  /** Refuses whoever may not, and sets `acting`. */
  may: (action: Action) => MiddlewareHandler;
};
