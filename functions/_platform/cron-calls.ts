import type { Clock, Report, TryFeed, Wake } from "../../lib/kernel/ports.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { PLATFORM_LIMITS, type Reads } from "./variables.ts";

/**
 * Milliseconds in which a running wake-up absorbs new ones. An older one may have been cut off, or be busy with other
 * homes' messages at a slow provider.
 */
const FOLDS_MS = 1_000;

type CronEnv = Reads<"BASE_URL" | "CRON_SECRET"> & Partial<Reads<"CRON">>;

/** Calls the sending function: through the service binding if the platform has one, else over HTTP. */
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

/** Returns a function that wakes the dispatch. A failed call loses nothing, because the clock dispatches too. */
export const wakeDispatch = (env: CronEnv): Wake =>
  foldedWake(
    async () => {
      const answer = await callCron(env, "/api/cron/dispatch");
      // An unread body would keep its connection open.
      await answer.body?.cancel();
    },
    () => new Date(),
  );

/** Returns a function that asks the cron function to notify the operators of a silent clock. */
export const reportSilence = (env: CronEnv) => async (): Promise<void> => {
  const { body, ok, status } = await callCron(env, "/api/cron/silent-clock");
  await body?.cancel();
  if (!ok) throw new Error(`The cron function answers ${status}`);
};

/** Has the cron function fetch a feed once, because only that function may call the outside world. */
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
 * Merges an instance's concurrent wake-ups into one. A caller that arrives while one is running makes it call once more
 * at its end, so that messages queued after its first look are sent too.
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
