import type { Context, MiddlewareHandler } from "hono";
import type { Report } from "../../lib/kernel/ports.ts";
import type { CoreServices, Services } from "../../lib/kernel/services.actions.ts";
import { messageOf } from "../../lib/kernel/text.ts";

/** Lets `work` go on after the answer; what it fails with is reported as `event`. */
export function inBackground(c: Context, report: Report, event: string, work: Promise<void>): void {
  const settled = work.catch((error: unknown) => report({ level: "warn", event, error: messageOf(error) }));
  try {
    c.executionCtx.waitUntil(settled);
  } catch {
    // Hono throws where there is no execution context: the promise runs on its own.
  }
}

/** After a write that went well, has its mail sent while the caller already reads the answer. */
export function wakeAfterWrites(services: CoreServices & Pick<Services, "wake">): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.req.method === "GET" || c.req.method === "HEAD" || !c.res.ok) return;
    wakeInBackground(c, services);
  };
}

/** Has what is queued sent now. A wake-up that fails is no loss: the clock sends it then. */
export function wakeInBackground(c: Context, { wake, report }: CoreServices & Pick<Services, "wake">): void {
  inBackground(c, report, "wake_failed", wake());
}
