import type { WatchServices } from "../kernel/services.actions.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { FAULTS } from "../language/languages.ts";
import { type News, tellOperators } from "../messages/operators.actions.ts";
import { closeIncident, findLastTick } from "../status/faults.queries.ts";
import { isClockSilent, SILENT_CLOCK } from "../status/judge-status.ts";
import { JOB_LIMITS } from "./limits.ts";

/** What is left to do after the answer; null where it is not yet time to look. */
export type WatchClock = () => Promise<void> | null;

/**
 * The clock cannot tell of its own death; who takes readings can. Looks at most once in a while, so that a
 * post costs nothing, and tells the operators once. A ledger without a run is a clock that was never set up.
 */
export function clockWatch(services: WatchServices): WatchClock {
  let nextCheckMs = 0;
  return () => {
    const nowMs = services.clock().getTime();
    if (nowMs < nextCheckMs) return null;
    nextCheckMs = nowMs + JOB_LIMITS.clockWatchMinutes * MINUTE_MS;
    return check(services);
  };
}

async function check(services: WatchServices): Promise<void> {
  const last = await findLastTick(services.db);
  if (last === null || !isClockSilent(last, services.clock())) return;
  const isFirst = await tellOperators(services, {
    subject: SILENT_CLOCK,
    faultIn: (language) => FAULTS[language].clockSilent("collect-history", last.toISOString()),
  });
  if (isFirst) await services.wake();
}

/** Of a part of the machine that only the process on it can see, such as its disk: the operators are told once. */
export async function openTrouble(services: WatchServices, trouble: News): Promise<void> {
  if (await tellOperators(services, trouble)) await services.wake();
}

export const closeTrouble = (services: WatchServices, subject: string): Promise<void> =>
  closeIncident(services.db, subject, services.clock());
