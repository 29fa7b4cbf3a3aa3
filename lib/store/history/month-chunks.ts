import { type SQL, sql } from "drizzle-orm";
import { BUCKET_MS, type BucketResolution } from "../../domain/history/buckets.ts";
import { type BucketPoint, openBuckets } from "../../domain/history/codec/bucket-chunk.ts";
import { withRows } from "../../domain/history/sealed-months.ts";
import { monthAt } from "../../domain/history/utc-month.ts";
import { chunkBytes } from "./chunk-text.ts";
import type { StretchAsk } from "./item.ts";
import { isSealedTier, MONTH_TABLES } from "./month-tables.ts";
import { placeDevices } from "./place-sql.ts";

/** Asks only rows for a stretch in which no month can be sealed yet: most questions are such. */
export type BucketsAsk = StretchAsk & { mayBeSealed: boolean };

/** A chunk of a sensor's month, which may begin before the stretch and end after it. */
export type ChunkRow = { sensor_id: string; chunk: string };

export type SensorBucket = BucketPoint & { sensorId: string };

/** Selects the chunks that reach into the stretch, of each row of `place`: where nothing can be in one, none. */
export function monthChunks(resolution: BucketResolution, ask: BucketsAsk): SQL {
  if (!(isSealedTier(resolution) && ask.mayBeSealed))
    return sql`select null::text as sensor_id, null::text as chunk where false`;
  const [first, last] = [ask.fromMicros, ask.toMicros - 1].map((micros) => monthAt(micros / 1_000));
  return sql`
    select place."sensorId" as sensor_id, encode(kept.chunk, 'base64') as chunk
    from place join ${MONTH_TABLES[resolution]} kept
      on kept.device_number = place."deviceNumber" and kept.position = place.position
    where kept.device_number = any ${placeDevices(ask)} and kept.month >= ${first}::date and kept.month <= ${last}::date`;
}

/** The buckets of chunks that lie in the stretch. */
export function openMonths(
  resolution: BucketResolution,
  { fromMicros, toMicros }: StretchAsk,
  chunks: readonly ChunkRow[],
): SensorBucket[] {
  const micros = BUCKET_MS[resolution] * 1_000;
  return chunks.flatMap(({ sensor_id: sensorId, chunk }) =>
    openBuckets(chunkBytes(chunk))
      .filter(({ bucket }) => bucket * micros >= fromMicros && bucket * micros < toMicros)
      .map((bucket) => ({ sensorId, ...bucket })),
  );
}

/** What rows and chunks are together, sensor by sensor. */
export function withSealed(rows: readonly SensorBucket[], sealed: readonly SensorBucket[]): SensorBucket[] {
  const rowsOf = Map.groupBy(rows, ({ sensorId }) => sensorId);
  const sealedOf = Map.groupBy(sealed, ({ sensorId }) => sensorId);
  const sensorIds = new Set([...rowsOf.keys(), ...sealedOf.keys()]);
  return [...sensorIds].flatMap((id) => withRows(sealedOf.get(id) ?? [], rowsOf.get(id) ?? []));
}
