import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { underHouseholdLock } from "../household-lock.ts";
import { isoTime } from "../iso-time.ts";

/** As the wire has it. */
export type PuckItem = { device_id: string; registered_at: string; bay_id: string | null };

const shown = sql`device_id, ${isoTime("registered_at")} as registered_at, bay_id`;

export type PuckRegistration = { acting: Acting; deviceId: string; sealedSecret: string; now: Date };

/** A new secret voids what was begun with the old one. `taken`: another household has finished a claim of it. */
export async function registerPuck(db: Db, puck: PuckRegistration): Promise<PuckItem | "taken" | "full"> {
  const { householdId } = puck.acting;
  const [row] = await underHouseholdLock<Partial<PuckItem> & { is_full: boolean }>(
    db,
    "once",
    householdId,
    registration(puck),
  );
  const { device_id, registered_at, bay_id } = row ?? {};
  if (device_id == null || registered_at == null) return row?.is_full ? "full" : "taken";
  return { device_id, registered_at, bay_id: bay_id ?? null };
}

function registration({ acting, deviceId, sealedSecret, now: at }: PuckRegistration): SQL {
  const { householdId, actor } = acting;
  const now = sql`${at.toISOString()}::timestamptz`;
  const entry = { householdId, at, actor, action: "puck_registered", subject: deviceId } as const;
  return sql`
    with others as (
      select count(*) >= ${LIMITS.householdPucksMax}::bigint as is_full, exists (
          select from pucks where device_id = ${deviceId} and household_id <> ${householdId}
            and bound_at is not null) as is_taken
      from pucks where household_id = ${householdId} and device_id <> ${deviceId}),
    stored as (
      insert into pucks (device_id, household_id, sealed_secret, registered_at)
      select ${deviceId}, ${householdId}, ${sealedSecret}, ${now} from others where not is_full and not is_taken
      on conflict (household_id, device_id) do update
        set sealed_secret = excluded.sealed_secret, registered_at = excluded.registered_at
      returning ${shown}),
    voided as (${voidClaims("stored", householdId, deviceId, now)}),
    logged as (${logFrom("stored", entry)})
    select others.is_full and not others.is_taken as is_full, stored.* from others left join stored on true`;
}

/** A nonce that is on its way, for use beside a CTE named `changed`: only if that changed something. */
const voidClaims = (changed: string, householdId: string, deviceId: string, now: SQL): SQL => sql`
  update puck_claims set voided_at = ${now} from ${sql.identifier(changed)}
  where puck_claims.device_id = ${deviceId} and household_id = ${householdId}
    and used_at is null and voided_at is null`;

/** False where the household has no such puck. Its bay stays. */
export async function releasePuck(db: Db, acting: Acting, deviceId: string, at: Date): Promise<boolean> {
  const { householdId, actor } = acting;
  const now = sql`${at.toISOString()}::timestamptz`;
  const entry = { householdId, at, actor, action: "puck_released", subject: deviceId } as const;
  const { rows } = await db("once", (queries) =>
    queries.execute(sql`
      with released as (
        delete from pucks where device_id = ${deviceId} and household_id = ${householdId} returning device_id),
      voided as (${voidClaims("released", householdId, deviceId, now)}),
      logged as (${logFrom("released", entry)})
      select device_id from released`),
  );
  return rows.length > 0;
}

export async function listPucks(db: Db, householdId: string): Promise<PuckItem[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<PuckItem>(sql`
      select ${shown} from pucks where household_id = ${householdId} order by pucks.registered_at, device_id`),
  );
  return rows;
}
