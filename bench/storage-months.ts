import { Client } from "pg";
import {
  BUCKET_MS,
  type Bucket,
  bucketsOf,
  PARTS_A_MONTH,
  SEALED_TIERS,
  type SealedTier,
  utcDayOf,
} from "../lib/history/buckets.ts";
import { sealMonths } from "../lib/history/seal-months.actions.ts";
import { bucketOfMs } from "../lib/history/tables.queries.ts";
import { openDatabase } from "../lib/kernel/db.queries.ts";
import { addDevices, type BenchServer } from "./bench-database.ts";
import { forkSqlEndpoint } from "./endpoints.ts";
import { benchServices } from "./services.ts";
import { sensorsOf, sizeOf } from "./size.ts";
import { formatTable, seeded } from "./table.ts";

const DEVICES = 60;
/** So many measure something of their own; the others measure what one of them does. */
const ROOMS = 12;
const MONTH = { startMs: Date.UTC(2026, 0, 1), days: 31, next: "2026-02-01" };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HOURS_A_YEAR = 365 * 24;
const GOAL = 5;

type Walk = { start: number; step: number; parts: number };

/** °F in tenths, humidity in halves, CO2 in whole ppm. */
const SENSORS: Walk[] = [
  { start: 68, step: 0.15, parts: 10 },
  { start: 45, step: 0.4, parts: 2 },
  { start: 600, step: 12, parts: 1 },
];

/** A sensor that is heard each minute, and drawn back to where it began as a room is. */
function bucketsOfSensor({ start, step, parts }: Walk, chance: () => number): Record<SealedTier, Bucket[]> {
  let level = start;
  const points = Array.from({ length: MONTH.days * 1_440 }, (_, minute) => {
    level += (chance() - 0.5) * step + (start - level) * 0.001 + Math.sin(minute / 229) * step * 0.02;
    const atMicros = (MONTH.startMs + minute * MINUTE_MS) * 1_000;
    return { atMicros, value: Math.round(level * parts) / parts };
  });
  return { "15m": bucketsOf(points, "15m"), "1h": bucketsOf(points, "1h") };
}

const INSERT: Record<SealedTier, string> = {
  "15m": insertInto("history_15m"),
  "1h": insertInto("history_1h"),
};

/** As the roll-up writes them: a figure that equals the mean is null. */
function insertInto(table: string): string {
  return `insert into ${table} (device_number, position, bucket, readings, mean, low, high, last)
    select $1, $2, bucket, readings, mean, nullif(low, mean), nullif(high, mean), nullif(last, mean)
    from unnest($3::integer[], $4::integer[], $5::float8[], $6::float8[], $7::float8[], $8::float8[])
      as row (bucket, readings, mean, low, high, last)`;
}

type Room = Record<SealedTier, Bucket[]>[];

function someRooms(): Room[] {
  const chance = seeded(20_261_120);
  return Array.from({ length: ROOMS }, () => SENSORS.map((walk) => bucketsOfSensor(walk, chance)));
}

/** The month's buckets, or those of one day of it, from 0. */
async function fill(client: Client, rooms: readonly Room[], day: number | null = null): Promise<void> {
  const { rows } = await client.query<{ number: number; position: number }>(
    `select device.number, sensor.position from devices device join sensors sensor on sensor.device_id = device.id
     order by 1, 2`,
  );
  await client.query("select ensure_history_month($1::date)", [new Date(MONTH.startMs)]);
  for (const { number, position } of rows) {
    const buckets = rooms[number % ROOMS]?.[position - 1];
    if (buckets === undefined) throw new Error("a sensor without a series");
    for (const tier of SEALED_TIERS) {
      const aDay = DAY_MS / BUCKET_MS[tier];
      const some = day === null ? buckets[tier] : buckets[tier].slice(day * aDay, (day + 1) * aDay);
      const figures = some.map(({ aggregate }) => aggregate);
      await client.query(INSERT[tier], [
        number,
        position,
        some.map(({ startMs }) => bucketOfMs(tier, startMs)),
        figures.map(({ count }) => count),
        figures.map(({ avg }) => avg),
        figures.map(({ min }) => min),
        figures.map(({ max }) => max),
        figures.map(({ last }) => last),
      ]);
    }
  }
}

type Sealing = () => ReturnType<typeof sealMonths>;

async function withDatabase<T>(
  server: BenchServer,
  name: string,
  work: (client: Client, seal: Sealing) => Promise<T>,
): Promise<T> {
  const url = await server.addDatabase(name);
  const endpoint = await forkSqlEndpoint(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await addDevices(client, DEVICES, sensorsOf(SENSORS.length));
    const db = openDatabase({ url, endpoint: endpoint.url, pause: async () => {} });
    const services = benchServices({ db, clock: () => new Date(), report: (event) => console.error(event) });
    return await work(client, async () => {
      const run = await sealMonths(services);
      if (run.unfinished > 0) throw new Error(`Not all was sealed: ${JSON.stringify(run)}`);
      return run;
    });
  } finally {
    await client.end();
    await endpoint.stop();
  }
}

/** Bytes on disk of a month of buckets, as rows and sealed at once, of sensors that are heard each minute. */
export const storageOfMonths = (server: BenchServer): Promise<string> =>
  withDatabase(server, "months", async (client, seal) => {
    await fill(client, someRooms());
    const before = { "15m": await sizeOf(client, "history_15m"), "1h": await sizeOf(client, "history_1h") };
    await client.query("insert into sealed_days (before) values ($1)", [MONTH.next]);
    const run = await seal();
    if (run.chunks !== DEVICES * SENSORS.length * (PARTS_A_MONTH + 1))
      throw new Error(`Not all months were sealed: ${JSON.stringify(run)}`);
    const after = {
      "15m": await sizeOf(client, "history_15m_months"),
      "1h": await sizeOf(client, "history_1h_months"),
    };
    const rows = SEALED_TIERS.map((tier) => {
      const [row, sealed] = [before[tier].total / before[tier].rows, after[tier].total / before[tier].rows];
      const year = tier === "1h" ? Math.round(sealed * HOURS_A_YEAR).toLocaleString("en") : "";
      return [
        tier,
        before[tier].rows.toLocaleString("en"),
        row.toFixed(1),
        sealed.toFixed(2),
        String(GOAL),
        year,
      ];
    });
    return formatTable(["tier", "buckets", "B/row", "B/sealed bucket", "goal", "year by hour, B"], rows);
  });

/** Days behind the last one that is over, in which readings may still come. */
const LATE_DAYS = 7;
const OPEN_GOAL = 60;
/** What PostgreSQL comes with: a table is vacuumed when so many of its rows are dead, or were written since. */
const VACUUM_SHARE = 0.2;
const VACUUM_ROWS = { dead: 50, written: 1_000 };

/** As autovacuum would, which looks once a minute. */
async function vacuumWhatIsDue(client: Client): Promise<void> {
  await client.query("select pg_stat_force_next_flush()");
  const { rows } = await client.query<{ name: string }>(
    `select stat.relid::regclass::text as name
     from pg_stat_user_tables stat join pg_class on pg_class.oid = stat.relid
     where stat.relname ~ '^history_1' and (
       n_dead_tup > $1::float8 + $3::float8 * greatest(reltuples, 0)
       or n_ins_since_vacuum > $2::float8 + $3::float8 * greatest(reltuples, 0))`,
    [VACUUM_ROWS.dead, VACUUM_ROWS.written, VACUUM_SHARE],
  );
  for (const { name } of rows) await client.query(`vacuum analyze ${name}`);
}

const ROWS: Record<SealedTier, string> = { "15m": "history_15m", "1h": "history_1h" };
const CHUNKS: Record<SealedTier, string> = { "15m": "history_15m_months", "1h": "history_1h_months" };

async function bytesOf(client: Client, ...tables: string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(relid))::float8 as bytes from unnest($1::text[]) as name,
       lateral (select relid from pg_partition_tree(name::regclass) union select name::regclass) as part`,
    [tables],
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Bytes a bucket of a month that goes on: a day's rows come as they are rolled up, what is sealed goes into chunks,
 * and what is due is vacuumed. On the last day; over all days, by their buckets; and the chunks once the month is
 * sealed. Those of hours have one table for all months: what a month leaves free in it is the next one's.
 */
export const storageOfOpenMonth = (server: BenchServer): Promise<string> =>
  withDatabase(server, "open_month", async (client, seal) => {
    const rooms = someRooms();
    const [sums, last] = [
      { "15m": 0, "1h": 0 },
      { "15m": 0, "1h": 0 },
    ];
    await client.query("insert into sealed_days (before) values ($1)", [utcDayOf(MONTH.startMs)]);
    for (let over = 1; over <= MONTH.days + LATE_DAYS; over += 1) {
      if (over <= MONTH.days) await fill(client, rooms, over - 1);
      const sealedBefore = utcDayOf(MONTH.startMs + (over - LATE_DAYS) * DAY_MS);
      await client.query("update sealed_days set before = greatest(before, $1::date)", [sealedBefore]);
      await seal();
      await vacuumWhatIsDue(client);
      if (over > MONTH.days) continue;
      for (const tier of SEALED_TIERS) {
        last[tier] = await bytesOf(client, ROWS[tier], CHUNKS[tier]);
        sums[tier] += last[tier];
      }
    }
    const daysOfAll = (MONTH.days * (MONTH.days + 1)) / 2;
    const rows: string[][] = [];
    for (const tier of SEALED_TIERS) {
      const aDay = (DEVICES * SENSORS.length * DAY_MS) / BUCKET_MS[tier];
      const sealed = (await bytesOf(client, CHUNKS[tier])) / aDay / MONTH.days;
      const shown = [last[tier] / aDay / MONTH.days, sums[tier] / aDay / daysOfAll, sealed];
      rows.push([tier, ...shown.map((bytes) => bytes.toFixed(2)), tier === "15m" ? String(OPEN_GOAL) : ""]);
    }
    return formatTable(
      ["tier", "B/bucket on the last day", "over all days", "chunks, once sealed", "goal"],
      rows,
    );
  });
