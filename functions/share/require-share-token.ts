import { createMiddleware } from "hono/factory";
import type { Limiter } from "../../lib/kernel/ports.ts";
import { isWellFormedSecret } from "../../lib/kernel/secret.ts";
import { LIMITS } from "../../schema/limits.ts";
import { SECRET_TYPES } from "../../schema/vocabulary.ts";
import { hashHex } from "../_http/hash-hex.ts";
import { overLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";

const SHARE_POLICY = {
  name: "share",
  limit: LIMITS.sharePerMinute,
  windowSeconds: 60,
  localRequests: LIMITS.limiterLocalRequests,
};

/** Refuses a token that can't be one without a database call, and counts the others by their hash. */
export function requireShareToken(limiter: Limiter) {
  return createMiddleware(async (c, next) => {
    const token = c.req.param("token") ?? "";
    if (!isWellFormedSecret(SECRET_TYPES.shareToken, token)) return refusal(c, { name: "not_found" });
    const refused = await overLimit(c, limiter, SHARE_POLICY, await hashHex(token));
    if (refused !== null) return refused;
    c.header("X-Robots-Tag", "noindex");
    return await next();
  });
}
