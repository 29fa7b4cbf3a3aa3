import type { Context } from "hono";
import type { Report } from "../../lib/kernel/ports.ts";
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
