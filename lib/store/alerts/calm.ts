import { sql } from "drizzle-orm";
import type { PlacedBand } from "../../domain/alerts/calm/calm-band.ts";
import type { Db } from "../db.ts";

/**
 * Remembered only while what they were derived from stands: `version` is the number that the facts came with.
 */
export async function storeCalm(
  db: Db,
  deviceId: string,
  version: number,
  bands: readonly PlacedBand[],
): Promise<void> {
  const kept = bands.map(({ position, low, high }) => ({ position, low: String(low), high: String(high) }));
  await db("repeatable", (queries) =>
    queries.execute(sql`select store_calm(${deviceId}, ${version}::integer, ${JSON.stringify(kept)}::jsonb)`),
  );
}
