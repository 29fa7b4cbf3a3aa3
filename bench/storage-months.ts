import { Client } from "pg";
import { type Bucket, bucketsOf, SEALED_TIERS, type SealedTier } from "../lib/history/buckets.ts";
import { sealMonths } from "../lib/history/seal-months.actions.ts";
import { bucketOfMs } from "../lib/history/tables.queries.ts";
import { openDatabase } from "../lib/kernel/db.queries.ts";
import { addDevices, type BenchServer } from "./bench-database.ts";
import { forkSqlEndpoint } from "./endpoints.ts";
import { sensorsOf, sizeOf } from "./storage-layouts.ts";
import { formatTable, seeded } from "./table.ts";

const DEVICES = 60;
/** So many measure something of their own; the others measure what one of them does. */
const ROOMS = 12;
const MONTH = { startMs: Date.UTC(2026, 0, 1), days: 31, next: "2026-02-01" };
const MINUTE_MS = 60_000;
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

async function fill(client: Client): Promise<void> {
  const chance = seeded(20_261_120);
  const rooms = Array.from({ length: ROOMS }, () => SENSORS.map((walk) => bucketsOfSensor(walk, chance)));
  const { rows } = await client.query<{ number: number; position: number }>(
    `select device.number, sensor.position from devices device join sensors sensor on sensor.device_id = device.id
     order by 1, 2`,
  );
  await client.query("select ensure_history_month($1::date)", [new Date(MONTH.startMs)]);
  for (const { number, position } of rows) {
    const buckets = rooms[number % ROOMS]?.[position - 1];
    if (buckets === undefined) throw new Error("a sensor without a series");
    for (const tier of SEALED_TIERS) {
      const figures = buckets[tier].map(({ aggregate }) => aggregate);
      await client.query(INSERT[tier], [
        number,
        position,
        buckets[tier].map(({ startMs }) => bucketOfMs(tier, startMs)),
        figures.map(({ count }) => count),
        figures.map(({ avg }) => avg),
        figures.map(({ min }) => min),
        figures.map(({ max }) => max),
        figures.map(({ last }) => last),
      ]);
    }
  }
}

async function seal(url: string): Promise<void> {
  const endpoint = await forkSqlEndpoint(url);
  try {
    const db = openDatabase({ url, endpoint: endpoint.url, pause: async () => {} });
    const run = await sealMonths({ db, clock: () => new Date(), report: (event) => console.error(event) });
    if (run.months !== DEVICES * SENSORS.length * SEALED_TIERS.length || run.unfinished > 0)
      throw new Error(`Not all months were sealed: ${JSON.stringify(run)}`);
  } finally {
    await endpoint.stop();
  }
}

/** Bytes on disk of a month of buckets, as rows and sealed, of sensors that are heard each minute. */
export async function storageOfMonths(server: BenchServer): Promise<string> {
  const url = await server.addDatabase("months");
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await addDevices(client, DEVICES, sensorsOf(SENSORS.length));
    await fill(client);
    const before = { "15m": await sizeOf(client, "history_15m"), "1h": await sizeOf(client, "history_1h") };
    await client.query("insert into sealed_days (before) values ($1)", [MONTH.next]);
    await seal(url);
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
  } finally {
    await client.end();
  }
}
