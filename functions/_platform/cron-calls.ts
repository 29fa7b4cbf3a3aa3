import type { Clock, Wake } from "../../lib/kernel/ports.ts";
import { PLATFORM_LIMITS, type Reads } from "./variables.ts";

/**
 * A wake-up that has been under way for longer is not waited for: it may be sending other homes' messages to a slow
 * provider, or have been cut off.
 */
const FOLDS_MS = 1_000;

type CronEnv = Reads<"BASE_URL" | "CRON_SECRET"> & Partial<Reads<"CRON">>;

/** Calls the sending function: through the service binding where the platform has one, else over HTTP. */
async function callCron({ CRON, BASE_URL, CRON_SECRET }: CronEnv, path: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${CRON_SECRET}` };
  const signal = AbortSignal.timeout(PLATFORM_LIMITS.wakeMs);
  const request = new Request(new URL(path, BASE_URL), { method: "POST", headers, signal });
  const answer = await (CRON === undefined ? fetch(request) : CRON.fetch(request));
  // Unread it would hold its connection.
  await answer.body?.cancel();
  return answer;
}

/** Tells it that something is queued. A call that fails is no loss, since the clock dispatches too. */
export const wakeDispatch = (env: CronEnv): Wake =>
  foldedWake(
    async () => void (await callCron(env, "/api/cron/dispatch")),
    () => new Date(),
  );

/** Has it tell the operators that the clock is silent. */
export const reportSilence = (env: CronEnv) => async (): Promise<void> => {
  const { ok, status } = await callCron(env, "/api/cron/silent-clock");
  if (!ok) throw new Error(`The cron function answers ${status}`);
};

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
