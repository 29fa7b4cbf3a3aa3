import { SILENT_CLOCK } from "../../schema/vocabulary.ts";
import type { ChatWebhook } from "../kernel/ports.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { findUntoldSilence, openIncident } from "../status/faults.queries.ts";

/** How often an instance that takes readings checks that the clock is alive. */
const WATCH_MS = 5 * MINUTE_MS;

/** What is left to do after the answer; null where it is not yet time to look. */
export type WatchClock = () => Promise<void> | null;

type Watching = Pick<CoreServices, "db" | "clock"> & {
  /** Has the cron function tell the operators, which alone sends mails; throws where it doesn't answer. */
  reportSilence: () => Promise<void>;
  chat: ChatWebhook | null;
};

/**
 * The clock cannot tell of its own death; who takes readings can. Looks at most once in a while, so that a
 * post costs nothing.
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
 * The operators read it in their chat alone where the cron function doesn't answer. Without a chat the incident is left
 * for that function to open, with its mails.
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
