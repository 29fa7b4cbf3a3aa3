import { LIMITS } from "../limits.ts";
import type { RouteDescription } from "./route.ts";

/** Whether a request that is sent again with its `Idempotency-Key` is done once. */
export const isOnce = ({ method, answers, once }: RouteDescription): boolean =>
  once === true || (method === "post" && 201 in answers);

export const IDEMPOTENCY_KEY = `A name that you draw for this request, of at most ${LIMITS.idempotencyKeyCharactersMax} characters. Sent again with the same name within ${LIMITS.idempotencyHours} hours, the request is done once and gets the first answer again`;

export const REPLAYED = "`true` where this is the answer of an earlier request with the same Idempotency-Key";
