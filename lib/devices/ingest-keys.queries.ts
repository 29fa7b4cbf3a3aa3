import { and, count, eq, gt, isNotNull, max, min, sql } from "drizzle-orm";
import { activity } from "../../schema/tables/activity.ts";
import { devices } from "../../schema/tables/device.ts";
import { type Db, underLock, userLock } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { Actor } from "../people/activity.ts";
import { DEVICE_LIMITS } from "./limits.ts";

export type RevealAct = {
  deviceId: string;
  householdId: string;
  userId: string;
  actor: Actor;
  now: Date;
  /** Reveals after this count towards the limit. */
  countedSince: Date;
};

type Reveal =
  | { verdict: "read"; sealedKey: string }
  | { verdict: "unknown" | "not_stored" }
  | { verdict: "too_often"; fullSince: Date };

type RevealRow = { known: boolean; sealed: string | null; revealed: boolean; oldest: string | null };

/**
 * Reads a device's sealed key, counts the reveal and writes it to the home's activity in one statement: the
 * count is of the activity itself, so that neither is ever without the other.
 */
export async function readSealedKey(db: Db, act: RevealAct): Promise<Reveal> {
  const { deviceId, householdId, actor, now } = act;
  const entry = { householdId, at: now, actor, action: "ingest_key_revealed" as const, subject: deviceId };
  const used = queryBuilder
    .select({ reveals: count().as("reveals"), oldest: min(activity.at).as("oldest") })
    .from(activity)
    .where(
      and(
        eq(activity.actorId, act.userId),
        eq(activity.action, entry.action),
        gt(activity.at, act.countedSince),
      ),
    );
  const device = queryBuilder
    .select({ id: devices.id, sealed: sql`${devices.sealedIngestKey}`.as("sealed") })
    .from(devices)
    .where(and(eq(devices.id, deviceId), eq(devices.householdId, householdId)));
  const row = await underLock<RevealRow>(
    db,
    userLock(act.userId),
    sql`
      with used as ${used}, device as ${device},
      revealed as (
        select device.id from device, used
        where sealed is not null and reveals < ${DEVICE_LIMITS.revealsPerHour}::bigint),
      logged as (${logFrom("revealed", entry)})
      select exists (select 1 from device) as known, (select sealed from device) as sealed,
        exists (select 1 from revealed) as revealed, oldest from used`,
  );
  return toReveal(row, now);
}

function toReveal(row: RevealRow | undefined, now: Date): Reveal {
  if (!row?.known) return { verdict: "unknown" };
  if (row.sealed === null) return { verdict: "not_stored" };
  if (row.revealed) return { verdict: "read", sealedKey: row.sealed };
  return { verdict: "too_often", fullSince: row.oldest === null ? now : new Date(row.oldest) };
}

/** When a device's present key took the place of another; null where it has its first one. */
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

/** Puts a newly sealed copy in the old one's place, unless the key was rotated meanwhile. */
export async function replaceSealedKey(
  db: Db,
  replacement: { deviceId: string; from: string; to: string },
): Promise<void> {
  const { deviceId, from, to } = replacement;
  await db("repeatable", (queries) =>
    queries
      .update(devices)
      .set({ sealedIngestKey: to })
      .where(and(eq(devices.id, deviceId), eq(devices.sealedIngestKey, from))),
  );
}

type Callout = { sealedKey: string; until: Date };

/** Null where the device is not the home's, or the time to see its new key is over. */
export async function findCallout(
  db: Db,
  { deviceId, householdId, now }: { deviceId: string; householdId: string; now: Date },
): Promise<Callout | null> {
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

/** The hash of a home's device's ingest key; null where the home has no such device, or nobody posts for it. */
export async function findIngestKeyHash(
  db: Db,
  householdId: string,
  deviceId: string,
): Promise<Uint8Array | null> {
  const [row] = await db("repeatable", (queries) =>
    queries
      .select({ hash: devices.ingestKeyHash })
      .from(devices)
      .where(and(eq(devices.id, deviceId), eq(devices.householdId, householdId))),
  );
  return row?.hash ?? null;
}
