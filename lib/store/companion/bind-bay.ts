import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { byteaText, secretHash } from "../secret-hash.ts";
import { householdLock, nameLock } from "../under-lock.ts";

export type Binding = {
  acting: Acting;
  deviceId: string;
  nonce: string;
  bayId: string;
  /** Null where nothing is said: a new bay gets its id for a name, and the whole home. */
  name: string | null;
  space: string | null;
  now: Date;
};

export type Bound = "bound" | "gone" | "full" | "taken";

type Row = { is_bound: boolean; is_full: boolean; is_taken: boolean };

/**
 * Uses the nonce up and, where this call did, makes or finds the bay and binds the puck to the household. Of many who
 * finish at once, in one household or in several, one wins.
 */
export async function bindBay(db: Db, binding: Binding): Promise<Bound> {
  const nonceHash = byteaText(await secretHash(binding.nonce));
  const statement = bindStatement(binding, nonceHash);
  const [, , { rows }] = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(binding.acting.householdId)),
      queries.execute(nameLock([`puck ${binding.deviceId}`])),
      queries.execute<Row>(statement),
    ]),
  );
  const [row] = rows;
  if (row?.is_bound) return "bound";
  if (row?.is_taken) return "taken";
  return row?.is_full ? "full" : "gone";
}

function bindStatement({ acting, deviceId, bayId, name, space, now: at }: Binding, nonceHash: string): SQL {
  const { householdId, actor } = acting;
  const now = sql`${at.toISOString()}::timestamptz`;
  const details = { bay_id: bayId };
  const entry = { householdId, at, actor, action: "puck_claimed", subject: deviceId, details } as const;
  return sql`
    with others as (
      select count(*) >= ${LIMITS.householdBaysMax}::bigint as is_full, exists (
          select from pucks where device_id = ${deviceId} and household_id <> ${householdId}
            and bound_at is not null) as is_taken
      from bays where household_id = ${householdId} and bay_id <> ${bayId}),
    used as (
      update puck_claims set used_at = ${now} from others
      where nonce_hash = ${nonceHash}::bytea and device_id = ${deviceId} and household_id = ${householdId}
        and used_at is null and voided_at is null and expires_at > ${now} and not others.is_full and not others.is_taken
      returning device_id),
    bay as (
      insert into bays (household_id, bay_id, name, space, updated_at, created_at)
      select ${householdId}, ${bayId}, ${name ?? bayId}, ${space}, ${now}, ${now} from used
      on conflict (household_id, bay_id) do update set name = coalesce(${name}, bays.name),
        space = coalesce(${space}, bays.space), updated_at = excluded.updated_at
      returning bay_id),
    bound as (
      update pucks set bay_id = bay.bay_id, bound_at = coalesce(bound_at, ${now}) from used, bay
      where pucks.device_id = used.device_id and household_id = ${householdId} returning pucks.device_id),
    logged as (${logFrom("bound", entry)})
    select exists (select from bound) as is_bound, is_full, is_taken from others`;
}
