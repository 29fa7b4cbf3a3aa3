import type { Client } from "pg";
import { BUCKET_MS, mergedBuckets, utcDayOf } from "../../lib/history/buckets.ts";
import { type Bucket, sealBuckets, sealReadings } from "../../lib/history/codec.ts";
import { oldBuckets, oldReadings } from "./chunks-0.1.0.ts";

const CHUNKS_PAGE = 1_000;

/** Where 0.1.0 kept a tier: in rows first, in chunks of several days later. */
const TIERS = [
  { resolution: "15m", rows: "history_15m", chunks: "history_15m_months", into: "history_15m_chunks" },
  { resolution: "1h", rows: "history_1h", chunks: "history_1h_months", into: "history_1h_chunks" },
] as const;

/** Writes the history of 0.1.0 as chunks of today, and drops its tables. Within the transaction of the migrations. */
export async function upgradeHistory(client: Client): Promise<void> {
  await upgradeReadings(client);
  for (const tier of TIERS) {
    const { rows: devices } = await client.query<{ number: number }>(
      `select device_number as number from ${tier.rows} union select device_number from ${tier.chunks}`,
    );
    for (const { number } of devices) await upgradeTier(client, tier, number);
  }
  await client.query("drop table history_15m, history_15m_months, history_1h, history_1h_months");
}

type ReadingsRow = { device_number: number; position: number; day: string; chunk: Buffer };

async function upgradeReadings(client: Client): Promise<void> {
  type Place = Pick<ReadingsRow, "device_number" | "position" | "day">;
  let after: Place | undefined = { device_number: 0, position: 0, day: "1970-01-01" };
  while (after !== undefined) {
    const { rows }: { rows: ReadingsRow[] } = await client.query<ReadingsRow>(
      `select device_number, position, day::text, chunk from history_chunks
       where (device_number, position, day) > ($1::integer, $2::smallint, $3::date)
       order by device_number, position, day limit $4`,
      [after.device_number, after.position, after.day, CHUNKS_PAGE],
    );
    await client.query(
      `update history_chunks kept set chunk = new.chunk
       from unnest($1::integer[], $2::smallint[], $3::date[], $4::bytea[]) as new (number, position, day, chunk)
       where kept.device_number = new.number and kept.position = new.position and kept.day = new.day`,
      [
        rows.map(({ device_number }) => device_number),
        rows.map(({ position }) => position),
        rows.map(({ day }) => day),
        rows.map(({ chunk }) => Buffer.from(sealReadings(oldReadings(chunk)))),
      ],
    );
    after = rows.at(-1);
  }
}

type BucketRow = Record<"position" | "bucket" | "count" | "avg" | "min" | "max" | "last", number>;

async function upgradeTier(client: Client, tier: (typeof TIERS)[number], device: number): Promise<void> {
  const { rows: loose } = await client.query<BucketRow>(
    `select position, bucket, readings as count, mean as avg, coalesce(low, mean) as min, coalesce(high, mean) as max,
       coalesce(last, mean) as last from ${tier.rows} where device_number = $1 order by bucket`,
    [device],
  );
  const { rows: sealed } = await client.query<{ position: number; chunk: Buffer }>(
    `select position, chunk from ${tier.chunks} where device_number = $1 order by month`,
    [device],
  );
  const buckets = [
    ...sealed.flatMap(({ position, chunk }) => oldBuckets(chunk).map((bucket) => ({ position, ...bucket }))),
    ...loose,
  ];
  for (const [position, own] of Map.groupBy(buckets, (bucket) => bucket.position)) {
    const dayOf = ({ bucket }: Bucket) => utcDayOf(bucket * BUCKET_MS[tier.resolution]);
    const days = [...Map.groupBy(mergedBuckets(own), dayOf)];
    await client.query(
      `select ensure_history_month(day) from (
         select distinct date_trunc('month', day)::date as day from unnest($1::date[]) as day) months`,
      [days.map(([day]) => day)],
    );
    await client.query(
      `insert into ${tier.into} (device_number, position, day, chunk)
       select $1, $2, day, chunk from unnest($3::date[], $4::bytea[]) as new (day, chunk)`,
      [device, position, days.map(([day]) => day), days.map(([, ofDay]) => Buffer.from(sealBuckets(ofDay)))],
    );
  }
}
