import type { Wake } from "../../lib/kernel/ports.ts";
import { cronSecret } from "./cron-secret.ts";
import { type Environment, required } from "./environment.ts";
import { foldedWake } from "./folded-wake.ts";
import { PLATFORM_LIMITS } from "./limits.ts";

/**
 * Tells the sending function that something is queued: through the service binding where the platform has
 * one, else over HTTP. A call that fails is no loss, since the clock dispatches too.
 */
export function wakeDispatch(environment: Environment): Wake {
  const secret = cronSecret(environment);
  const url = new URL("/api/cron/dispatch", required(environment, "BASE_URL"));
  const { CRON } = environment;
  const headers = { Authorization: `Bearer ${secret}` };
  return foldedWake(
    async () => {
      const signal = AbortSignal.timeout(PLATFORM_LIMITS.wakeMs);
      const request = new Request(url, { method: "POST", headers, signal });
      const answer = await (CRON === undefined ? fetch(request) : CRON.fetch(request));
      // Unread it would hold its connection.
      await answer.body?.cancel();
    },
    () => new Date(),
  );
}
