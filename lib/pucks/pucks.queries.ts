import { and, eq, exists, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { bays, puckClaims, pucks } from "../../schema/tables/companion.ts";
import type { Mood } from "../../schema/vocabulary.ts";
import type { Puck } from "../../schema/wire/companion.ts";
import { type Db, householdLock, underLock } from "../kernel/db.queries.ts";
import { insertSelect, isoTime, queryBuilder } from "../kernel/statements.queries.ts";
import { changeLogged, logFrom } from "../people/activity.queries.ts";
import { type Acting, entryBy } from "../people/activity.ts";
import { type HomePageJson, homeQuery, pageHome } from "../sharing/home-page/home-page.queries.ts";
import { PUCK_LIMITS } from "./limits.ts";

const SHOWN = {
  device_id: pucks.deviceId,
  registered_at: isoTime(pucks.registeredAt),
  bay_id: pucks.bayId,
};

export const isPuck = (householdId: string, deviceId: string) =>
  and(eq(pucks.householdId, householdId), eq(pucks.deviceId, deviceId));

/** Another household has finished a claim of it. */
export const isTaken = (householdId: string, deviceId: string): SQL =>
  exists(
    queryBuilder
      .select({ deviceId: pucks.deviceId })
      .from(pucks)
      .where(and(eq(pucks.deviceId, deviceId), ne(pucks.householdId, householdId), isNotNull(pucks.boundAt))),
  );

type PuckRegistration = { acting: Acting; deviceId: string; sealedSecret: string; now: Date };

/** A new secret voids what was begun with the old one. */
export async function registerPuck(db: Db, puck: PuckRegistration): Promise<Puck | "taken" | "full"> {
  const { householdId } = puck.acting;
  const row = await underLock<Partial<Puck> & { is_full: boolean }>(
    db,
    householdLock(householdId),
    registration(puck),
  );
  const { device_id, registered_at, bay_id } = row ?? {};
  if (device_id == null || registered_at == null) return row?.is_full ? "full" : "taken";
  return { device_id, registered_at, bay_id: bay_id ?? null };
}

function registration({ acting, deviceId, sealedSecret, now: at }: PuckRegistration): SQL {
  const { householdId } = acting;
  const others = and(eq(pucks.householdId, householdId), ne(pucks.deviceId, deviceId));
  const stored = insertSelect(
    pucks,
    { deviceId, householdId, sealedSecret, registeredAt: at },
    sql`from others where not is_full and not is_taken
      on conflict (household_id, device_id) do update
        set sealed_secret = excluded.sealed_secret, registered_at = excluded.registered_at
      returning ${pucks.deviceId}, ${isoTime(pucks.registeredAt)} as registered_at, ${pucks.bayId}`,
  );
  return sql`
    with others as (
      select ${queryBuilder.$count(pucks, others)} >= ${PUCK_LIMITS.householdPucksMax}::bigint as is_full,
        ${isTaken(householdId, deviceId)} as is_taken),
    stored as (${stored}),
    voided as (${voidClaims("stored", householdId, deviceId, at)}),
    logged as (${logFrom("stored", entryBy(acting, at, "puck_registered", deviceId))})
    select others.is_full and not others.is_taken as is_full, stored.* from others left join stored on true`;
}

/** A nonce that is on its way, for use beside a CTE named `changed`: only if that changed something. */
export const voidClaims = (changed: string, householdId: string, deviceId: string, now: Date): SQL =>
  queryBuilder
    .update(puckClaims)
    .set({ voidedAt: now })
    .where(
      and(
        eq(puckClaims.deviceId, deviceId),
        eq(puckClaims.householdId, householdId),
        isNull(puckClaims.usedAt),
        isNull(puckClaims.voidedAt),
        sql`exists (select from ${sql.identifier(changed)})`,
      ),
    )
    .getSQL();

/** False where the household has no such puck. Its bay stays. */
export async function releasePuck(db: Db, acting: Acting, deviceId: string, at: Date): Promise<boolean> {
  const { householdId } = acting;
  const released = queryBuilder
    .delete(pucks)
    .where(isPuck(householdId, deviceId))
    .returning({ deviceId: pucks.deviceId });
  const voided = voidClaims("changed", householdId, deviceId, at);
  return await changeLogged(db, released, entryBy(acting, at, "puck_released", deviceId), voided);
}

export async function listPucks(db: Db, householdId: string): Promise<Puck[]> {
  return await db("repeatable", (queries) =>
    queries
      .select(SHOWN)
      .from(pucks)
      .where(eq(pucks.householdId, householdId))
      .orderBy(pucks.registeredAt, pucks.deviceId),
  );
}

const isBay = (householdId: string, bayId: string) =>
  and(eq(bays.householdId, householdId), eq(bays.bayId, bayId));

type OverrideChange = {
  acting: Acting;
  bayId: string;
  /** Null clears. */
  mood: Mood | null;
  until: Date | null;
  now: Date;
};

/** False where the household has no such bay. */
export async function setOverride(db: Db, { acting, bayId, mood, until, now: at }: OverrideChange) {
  const action = mood === null ? "mood_override_cleared" : "mood_overridden";
  const details = { mood, until: until?.toISOString() ?? null };
  const update = queryBuilder
    .update(bays)
    .set({ moodOverride: mood, overrideUntil: until, updatedAt: at })
    .where(isBay(acting.householdId, bayId))
    .returning({ bayId: bays.bayId });
  return await changeLogged(db, update, entryBy(acting, at, action, bayId, details));
}

/** Its pucks are the household's still, and stand in no bay. False where there is no such bay. */
export async function deleteBay(db: Db, acting: Acting, bayId: string, at: Date): Promise<boolean> {
  const { householdId } = acting;
  const deleted = queryBuilder.delete(bays).where(isBay(householdId, bayId)).returning({ bayId: bays.bayId });
  const unbound = queryBuilder
    .update(pucks)
    .set({ bayId: null })
    .where(and(eq(pucks.householdId, householdId), sql`${pucks.bayId} in (select bay_id from changed)`));
  return await changeLogged(db, deleted, entryBy(acting, at, "bay_deleted", bayId), unbound);
}

export type KeptBay = typeof bays.$inferSelect;

/** A household's bays, oldest first, with the home that their moods follow from, in one call. */
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
