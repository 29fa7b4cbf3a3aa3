import type { Clock, Wake } from "../../lib/kernel/ports.ts";
import { type Environment, required } from "./environment.ts";
import { PLATFORM_LIMITS } from "./limits.ts";
import { cronSecret } from "./server-secrets.ts";

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

/** A wake-up that has been under way for longer is not waited for: it may have been cut off. */
const FOLDS_MS = 10_000;

/**
 * One wake-up of an instance at a time, however many posts ask for one: who asks meanwhile has the one that is
 * under way make another call when it ends, so that what was queued after its first look is sent too.
 */
export function foldedWake(wake: Wake, clock: Clock): Wake {
  let current: { sinceMs: number; isAskedAgain: boolean } | null = null;
  return async () => {
    const nowMs = clock().getTime();
    if (current !== null && nowMs - current.sinceMs < FOLDS_MS) {
      current.isAskedAgain = true;
      return;
    }
    const own = { sinceMs: nowMs, isAskedAgain: false };
    current = own;
    let failure: { error: unknown } | null;
    do {
      own.isAskedAgain = false;
      failure = await wake().then(
        () => null,
        (error: unknown) => ({ error }),
      );
    } while (own.isAskedAgain);
    if (current === own) current = null;
    if (failure !== null) throw failure.error;
  };
}
