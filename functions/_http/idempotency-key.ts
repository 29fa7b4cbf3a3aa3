import type { Context } from "hono";
import { done, type Outcome, refuse } from "../../lib/kernel/outcome.ts";
import { LIMITS } from "../../schema/limits.ts";

/** The `Idempotency-Key` header; null where there is none. */
export function idempotencyKey(c: Context): Outcome<string | null> {
  const key = c.req.header("Idempotency-Key") ?? "";
  return key.length > LIMITS.idempotencyKeyCharactersMax
    ? refuse(
        "invalid_request",
        `Idempotency-Key too long: ${LIMITS.idempotencyKeyCharactersMax} characters at most`,
      )
    : done(key === "" ? null : key);
}
