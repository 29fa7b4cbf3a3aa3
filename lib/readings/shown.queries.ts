import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { devices, receivedBodies } from "../../schema/tables/device.ts";
import type { Db } from "../kernel/db.queries.ts";
import { DAY_MS } from "../kernel/time.ts";
import { READING_LIMITS } from "./limits.ts";
import type { ReceivedBody } from "./received-body/received-body.ts";

/**
 * SQL for the reading that the last hour's change is measured from, as `{value, at}` in epoch milliseconds. The query
 * around it must name `devices` and `sensors` as `device` and `sensor`.
 */
export const hourBeforeJson = (at: SQL): SQL => sql`(
  select jsonb_build_object('value', earlier.values[sensor.position], 'at', epoch_ms(earlier.recorded_at))
  from snapshots earlier
  where earlier.device_number = device.number and earlier.values[sensor.position] is not null
    and earlier.recorded_at between ${at} - interval '100 minutes' and ${at} - interval '45 minutes'
  order by earlier.recorded_at desc limit 1)`;

/** SQL for when the latest value was first read, in epoch milliseconds; null if unchanged for a day. */
export const changedAtMs = (now: Date): SQL => sql`(
  select epoch_ms(after.recorded_at) from snapshots after
  where after.device_number = device.number and after.values[sensor.position] is not null
    and after.recorded_at > (
      select other.recorded_at from snapshots other
      where other.device_number = device.number
        and other.values[sensor.position] <> device.latest_values[sensor.position]
        and other.recorded_at > ${new Date(now.getTime() - DAY_MS).toISOString()}::timestamptz
      order by other.recorded_at desc limit 1)
  order by after.recorded_at limit 1)`;

/** Returns a device's last received bodies, newest first; none older than `receivedBodyDays`. */
export async function findReceived(db: Db, householdId: string, deviceId: string, now: Date) {
  const since = new Date(now.getTime() - READING_LIMITS.receivedBodyDays * DAY_MS);
  const [row] = await db("repeatable", (queries) =>
    queries
      .select({ bodies: receivedBodies.bodies })
      .from(receivedBodies)
      .innerJoin(devices, eq(devices.id, receivedBodies.deviceId))
      .where(
        and(
          eq(devices.householdId, householdId),
          eq(devices.id, deviceId),
          gt(receivedBodies.receivedAt, since),
        ),
      ),
  );
  const bodies = (row?.bodies ?? []) as ReceivedBody[];
  return bodies.filter(({ at }) => new Date(at) > since);
}
