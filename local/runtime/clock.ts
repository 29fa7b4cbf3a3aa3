import { messageOf } from "../../lib/kernel/text.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/kernel/time.ts";
import { StartError } from "../start/start-error.ts";

const EVERY_MS = 15_000;
const ANSWER_MS_MAX = 60_000;

interface LocalClock {
  stop(): Promise<void>;
}

interface ClockOptions {
  cronSecret: string;
  /** A request to the functions that does not depend on the port. */
  post(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<{ status: number }>;
  /** The triggers of wrangler.toml, and what fires one for a minute. */
  crons: readonly string[];
  fire(cron: string, at: Date): Promise<unknown>;
  /**
   * Fired once soon after the start, whatever the time is: a machine may be switched off at every full hour.
   */
  atStart: readonly string[];
  everyMs?: number;
  now?: () => Date;
  onFailure?: (line: string) => void;
}

/**
 * What the platform's clock does on the internet: fires the triggers at their minutes. And sends what is due
 * more often than that. A job that is long at work holds up no other; silent when all is well.
 */
export function startClock(options: ClockOptions): LocalClock {
  const {
    everyMs = EVERY_MS,
    now = () => new Date(),
    onFailure = (line: string) => console.error(line),
  } = options;
  const stopped = new AbortController();
  const failed = (what: string, error: unknown) => {
    if (!stopped.signal.aborted) onFailure(`${what} fails: ${messageOf(error)}.`);
  };
  const fire = (cron: string, at: Date) =>
    void options.fire(cron, at).catch((error: unknown) => failed(`The trigger "${cron}"`, error));
  let sending: Promise<void> | undefined;
  let firedMs = minuteOf(now());
  let isFirst = true;
  const timer = setInterval(() => {
    const minute = minuteOf(now());
    const due = options.crons.filter((cron) => isDueBetween(cron, firedMs, minute));
    firedMs = Math.max(firedMs, minute);
    for (const cron of due) fire(cron, new Date(minute));
    if (isFirst) for (const cron of options.atStart) if (!due.includes(cron)) fire(cron, now());
    isFirst = false;
    sending ??= send(options, stopped.signal)
      .catch((error: unknown) => failed("The dispatch job", error))
      .finally(() => {
        sending = undefined;
      });
  }, everyMs);
  const stop = async () => {
    clearInterval(timer);
    stopped.abort();
    await sending;
  };
  return { stop };
}

/** After the first minute, to the second: one that a sleeping machine missed is fired when it wakes. */
function isDueBetween(cron: string, afterMs: number, toMs: number): boolean {
  for (let atMs = toMs; atMs > Math.max(afterMs, toMs - DAY_MS); atMs -= MINUTE_MS)
    if (isDue(cron, new Date(atMs))) return true;
  return false;
}

const minuteOf = (at: Date): number => Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;

async function send({ cronSecret, post }: ClockOptions, stopped: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS_MAX)]);
  const { status } = await post("/api/cron/dispatch", { authorization: `Bearer ${cronSecret}` }, signal);
  if (status !== 200) throw new Error(`it answers ${status}`);
}

const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** True if a trigger is due in the minute of a time, UTC. Weekdays by name: their numbers differ by platform. */
export function isDue(cron: string, at: Date): boolean {
  const [minute, hour, day, month, weekday, ...rest] = cron.trim().split(/\s+/);
  if (weekday === undefined || rest.length > 0) throw unreadable(cron);
  const isAt = (field: string | undefined, value: number): boolean => matches(field ?? "", value, cron);
  return (
    isAt(minute, at.getUTCMinutes()) &&
    isAt(hour, at.getUTCHours()) &&
    isAt(day, at.getUTCDate()) &&
    isAt(month, at.getUTCMonth() + 1) &&
    (weekday === "*" || weekday.toUpperCase() === WEEKDAYS[at.getUTCDay()])
  );
}

// A star, a star with a step and plain numbers are all that wrangler.toml uses.
function matches(field: string, value: number, cron: string): boolean {
  if (field === "*") return true;
  const step = /^\*\/(\d+)$/.exec(field)?.[1];
  if (step !== undefined) return value % Number(step) === 0;
  if (!/^\d+$/.test(field)) throw unreadable(cron);
  return value === Number(field);
}

const unreadable = (cron: string): StartError =>
  new StartError(`wrangler.toml has the trigger "${cron}", which the local clock cannot read.`);
