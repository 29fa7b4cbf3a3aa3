import { sql } from "drizzle-orm";
import { keepingOf, type StoredPlan } from "../../domain/history/keeping.ts";
import type { Keeping } from "../../domain/history/retention.ts";
import type { UtcDay } from "../../domain/history/utc-day.ts";
import type { Db } from "../db.ts";

/** Nothing is sealed before the first run. */
const NEVER: UtcDay = "1970-01-01";

/** What a device's household keeps, and up to where history is sealed. */
export async function findKeeping(
  db: Db,
  deviceNumber: number,
  nowMs: number,
): Promise<{ keeping: Keeping; sealedBefore: UtcDay }> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<StoredPlan & { sealedBefore: UtcDay | null }>(sql`
      select home.plan, epoch_ms(home.trial_ends_at) as "trialEndsAtMs",
        epoch_ms(home.downgraded_at) as "downgradedAtMs",
        (select before::text from sealed_days) as "sealedBefore"
      from devices device join households home on home.id = device.household_id
      where device.number = ${deviceNumber}::integer`),
  );
  const [row] = rows;
  const keeping: Keeping = row === undefined ? { plan: "free", downgradedAtMs: null } : keepingOf(row, nowMs);
  return { keeping, sealedBefore: row?.sealedBefore ?? NEVER };
}
