import { judgeStatus, type ShownStatus } from "../../domain/status/judge-status.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findStatusFacts } from "../../store/status-facts.ts";

/** How the service is, for anyone. */
export async function showStatus({ db, clock }: { db: Db; clock: Clock }): Promise<ShownStatus> {
  const now = clock();
  return judgeStatus(await findStatusFacts(db, now), now);
}
