import { sweepObjects } from "../emergency/card.actions.ts";
import { eraseHistory } from "../history/cut.queries.ts";
import type { Services } from "../kernel/services.actions.ts";
import { clearCallouts, deleteDue, deleteOldLogs, HOUSEKEEPING_TABLES } from "./housekeeping.queries.ts";
import { JOB_LIMITS } from "./limits.ts";

/** Deletes what has had its time, batch by batch; what is left after the rounds goes in the next hour. */
export async function keepHouse(services: Services): Promise<{ deleted: number }> {
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
