import { ipBucket } from "../domain/account/ip-bucket.ts";
import { networkOf } from "../domain/account/network.ts";
import type { Acting } from "../domain/acting.ts";
import type { Spender } from "../domain/budget/budget.ts";
import { isEstablished } from "../domain/budget/standing.ts";
import type { Clock } from "../ports.ts";
import type { Db } from "../store/db.ts";
import { findStanding } from "../store/standing.ts";

/** What an act of a home's person, key or token is counted by. */
export async function findSpender(
  { db, clock }: { db: Db; clock: Clock },
  { householdId, actor }: Acting,
): Promise<Spender> {
  const standing = await findStanding(db, householdId);
  return {
    home: householdId,
    host: actor.ip === null ? null : ipBucket(actor.ip),
    network: networkOf(actor.ip),
    isEstablished: standing !== null && isEstablished(standing, clock().getTime()),
  };
}
