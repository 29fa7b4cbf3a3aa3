import type { Wake } from "../../lib/ports.ts";
import { cronSecret } from "./cron-secret.ts";
import { type Environment, required } from "./environment.ts";

/**
 * Tells the sending function that something is queued: through the service binding where the platform has
 * one, else over HTTP. A call that fails is no loss, since the clock dispatches too.
 */
export function wakeDispatch(environment: Environment): Wake {
  const secret = cronSecret(environment);
  const url = new URL("/api/cron/dispatch", required(environment, "BASE_URL"));
  const { CRON } = environment;
  return async () => {
    const request = new Request(url, { method: "POST", headers: { Authorization: `Bearer ${secret}` } });
    await (CRON === undefined ? fetch(request) : CRON.fetch(request));
  };
}
