import type { Clock, Report, TryFeed, Wake } from "../../lib/kernel/ports.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { PLATFORM_LIMITS, type Reads } from "./variables.ts";

/**
 * A wake-up that has been under way for longer is not waited for: it may be sending other homes' messages to a slow
 * provider, or have been cut off.
 */
const FOLDS_MS = 1_000;

type CronEnv = Reads<"BASE_URL" | "CRON_SECRET"> & Partial<Reads<"CRON">>;

/** Calls the sending function: through the service binding where the platform has one, else over HTTP. */
function callCron(
  { CRON, BASE_URL, CRON_SECRET }: CronEnv,
  path: string,
  answerMs: number = PLATFORM_LIMITS.wakeMs,
  body: string | null = null,
): Promise<Response> {
  const headers = { Authorization: `Bearer ${CRON_SECRET}`, "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(answerMs);
  const request = new Request(new URL(path, BASE_URL), { method: "POST", headers, signal, body });
  return CRON === undefined ? fetch(request) : CRON.fetch(request);
}

/** Tells it that something is queued. A call that fails is no loss, since the clock dispatches too. */
export const wakeDispatch = (env: CronEnv): Wake =>
  foldedWake(
    async () => {
      const answer = await callCron(env, "/api/cron/dispatch");
      // Unread it would hold its connection.
      await answer.body?.cancel();
    },
    () => new Date(),
  );

/** Has it tell the operators that the clock is silent. */
export const reportSilence = (env: CronEnv) => async (): Promise<void> => {
  const { body, ok, status } = await callCron(env, "/api/cron/silent-clock");
  await body?.cancel();
  if (!ok) throw new Error(`The cron function answers ${status}`);
};

/** Only the function that polls may call the outside world: it makes the fetch and returns what it read. */
export const feedTrial =
  (env: CronEnv, report: Report, answerMs: number): TryFeed =>
  async (trial) => {
    try {
      const answer = await callCron(env, "/api/cron/try-feed", answerMs, JSON.stringify(trial));
      if (!answer.ok) throw new Error(`The cron function answers ${answer.status}`);
      return (await answer.json()) as Awaited<ReturnType<TryFeed>>;
    } catch (error) {
      report({ level: "error", event: "feed_trial_failed", error: messageOf(error) });
      return null;
    }
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
