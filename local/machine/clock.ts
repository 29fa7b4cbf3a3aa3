import { JOB_NAMES, JOBS, type Job } from "../../lib/jobs/jobs.ts";
import { messageOf } from "../../lib/kernel/text.ts";

const EVERY_MS = 15_000;
/** Jobs that also run soon after a start, because a machine may be switched off at every full hour. */
const AT_START: readonly Job[] = ["collect-history", "maintenance"];

interface ClockOptions {
  /** Runs a job as its trigger does. */
  fire(job: Job, at: Date): Promise<unknown>;
  /** Sends due messages, more often than any trigger. */
  dispatch(): Promise<void>;
  onFailure?: (line: string) => void;
}

/**
 * Fires jobs at their ticks, as the platform's clock does in the cloud. A tick missed while the machine slept is fired
 * when it wakes. A long job doesn't delay others. Silent unless something fails.
 */
export function startClock(options: ClockOptions): { stop(): Promise<void> } {
  const { onFailure = (line: string) => console.error(line) } = options;
  let isStopped = false;
  const failed = (what: string) => (error: unknown) => {
    if (!isStopped) onFailure(`${what} fails: ${messageOf(error)}.`);
  };
  const fire = (job: Job, at: Date) => void options.fire(job, at).catch(failed(`The job "${job}"`));
  const sending = repeat(EVERY_MS, () => options.dispatch().catch(failed("The dispatch job")));
  let firedMs = Date.now();
  let isFirst = true;
  const timer = setInterval(() => {
    const nowMs = Date.now();
    for (const job of JOB_NAMES) {
      const tickMs = JOBS[job].timetable.tickAt(nowMs);
      if (tickMs > firedMs) fire(job, new Date(tickMs));
      else if (isFirst && AT_START.includes(job)) fire(job, new Date(nowMs));
    }
    // Earlier than before if the clock was set back. Firing a tick again does no harm: it runs once.
    firedMs = nowMs;
    isFirst = false;
  }, EVERY_MS);
  const stop = async () => {
    clearInterval(timer);
    isStopped = true;
    await sending.stop();
  };
  return { stop };
}

/** Repeats `work`, which handles its own failures, one run at a time. A stop waits for the current run. */
export function repeat(everyMs: number, work: () => Promise<void>): { tick(): void; stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const tick = () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(tick, everyMs);
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { tick, stop };
}
