import { StoreError } from "../kernel/failure.queries.ts";
import type { Report } from "../kernel/ports.ts";
import { HISTORY_LIMITS } from "./limits.ts";

/**
 * Lets a run go on behind a batch that the database refuses or does not get through in time: one device's odd
 * day must not stand in everybody's way. Null for such a batch; what was in it stays as it was, for the next
 * run.
 * @throws StoreError where nothing was executed at all, and after some failures: then it is not one device
 */
export type Guarded = <T>(day: string, work: () => Promise<T>) => Promise<T | null>;

export function guarded(report: Report): Guarded {
  let failures = 0;
  return async (day, work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreError) || error.failure === "not_executed") throw error;
      failures += 1;
      if (failures >= HISTORY_LIMITS.historyFailuresMax) throw error;
      report({ level: "error", event: "history_batch_failed", day, reason: error.message });
      return null;
    }
  };
}
