import { LIMITS } from "../../../schema/limits.ts";
import { judgeStatus, type ShownStatus } from "../../domain/status/judge-status.ts";
import { statusWithoutDatabase } from "../../domain/status/without-database.ts";
import type { Clock, InTime } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { StoreError } from "../../store/failure.ts";
import { findStatusFacts } from "../../store/status-facts.ts";

export type StatusPorts = {
  db: Db;
  clock: Clock;
  inTime: InTime;
  databaseSilentSince: () => Date | null;
};

/** How the service is, for anyone; within a second, also where the database does not answer. */
export async function showStatus(ports: StatusPorts): Promise<ShownStatus> {
  const now = ports.clock();
  const facts = await unlessSilent(ports, findStatusFacts(ports.db, now));
  return facts === null ? statusWithoutDatabase(ports.databaseSilentSince(), now) : judgeStatus(facts, now);
}

/** What the database says soon; null where it says nothing. */
export function unlessSilent<T>(
  { inTime }: Pick<StatusPorts, "inTime">,
  work: Promise<T>,
): Promise<T | null> {
  const answered = work.catch((error: unknown) => {
    if (error instanceof StoreError && error.failure !== "refused") return null;
    throw error;
  });
  return inTime(answered, LIMITS.statusWaitMs);
}
