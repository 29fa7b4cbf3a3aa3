import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { Acting } from "../../domain/acting.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { underHouseholdLock } from "../household-lock.ts";
import { byteaText, secretHash } from "../secret-hash.ts";

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

export type Bound = "bound" | "gone" | "full";

type Row = { is_bound: boolean; is_full: boolean };

/** Uses the nonce up and, where this call did, makes or finds the bay and binds the puck. One of many wins. */
export async function bindBay(db: Db, binding: Binding): Promise<Bound> {
  const nonceHash = byteaText(await secretHash(binding.nonce));
  const statement = bindStatement(binding, nonceHash);
  const [row] = await underHouseholdLock<Row>(db, "once", binding.acting.householdId, statement);
  if (row?.is_bound) return "bound";
  return row?.is_full ? "full" : "gone";
}

function bindStatement({ acting, deviceId, bayId, name, space, now: at }: Binding, nonceHash: string): SQL {
  const { householdId, actor } = acting;
  const now = sql`${at.toISOString()}::timestamptz`;
  const details = { bay_id: bayId };
  const entry = { householdId, at, actor, action: "puck_claimed", subject: deviceId, details } as const;
  return sql`
    with others as (
      select count(*) >= ${LIMITS.householdBaysMax}::bigint as is_full from bays
      where household_id = ${householdId} and bay_id <> ${bayId}),
    used as (
      update puck_claims set used_at = ${now} from others
      where nonce_hash = ${nonceHash}::bytea and device_id = ${deviceId} and household_id = ${householdId}
        and used_at is null and voided_at is null and expires_at > ${now} and not others.is_full
      returning device_id),
    bay as (
      insert into bays (household_id, bay_id, name, space, updated_at, created_at)
      select ${householdId}, ${bayId}, ${name ?? bayId}, ${space}, ${now}, ${now} from used
      on conflict (household_id, bay_id) do update set name = coalesce(${name}, bays.name),
        space = coalesce(${space}, bays.space), updated_at = excluded.updated_at
      returning bay_id),
    bound as (
      update pucks set bay_id = bay.bay_id from used, bay
      where pucks.device_id = used.device_id and household_id = ${householdId} returning pucks.device_id),
    logged as (${logFrom("bound", entry)})
    select exists (select from bound) as is_bound, is_full from others`;
}
