import { and, eq, exists, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import { bays, puckClaims, pucks } from "../../../schema/tables/companion.ts";
import type { Acting } from "../../domain/acting.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { draft } from "../draft.ts";
import { insertSelect } from "../insert-select.ts";
import { secretHash } from "../secret-hash.ts";
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
 * Uses the nonce up and, where this call did, makes or finds the bay and binds the puck to the household. Of
 * many who finish at once, in one household or in several, one wins.
 */
export async function bindBay(db: Db, binding: Binding): Promise<Bound> {
  const nonceHash = await secretHash(binding.nonce);
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

function bindStatement({ acting, deviceId, bayId, name, space, now }: Binding, nonceHash: Uint8Array): SQL {
  const { householdId, actor } = acting;
  const details = { bay_id: bayId };
  const entry = { householdId, at: now, actor, action: "puck_claimed", subject: deviceId, details } as const;
  const otherBays = and(eq(bays.householdId, householdId), ne(bays.bayId, bayId));
  const taken = draft
    .select({ deviceId: pucks.deviceId })
    .from(pucks)
    .where(and(eq(pucks.deviceId, deviceId), ne(pucks.householdId, householdId), isNotNull(pucks.boundAt)));
  const used = draft
    .update(puckClaims)
    .set({ usedAt: now })
    .from(sql`others`)
    .where(
      and(
        eq(puckClaims.nonceHash, nonceHash),
        eq(puckClaims.deviceId, deviceId),
        eq(puckClaims.householdId, householdId),
        isNull(puckClaims.usedAt),
        isNull(puckClaims.voidedAt),
        gt(puckClaims.expiresAt, now),
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
  const bound = draft
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
      select ${draft.$count(bays, otherBays)} >= ${LIMITS.householdBaysMax}::bigint as is_full,
        ${exists(taken)} as is_taken),
    used as ${used}, bay as (${bay}), bound as ${bound},
    logged as (${logFrom("bound", entry)})
    select exists (select from bound) as is_bound, is_full, is_taken from others`;
}
