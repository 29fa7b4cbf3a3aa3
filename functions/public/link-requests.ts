import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { overCallerLimit } from "../_http/caller-limit.ts";
import type { Edge } from "../_http/client-ip.ts";

/**
 * Guards the links of mails: no cache keeps their pages, no search engine lists them, and callers are
 * limited.
 */
export const linkGuard = (ports: Pick<Services, "limiter"> & { edge: Edge }, policy: LimitPolicy) =>
  createMiddleware(async (c, next) => {
    c.header("Cache-Control", "no-store");
    c.header("X-Robots-Tag", "noindex");
    return (await overCallerLimit(c, ports, policy)) ?? (await next());
  });

/** True for a browser; a mail program's one click and a script name no HTML and are answered in JSON. */
export const wantsPage = (c: Context): boolean => /\btext\/html\b/i.test(c.req.header("Accept") ?? "");
