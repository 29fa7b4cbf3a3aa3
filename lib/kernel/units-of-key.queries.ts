import { sql } from "drizzle-orm";
import type { Db } from "./db.queries.ts";
import { byteaText, secretHash } from "./secret-hash.queries.ts";

/** The units of a key's sensors by their keys, as they are now. */
export async function findUnitsOfKey(
  db: Db,
  ingestKey: string,
): Promise<Map<string, { unit: string | null; isAssumed: boolean }>> {
  const keyHash = byteaText(await secretHash(ingestKey));
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ key: string; unit: string | null; is_assumed: boolean }>(sql`
      select sensor.key, sensor.unit, sensor.unit_source is not distinct from 'assumed' as is_assumed
      from sensors sensor join devices device on device.id = sensor.device_id
      where device.ingest_key_hash = ${keyHash}::bytea`),
  );
  return new Map(rows.map(({ key, unit, is_assumed: isAssumed }) => [key, { unit, isAssumed }]));
}
