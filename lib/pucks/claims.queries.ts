import { and, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { bays, puckClaims, pucks } from "../../schema/tables/companion.ts";
import { countCharges, underCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { type Db, householdLock, nameLock, underLock } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import { type Acting, entryBy } from "../people/activity.ts";
import { PUCK_LIMITS } from "./limits.ts";
import { isPuck, isTaken, voidClaims } from "./pucks.queries.ts";

type NewClaim = {
  acting: Acting;
  deviceId: string;
  nonce: string;
  expiresAt: Date;
  charges: readonly Charge[];
  now: Date;
};

/** Issues a nonce and voids the one before, unless the household had its claims of this hour. */
export async function startClaim(db: Db, claim: NewClaim): Promise<"started" | "unknown" | { full: Charge }> {
  const { acting, deviceId, charges, now: at } = claim;
  const { householdId } = acting;
  const puck = queryBuilder
    .select({ deviceId: pucks.deviceId })
    .from(pucks)
    .where(isPuck(householdId, deviceId));
  const made = insertSelect(
    puckClaims,
    {
      nonceHash: await secretHash(claim.nonce),
      householdId,
      deviceId,
      expiresAt: claim.expiresAt,
      createdAt: at,
    },
    sql`from puck, affordable returning device_id`,
  );
  const entry = entryBy(acting, at, "puck_claim_started", deviceId);
  const { row, full } = await underCharges<{ is_known: boolean }>(
    db,
    charges,
    sql`puck as ${puck}, made as (${made}), voided as (${voidClaims("made", householdId, deviceId, at)}),
      counted as (${countCharges("made")}), logged as (${logFrom("made", entry)})`,
    { select: sql`exists (select from puck) as is_known` },
  );
  if (!row?.is_known) return "unknown";
  return full === null ? "started" : { full };
}

export type PuckAndClaim = { sealedSecret: string; bayId: string | null; isOpen: boolean };

type ClaimKey = { householdId: string; deviceId: string; nonce: string };

/** A nonce is good once, for a while, until a newer one voids it. */
const isOpen = and(isNull(puckClaims.usedAt), isNull(puckClaims.voidedAt));
const isOpenAt = (now: Date) => and(isOpen, gt(puckClaims.expiresAt, now));

/** What a finish is judged by; null where the household has no such puck. */
export async function findClaim(db: Db, key: ClaimKey, now: Date): Promise<PuckAndClaim | null> {
  const nonceHash = await secretHash(key.nonce);
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({
        sealedSecret: pucks.sealedSecret,
        bayId: pucks.bayId,
        isOpen: sql<boolean>`coalesce(${isOpenAt(now)}, false)`,
      })
      .from(pucks)
      .leftJoin(
        puckClaims,
        and(
          eq(puckClaims.nonceHash, nonceHash),
          eq(puckClaims.deviceId, pucks.deviceId),
          eq(puckClaims.householdId, pucks.householdId),
        ),
      )
      .where(isPuck(key.householdId, key.deviceId)),
  );
  return found ?? null;
}

/** A wrong signature uses up a try; the last one voids the nonce. */
export async function countWrongTry(db: Db, { householdId, nonce }: ClaimKey, at: Date): Promise<void> {
  const nonceHash = await secretHash(nonce);
  const tries = sql`${puckClaims.wrongTries} + 1`;
  const voidedAt = sql`case when ${tries} >= ${PUCK_LIMITS.claimWrongTriesMax}::integer
    then ${at.toISOString()}::timestamptz end`;
  await db("once", (queries) =>
    queries
      .update(puckClaims)
      .set({ wrongTries: tries, voidedAt })
      .where(and(eq(puckClaims.nonceHash, nonceHash), eq(puckClaims.householdId, householdId), isOpen)),
  );
}

type Binding = {
  acting: Acting;
  deviceId: string;
  nonce: string;
  bayId: string;
  /** Null to keep the defaults: a new bay gets its id as its name, and the whole home. */
  name: string | null;
  space: string | null;
  now: Date;
};

type Bound = "bound" | "gone" | "full" | "taken";

type Row = { is_bound: boolean; is_full: boolean; is_taken: boolean };

/**
 * Uses the nonce up and, where this call did, makes or finds the bay and binds the puck to the household. Of
 * many who finish at once, in one household or in several, one wins.
 */
export async function bindBay(db: Db, binding: Binding): Promise<Bound> {
  const nonceHash = await secretHash(binding.nonce);
  const locks = [householdLock(binding.acting.householdId), nameLock([`puck ${binding.deviceId}`])] as const;
  const row = await underLock<Row>(db, locks, bindStatement(binding, nonceHash));
  if (row?.is_bound) return "bound";
  if (row?.is_taken) return "taken";
  return row?.is_full ? "full" : "gone";
}

function bindStatement({ acting, deviceId, bayId, name, space, now }: Binding, nonceHash: Uint8Array): SQL {
  const { householdId } = acting;
  const entry = entryBy(acting, now, "puck_claimed", deviceId, { bay_id: bayId });
  const otherBays = and(eq(bays.householdId, householdId), ne(bays.bayId, bayId));
  const used = queryBuilder
    .update(puckClaims)
    .set({ usedAt: now })
    .from(sql`others`)
    .where(
      and(
        eq(puckClaims.nonceHash, nonceHash),
        eq(puckClaims.deviceId, deviceId),
        eq(puckClaims.householdId, householdId),
        isOpenAt(now),
        sql`not others.is_full and not others.is_taken`,
      ),
    )
    .returning({ deviceId: puckClaims.deviceId });
  const bay = insertSelect(
    bays,
    { householdId, bayId, name: name ?? bayId, space, updatedAt: now, createdAt: now },
    sql`from used
      on conflict (household_id, bay_id) do update set name = coalesce(${name}, ${bays.name}),
        space = coalesce(${space}, ${bays.space}), updated_at = excluded.updated_at
      returning bay_id`,
  );
  const bound = queryBuilder
    .update(pucks)
    .set({
      bayId: sql`bay.bay_id`,
      boundAt: sql`coalesce(${pucks.boundAt}, ${sql.param(now, pucks.boundAt)})`,
    })
    .from(sql`used, bay`)
    .where(and(eq(pucks.deviceId, sql`used.device_id`), eq(pucks.householdId, householdId)))
    .returning({ deviceId: pucks.deviceId });
  return sql`
    with others as (
      select ${queryBuilder.$count(bays, otherBays)} >= ${PUCK_LIMITS.householdBaysMax}::bigint as is_full,
        ${isTaken(householdId, deviceId)} as is_taken),
    used as ${used}, bay as (${bay}), bound as ${bound},
    logged as (${logFrom("bound", entry)})
    select exists (select from bound) as is_bound, is_full, is_taken from others`;
}
