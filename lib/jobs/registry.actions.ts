import type { ReportKind } from "../../schema/vocabulary.ts";
import { sweepObjects } from "../emergency/card.actions.ts";
import { utcDayOf } from "../history/buckets.ts";
import { ALL_DEVICES, compactDays } from "../history/compact.actions.ts";
import { ensureDaysAhead } from "../history/compact.queries.ts";
import { eraseHistory } from "../history/cut.queries.ts";
import { dropExpired, shareHistory } from "../history/history-shard.actions.ts";
import { inTurn } from "../kernel/in-turn.actions.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { Counts, Trigger } from "../kernel/shards.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { SendingServices } from "../messages/attempt.actions.ts";
import { dispatch } from "../messages/dispatch.actions.ts";
import { sendLifecycleEmails } from "../messages/send-lifecycle-emails.actions.ts";
import { countCities } from "../reports/city/city.actions.ts";
import { sendReports } from "../reports/send.actions.ts";
import { collectHistory } from "./collect-history.actions.ts";
import { clearCallouts, deleteDue, deleteOldLogs, HOUSEKEEPING_TABLES } from "./housekeeping.queries.ts";
import type { Job, TimedJob } from "./jobs.ts";
import { JOB_LIMITS } from "./limits.ts";
import { catchUp } from "./run-ticks.actions.ts";

/** Runs the hourly work, each part even if another fails. */
export function maintenance(services: SendingServices, tick: Date): Promise<Counts> {
  let devices = ALL_DEVICES;
  return inTurn({
    // First, because it takes no time, and tomorrow's posts need their partition.
    "days ahead": async () => {
      await ensureDaysAhead(services.db, services.clock());
      return {};
    },
    housekeeping: () => deleteExpired(services),
    "history shards": async () => {
      const { own, shards } = await shareHistory(services, tick);
      devices = own;
      return { history_shards: shards };
    },
    // Before dropping, so that only compacted days are dropped.
    compaction: async () => named("history", await compactDays(services, { devices, isForAll: true })),
    dropping: async () => named("dropped", await dropExpired(services)),
    lifecycleEmails: () => sendLifecycleEmails(services),
    // After compaction, which stores the lowest temperatures of the past day.
    "city aggregates": () => countCities(services, utcDayOf(tick.getTime() - DAY_MS)),
    // The weekly digest has its own trigger. Here it runs only if that was missed.
    "weekly digest": () => owedReports(services, "weekly-digest", "weekly"),
    "monthly report": () => owedReports(services, "monthly-report", "monthly"),
    "quarterly report": () => owedReports(services, "quarterly-report", "quarterly"),
  });
}

async function owedReports(services: SendingServices, job: TimedJob, kind: ReportKind): Promise<Counts> {
  const ran = await catchUp(services, { job, work: (tick) => sendReports(services, kind, tick) });
  return ran.kind === "ran" ? { [`${kind}_reports`]: ran.counts.mails ?? 0 } : {};
}

/** Prefixes the names of counts; a boolean, such as "some is left for the next hour", becomes 0 or 1. */
const named = (prefix: string, counts: Record<string, number | boolean>): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [`${prefix}_${snake(name)}`, Number(count)]),
  );

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type Jobs = {
  [J in Job]: (services: SendingServices, tick: Date, trigger: Trigger) => Promise<Counts>;
};

/** The work of each job; `JOBS` has the times. */
export const WORK: Jobs = {
  "collect-history": collectHistory,
  maintenance,
  "weekly-digest": (services, tick) => sendReports(services, "weekly", tick),
  dispatch: (services, _tick, trigger) => dispatch(services, trigger),
};

/** Deletes expired rows, batch by batch. Rows left after the last round wait for the next hour. */
export async function deleteExpired(services: Services): Promise<{ deleted: number }> {
  const { db, clock } = services;
  const now = clock();
  let deleted = await clearCallouts(db, now);
  for (const table of HOUSEKEEPING_TABLES)
    deleted += await inBatches((limit) => deleteDue(db, table, now, limit));
  deleted += await inBatches((limit) => deleteOldLogs(db, now, limit));
  deleted += await inBatches((limit) => eraseHistory(db, limit), JOB_LIMITS.erasedDevicesBatch);
  deleted += await sweepObjects(services);
  return { deleted };
}

async function inBatches(
  batch: (limit: number) => Promise<number>,
  limit: number = JOB_LIMITS.housekeepingRowsMax,
): Promise<number> {
  let sum = 0;
  for (let round = 0; round < JOB_LIMITS.housekeepingRoundsMax; round += 1) {
    const deleted = await batch(limit);
    sum += deleted;
    if (deleted < limit) break;
  }
  return sum;
}
