import { SILENT_CLOCK } from "../../schema/vocabulary.ts";
import type { ChatWebhook } from "../kernel/ports.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { findUntoldSilence, openIncident } from "../status/faults.queries.ts";

/** How often an instance that takes readings checks that the clock is alive. */
const WATCH_MS = 5 * MINUTE_MS;

/** Starts a check and returns the promise of its end, or returns null if it is too early for a check. */
export type WatchClock = () => Promise<void> | null;

type Watching = Pick<CoreServices, "db" | "clock"> & {
  /** Asks the cron function, which alone sends mail, to notify the operators; throws if it doesn't respond. */
  reportSilence: () => Promise<void>;
  chat: ChatWebhook | null;
};

/**
 * Checks, on instances that take readings, that the clock is alive: a dead clock can't report itself. Checks rarely, so
 * that a post costs nothing.
 */
export function clockWatch(services: Watching): WatchClock {
  let nextCheckMs = 0;
  return () => {
    const nowMs = services.clock().getTime();
    if (nowMs < nextCheckMs) return null;
    nextCheckMs = nowMs + WATCH_MS;
    return check(services);
  };
}

/**
 * Reports a silent clock through the cron function. If that doesn't respond, opens the incident and writes to the
 * operators' chat; without a chat, leaves the incident to the cron function, which also sends mail.
 */
async function check({ db, clock, reportSilence, chat }: Watching): Promise<void> {
  const at = clock();
  const lastTick = await findUntoldSilence(db, at);
  if (lastTick === null) return;
  try {
    await reportSilence();
  } catch (error) {
    if (chat !== null) {
      const reason = `The cron function doesn't answer, and its clock last ticked at ${lastTick.toISOString()}.`;
      const isFirst = await openIncident(db, { subject: SILENT_CLOCK, reason, at });
      if (isFirst) await chat(`Hearthwatch: The clock is silent. ${reason}`);
    }
    throw error;
  }
}
