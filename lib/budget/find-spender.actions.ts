import type { Services } from "../kernel/services.actions.ts";
import { ipBucket } from "../people/ip-bucket.ts";
import type { Acting } from "../people/items.ts";
import { networkOf } from "../people/network.ts";
import type { Spender } from "./budget.ts";
import { findStanding } from "./standing.queries.ts";
import { isEstablished } from "./standing.ts";

/** What an act of a home's person, key or token is counted by. */
export async function findSpender(
  { db, clock }: Pick<Services, "db" | "clock">,
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
