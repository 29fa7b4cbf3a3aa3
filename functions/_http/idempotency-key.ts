import type { Context } from "hono";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";

/** The `Idempotency-Key` header; null where there is none. An empty one would protect nothing, silently. */
export function idempotencyKey(c: Context): Outcome<string | null> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return done(null);
  if (key === "") return refuse("invalid_request", "Idempotency-Key is empty: send a value or no header");
  return key.length > LIMITS.idempotencyKeyCharactersMax
    ? refuse(
        "invalid_request",
        `Idempotency-Key too long: ${LIMITS.idempotencyKeyCharactersMax} characters at most`,
      )
    : done(key);
}
