import { HOUR_MS, MINUTE_MS, type Moment } from "../kernel/time.ts";

/**
 * A home's thermometers are looked at for whether one is stuck: at 0, 6, 12 and 18 h UTC, each home so much
 * later that they spread over two hours, in the ticks of a window.
 */
const STUDY = { everyMs: 6 * HOUR_MS, spreadMs: 2 * HOUR_MS, windowMs: 16 * MINUTE_MS } as const;

/** Milliseconds until the next study of the home; 0 while one is under way. Homes take their turns. */
export function untilStudyMs(householdId: string, now: Moment): number {
  const since = (now - offsetOf(householdId)) % STUDY.everyMs;
  return since < STUDY.windowMs ? 0 : STUDY.everyMs - since;
}

/** The same home always has the same. */
function offsetOf(householdId: string): number {
  let sum = 0;
  for (const character of householdId) sum = (sum * 31 + character.charCodeAt(0)) % 1_000_003;
  return (sum * MINUTE_MS) % STUDY.spreadMs;
}
