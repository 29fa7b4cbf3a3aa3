import { createMiddleware } from "hono/factory";
import type { Report, Wake } from "../../lib/ports.ts";

/** After a write that went well, has its mail sent while the caller already reads the answer. */
export function wakeAfterWrites({ wake, report }: { wake: Wake; report: Report }) {
  return createMiddleware(async (c, next) => {
    await next();
    if (c.req.method === "GET" || c.req.method === "HEAD" || !c.res.ok) return;
    const woken = wake().catch((error: unknown) =>
      report({
        level: "warn",
        event: "wake_failed",
        error: error instanceof Error ? error.message : String(error),
      }),
    );
    inBackground(c, woken);
  });
}

/** Platforms without a background go on with a started promise by themselves. */
function inBackground(
  c: { executionCtx: { waitUntil(work: Promise<unknown>): void } },
  work: Promise<unknown>,
) {
  try {
    c.executionCtx.waitUntil(work);
  } catch {
    // Hono throws where there is no execution context: the promise runs on its own.
  }
}
