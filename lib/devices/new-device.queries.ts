import { eq, type SQL, sql } from "drizzle-orm";
import { devices } from "../../schema/tables/device.ts";
import type { Db } from "../kernel/db.queries.ts";
import { insertSelect, queryBuilder } from "../kernel/statements.queries.ts";
import { householdLock, underLock } from "../kernel/under-lock.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import { DEVICE_LIMITS } from "./limits.ts";

/** An ingest key in the forms in which it is kept. */
export type KeptIngestKey = {
  hash: Uint8Array;
  hint: string;
  /** Null where no key vault is configured. */
  sealed: string | null;
  callout: string;
  calloutUntil: Date;
};

type NewDevice = {
  id: string;
  householdId: string;
  name: string;
  space: string;
  key: KeptIngestKey;
  now: Date;
  entry: ActivityEntry;
};

/** A push device with its activity entry; false where the household has as many as it may have. */
export async function makeDevice(db: Db, device: NewDevice): Promise<boolean> {
  const row = await underLock<{ made: boolean }>(
    db,
    householdLock(device.householdId),
    statement(device),
    "repeatable",
  );
  return row?.made === true;
}

/** A repeated attempt finds its own device by the id drawn for it. */
const statement = (device: NewDevice): SQL => sql`
  with made as (${insertDevice(device)}), logged as (${logFrom("made", device.entry)})
  select exists (select from made) or exists (select from ${devices} where ${eq(devices.id, device.id)}) as made`;

function insertDevice({ id, householdId, name, space, key, now }: NewDevice): SQL {
  const held = queryBuilder.$count(devices, eq(devices.householdId, householdId));
  return insertSelect(
    devices,
    {
      id,
      householdId,
      type: "push",
      name,
      space,
      ingestKeyHash: key.hash,
      ingestKeyHint: key.hint,
      sealedIngestKey: key.sealed,
      calloutIngestKey: key.callout,
      calloutUntil: key.calloutUntil,
      createdAt: now,
    },
    sql`where ${held} < ${DEVICE_LIMITS.householdDevicesMax}::integer on conflict (id) do nothing returning id`,
  );
}
