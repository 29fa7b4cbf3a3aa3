import { StartError } from "../start/start-error.ts";

const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/**
 * Whether a trigger is due in the minute of a time, UTC. Weekdays by name: their numbers differ by platform.
 */
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
