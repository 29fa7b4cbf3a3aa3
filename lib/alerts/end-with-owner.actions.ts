import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { type EndReason, endOwned } from "./end-owned.ts";
import { type Ends, findOwned, type Owners, type WithEnds } from "./incidents.queries.ts";
import { ALERT_LIMITS } from "./limits.ts";

export type EndPorts = Pick<Services, "db" | "clock" | "random">;

/**
 * Does something to devices that ends their alerts, in one commit. Of an ingest at the same moment the one or
 * the other is first: an alert that it opens is found and ended in the next attempt, or finds its device
 * gone. Null: given up, which somebody who never rests can bring about.
 */
export async function endWithOwner<T>(
  { db, clock, random }: EndPorts,
  owners: Owners,
  reason: EndReason,
  commit: (ends: Ends) => Promise<WithEnds<T>>,
): Promise<T | null> {
  for (let attempt = 0; attempt < ALERT_LIMITS.judgeAttemptsMax; attempt += 1) {
    const now = clock();
    const owned = owners.deviceIds.length === 0 ? null : await findOwned(db, owners);
    const changes = owned === null ? [] : endOwned(owned.episodes, owned.quiet, reason, now.getTime());
    const identified = changes.map((change) => ({ ...change, alertId: newId(ID_PREFIXES.alert, random) }));
    const done = await commit({ owners, changes: identified, now });
    if (done.outcome === "done") return done.value;
  }
  return null;
}
