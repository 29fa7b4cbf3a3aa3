import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Limited } from "../../lib/people/limited.ts";
import { reply } from "./reply.ts";

/** Like `reply`; a limit that the store counted gets the headers that the limiter's have. */
export function replyLimited<T extends object>(
  c: Context,
  outcome: Limited<T>,
  status: ContentfulStatusCode = 200,
): Response {
  if (!outcome.ok && "retryAfterSeconds" in outcome) {
    const { limit, retryAfterSeconds } = outcome;
    c.header("Retry-After", String(retryAfterSeconds));
    if (limit !== null) {
      c.header("RateLimit-Policy", `"${limit.name}";q=${limit.limit};w=${limit.windowSeconds}`);
      c.header("RateLimit", `"${limit.name}";r=0;t=${retryAfterSeconds}`);
    }
  }
  return reply(c, outcome, status);
}
