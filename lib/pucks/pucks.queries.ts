import { and, eq, exists, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { bays, puckClaims, pucks } from "../../schema/tables/companion.ts";
import type { Puck } from "../../schema/wire/companion.ts";
import { countCharges, underCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import { type Db, householdLock, nameLock, underLock } from "../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder, secretHash } from "../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import type { Act, ActivityEntry } from "../people/activity.ts";
import { type HomePageJson, homeQuery, pageHome } from "../sharing/home-page/home-page.queries.ts";
import { PUCK_LIMITS } from "./limits.ts";

/** The condition for the puck that is the entry's subject. */
const isPuck = ({ householdId, subject }: ActivityEntry<string>) =>
  and(eq(pucks.householdId, householdId), eq(pucks.deviceId, subject));

/** The condition that another home has finished a claim of this puck. */
const isTaken = ({ householdId, subject }: ActivityEntry<string>): SQL =>
  exists(
    queryBuilder
      .select({ deviceId: pucks.deviceId })
      .from(pucks)
      .where(and(eq(pucks.deviceId, subject), ne(pucks.householdId, householdId), isNotNull(pucks.boundAt))),
  );

/** Registers a puck, or replaces its secret. A new secret voids the claims that were started with the old one. */
export async function registerPuck(db: Db, entry: ActivityEntry<string>, sealedSecret: string) {
  const { householdId, subject: deviceId, at: registeredAt } = entry;
  const others = and(eq(pucks.householdId, householdId), ne(pucks.deviceId, deviceId));
  const stored = insertSelect(
    pucks,
    { deviceId, householdId, sealedSecret, registeredAt },
    sql`from others where not is_full and not is_taken
      on conflict (household_id, device_id) do update
        set sealed_secret = excluded.sealed_secret, registered_at = excluded.registered_at
      returning ${pucks.deviceId}, ${isoTime(pucks.registeredAt)} as registered_at, ${pucks.bayId}`,
  );
  const row = await underLock<{ is_taken: boolean; puck: Puck | null }>(
    db,
    householdLock(householdId),
    sql`
      with others as (
        select ${queryBuilder.$count(pucks, others)} >= ${PUCK_LIMITS.householdPucksMax}::bigint as is_full,
          ${isTaken(entry)} as is_taken),
      stored as (${stored}),
      voided as (${voidClaims("stored", entry)}),
      logged as (${logFrom("stored", entry)})
      select is_taken, (select to_json(stored) from stored) as puck from others`,
  );
  return row?.puck ?? (row?.is_taken ? "puck_taken" : "too_many");
}

/** The update that voids a puck's open nonces, but only if the CTE `changed` has a row. */
const voidClaims = (changed: string, { householdId, subject, at }: ActivityEntry<string>): SQL =>
  queryBuilder
    .update(puckClaims)
    .set({ voidedAt: at })
    .where(
      and(
        eq(puckClaims.deviceId, subject),
        eq(puckClaims.householdId, householdId),
        isNull(puckClaims.usedAt),
        isNull(puckClaims.voidedAt),
        sql`exists (select from ${sql.identifier(changed)})`,
      ),
    )
    .getSQL();

/** Deletes a puck; returns false if the home has no such puck. Its bay stays. */
export function releasePuck(db: Db, entry: ActivityEntry<string>) {
  const released = queryBuilder.delete(pucks).where(isPuck(entry)).returning({ deviceId: pucks.deviceId });
  return changeLogged(db, released, entry, voidClaims("changed", entry));
}

export const listPucks = (db: Db, householdId: string): Promise<Puck[]> =>
  db("repeatable", (queries) =>
    queries
      .select({
        device_id: pucks.deviceId,
        registered_at: isoTime(pucks.registeredAt),
        bay_id: pucks.bayId,
      })
      .from(pucks)
      .where(eq(pucks.householdId, householdId))
      .orderBy(pucks.registeredAt, pucks.deviceId),
  );

const isBay = ({ householdId, subject }: ActivityEntry<string>) =>
  and(eq(bays.householdId, householdId), eq(bays.bayId, subject));

/** Sets a bay's override; returns false if the home has no such bay. */
export function setOverride(
  db: Db,
  entry: ActivityEntry<string>,
  set: Pick<KeptBay, "moodOverride" | "overrideUntil">,
) {
  const update = queryBuilder
    .update(bays)
    .set({ ...set, updatedAt: entry.at })
    .where(isBay(entry))
    .returning({ bayId: bays.bayId });
  return changeLogged(db, update, entry);
}

/** Deletes a bay; returns false if the home has no such bay. Its pucks stay the home's, without a bay. */
export function deleteBay(db: Db, entry: ActivityEntry<string>) {
  const deleted = queryBuilder.delete(bays).where(isBay(entry)).returning({ bayId: bays.bayId });
  const unbound = queryBuilder
    .update(pucks)
    .set({ bayId: null })
    .where(
      and(eq(pucks.householdId, entry.householdId), sql`${pucks.bayId} in (select bay_id from changed)`),
    );
  return changeLogged(db, deleted, entry, unbound);
}

export type KeptBay = typeof bays.$inferSelect;

/** Finds a home's bays, oldest first, with the home's facts for their moods, in one call. */
export async function findBays(db: Db, householdId: string) {
  const [kept, { rows }] = await db("repeatable", (queries) =>
    queries.batch([
      queries
        .select()
        .from(bays)
        .where(eq(bays.householdId, householdId))
        .orderBy(bays.createdAt, bays.bayId),
      queries.execute<{ home: HomePageJson }>(homeQuery(householdId)),
    ]),
  );
  return { bays: kept, home: rows[0] === undefined ? null : pageHome(rows[0].home) };
}

/** Issues a nonce and voids the earlier one. Returns the full charge if the home has used up its budget of claims. */
export async function startClaim(
  db: Db,
  entry: ActivityEntry<string>,
  { nonce, expiresAt }: { nonce: string; expiresAt: Date },
  charges: readonly Charge[],
): Promise<"started" | "not_found" | Charge> {
  const { householdId, subject: deviceId, at: createdAt } = entry;
  const puck = queryBuilder.select({ deviceId: pucks.deviceId }).from(pucks).where(isPuck(entry));
  const made = insertSelect(
    puckClaims,
    { nonceHash: await secretHash(nonce), householdId, deviceId, expiresAt, createdAt },
    sql`from puck, affordable returning device_id`,
  );
  const { row, full } = await underCharges<{ is_known: boolean }>(
    db,
    charges,
    sql`puck as ${puck}, made as (${made}), voided as (${voidClaims("made", entry)}),
      counted as (${countCharges("made")}), logged as (${logFrom("made", entry)})`,
    { select: sql`exists (select from puck) as is_known` },
  );
  return row?.is_known ? (full ?? "started") : "not_found";
}

/** A nonce works once, until it expires or a newer one voids it. */
const isOpen = and(isNull(puckClaims.usedAt), isNull(puckClaims.voidedAt));
const isOpenAt = (now: Date) => and(isOpen, gt(puckClaims.expiresAt, now));

/** Finds the facts for finishing a claim; null if the home has no such puck. */
export async function findClaim(db: Db, entry: ActivityEntry<string>, nonce: string) {
  const nonceHash = await secretHash(nonce);
  const [found = null] = await db("repeatable", (queries) =>
    queries
      .select({
        sealedSecret: pucks.sealedSecret,
        bayId: pucks.bayId,
        isOpen: sql<boolean>`coalesce(${isOpenAt(entry.at)}, false)`,
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
      .where(isPuck(entry)),
  );
  return found;
}

/** Counts a wrong signature. The last allowed one voids the nonce. */
export async function countWrongTry(db: Db, { householdId, at }: Act, nonce: string): Promise<void> {
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

/** If `name` or `space` is null, an existing bay keeps its own; a new bay gets its id as name, and the whole home. */
type Binding = { nonce: string; bayId: string; name: string | null; space: string | null };

/**
 * Uses up the nonce and, only if this call did, creates or finds the bay and binds the puck to it. Of concurrent calls,
 * even from several homes, only one wins.
 */
export async function bindBay(
  db: Db,
  entry: ActivityEntry<string>,
  binding: Binding,
): Promise<"bound" | "puck_taken" | "too_many" | "claim_gone"> {
  const nonceHash = await secretHash(binding.nonce);
  const locks = [householdLock(entry.householdId), nameLock([`puck ${entry.subject}`])] as const;
  const statement = bindStatement(entry, binding, nonceHash);
  const row = await underLock<{ is_bound: boolean; is_full: boolean; is_taken: boolean }>(
    db,
    locks,
    statement,
  );
  if (row?.is_bound) return "bound";
  if (row?.is_taken) return "puck_taken";
  return row?.is_full ? "too_many" : "claim_gone";
}

function bindStatement(entry: ActivityEntry<string>, { bayId, name, space }: Binding, nonceHash: Uint8Array) {
  const { householdId, subject: deviceId, at: now } = entry;
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
        ${isTaken(entry)} as is_taken),
    used as ${used}, bay as (${bay}), bound as ${bound},
    logged as (${logFrom("bound", entry)})
    select exists (select from bound) as is_bound, is_full, is_taken from others`;
}
