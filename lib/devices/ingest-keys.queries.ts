import { and, eq, gt, isNotNull, max, sql } from "drizzle-orm";
import type { ProblemName } from "../../schema/problems.ts";
import { activity } from "../../schema/tables/activity.ts";
import { devices } from "../../schema/tables/device.ts";
import type { DeviceType } from "../../schema/vocabulary.ts";
import { countCharges, underCharges } from "../budget/charges.queries.ts";
import type { Charge } from "../budget/counts.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";

type Reveal = { sealedKey: string } | { refused: ProblemName } | { full: Charge };

/** Reads a device's sealed key, counts the reveal and logs it in the home's activity, in one statement. */
export async function readSealedKey(
  db: Db,
  entry: ActivityEntry<string>,
  charges: readonly Charge[],
): Promise<Reveal> {
  const device = queryBuilder
    .select({ id: devices.id, type: devices.type, sealed: sql`${devices.sealedIngestKey}`.as("sealed") })
    .from(devices)
    .where(and(eq(devices.id, entry.subject), eq(devices.householdId, entry.householdId)));
  const { row, full } = await underCharges<{ type: DeviceType | null; sealed: string | null }>(
    db,
    charges,
    sql`device as ${device}, revealed as (select id from device, affordable where sealed is not null),
      counted as (${countCharges("revealed")}), logged as (${logFrom("revealed", entry)})`,
    { select: sql`(select type from device), (select sealed from device)` },
  );
  if (!row?.type) return { refused: "not_found" };
  if (row.sealed === null)
    return { refused: row.type === "pull" ? "not_a_push_device" : "ingest_key_not_stored" };
  return full === null ? { sealedKey: row.sealed } : { full };
}

/** Returns when a device's key was last rotated; null if it still has its first key. */
export async function findKeyReplacedAt(
  db: Db,
  { householdId, deviceId }: { householdId: string; deviceId: string },
): Promise<Date | null> {
  const [row] = await db("repeatable", (queries) =>
    queries
      .select({ at: max(activity.at) })
      .from(activity)
      .where(
        and(
          eq(activity.householdId, householdId),
          eq(activity.action, "ingest_key_rotated"),
          eq(activity.subject, deviceId),
        ),
      ),
  );
  return row?.at ?? null;
}

/** Replaces a sealed key by a resealed copy, unless the key has been rotated meanwhile. */
export async function replaceSealedKey(db: Db, replacement: { deviceId: string; from: string; to: string }) {
  const { deviceId, from, to } = replacement;
  await db("repeatable", (queries) =>
    queries
      .update(devices)
      .set({ sealedIngestKey: to })
      .where(and(eq(devices.id, deviceId), eq(devices.sealedIngestKey, from))),
  );
}

/** Returns null if the device isn't the home's, or its callout has expired. */
export async function findCallout(
  db: Db,
  { deviceId, householdId, now }: { deviceId: string; householdId: string; now: Date },
): Promise<{ sealedKey: string; until: Date } | null> {
  const [found] = await db("repeatable", (queries) =>
    queries
      .select({ sealedKey: devices.calloutIngestKey, until: devices.calloutUntil })
      .from(devices)
      .where(
        and(
          eq(devices.id, deviceId),
          eq(devices.householdId, householdId),
          isNotNull(devices.calloutIngestKey),
          gt(devices.calloutUntil, now),
        ),
      ),
  );
  if (found === undefined || found.sealedKey === null || found.until === null) return null;
  return { sealedKey: found.sealedKey, until: found.until };
}

/** Returns the hash of a device's ingest key; null if the home has no such device, or it is a pull device. */
export async function findIngestKeyHash(db: Db, householdId: string, deviceId: string) {
  const [row] = await db("repeatable", (queries) =>
    queries
      .select({ hash: devices.ingestKeyHash })
      .from(devices)
      .where(and(eq(devices.id, deviceId), eq(devices.householdId, householdId))),
  );
  return row?.hash ?? null;
}
