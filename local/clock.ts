import { messageOf } from "./start-error.ts";

const EVERY_MS = 15_000;
const ANSWER_MS_MAX = 60_000;

export interface LocalClock {
  stop(): Promise<void>;
}

export interface ClockOptions {
  cronSecret: string;
  /** A request to the functions that does not depend on the port. */
  post(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<{ status: number }>;
  everyMs?: number;
  onFailure?: (line: string) => void;
}

/** What the platform's cron does on the internet: it calls the jobs. One call at a time, silent when all is well. */
export function startClock({ cronSecret, post, ...options }: ClockOptions): LocalClock {
  const { everyMs = EVERY_MS, onFailure = (line: string) => console.error(line) } = options;
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const tick = async () => {
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(ANSWER_MS_MAX)]);
    try {
      const { status } = await post("/api/cron/dispatch", { authorization: `Bearer ${cronSecret}` }, signal);
      if (status !== 200) onFailure(`The dispatch job answered ${status}.`);
    } catch (error) {
      if (!stopped.signal.aborted) onFailure(`The dispatch job cannot be called: ${messageOf(error)}.`);
    }
  };
  const timer = setInterval(() => {
    running ??= tick().finally(() => {
      running = undefined;
    });
  }, everyMs);
  const stop = async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
  return { stop };
}
