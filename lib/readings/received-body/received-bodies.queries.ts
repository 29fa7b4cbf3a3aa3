import { and, eq, gt } from "drizzle-orm";
import { devices } from "../../../schema/tables/device.ts";
import { receivedBodies } from "../../../schema/tables/received-body.ts";
import type { Db } from "../../kernel/db.queries.ts";
import { DAY_MS } from "../../kernel/time.ts";
import { READING_LIMITS } from "../limits.ts";
import type { ReceivedBody } from "./received-body.ts";

/** A device's last bodies, newest first; none after some days. */
export async function findReceived(
  db: Db,
  householdId: string,
  deviceId: string,
  now: Date,
): Promise<ReceivedBody[]> {
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
