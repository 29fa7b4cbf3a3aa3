// npm run bench storage: bytes a quarter hour and an hour of a sensor on disk
// Measures a month of sensors with a reading each minute, as chunks with their indexes. For the bytes of a raw reading
// see `npm run bench history`.
import { Client } from "pg";
import { bucketsOf, utcDayOf } from "../lib/history/buckets.ts";
import { type Point, sealBuckets } from "../lib/history/codec.ts";
import { addDevices, startBenchServer } from "./bench-database.ts";
import { sensorsOf, sizeOf } from "./size.ts";
import { formatTable, seeded } from "./table.ts";

const DEVICES = 60;
/** The number of different rooms; further devices repeat the values of a room. */
const ROOMS = 12;
const MONTH = { startMs: Date.UTC(2026, 0, 1), days: 31 };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HOURS_A_YEAR = 365 * 24;
const TIERS = {
  "15m": { table: "history_15m_chunks", aDay: 96 },
  "1h": { table: "history_1h_chunks", aDay: 24 },
};

type Walk = { start: number; step: number; parts: number };

/** °F in tenths, humidity in halves, CO2 in whole ppm. */
const SENSORS: Walk[] = [
  { start: 68, step: 0.15, parts: 10 },
  { start: 45, step: 0.4, parts: 2 },
  { start: 600, step: 12, parts: 1 },
];

/** Returns a sensor's readings by day, one each minute. The value is drawn back to its start, as in a real room. */
function daysOf({ start, step, parts }: Walk, chance: () => number): Point[][] {
  let level = start;
  return Array.from({ length: MONTH.days }, (_, day) =>
    Array.from({ length: 1_440 }, (_, minute) => {
      const since = day * 1_440 + minute;
      level += (chance() - 0.5) * step + (start - level) * 0.001 + Math.sin(since / 229) * step * 0.02;
      return {
        atMicros: (MONTH.startMs + since * MINUTE_MS) * 1_000,
        value: Math.round(level * parts) / parts,
      };
    }),
  );
}

const server = await startBenchServer();
const client = new Client({ connectionString: await server.addDatabase("storage") });
try {
  await client.connect();
  await addDevices(client, DEVICES, sensorsOf(SENSORS.length));
  await client.query("select ensure_history_month($1::date)", [utcDayOf(MONTH.startMs)]);
  const { rows: devices } = await client.query<{ number: number }>("select number from devices order by 1");
  const chance = seeded(20_261_120);
  const rooms = Array.from({ length: ROOMS }, () => SENSORS.map((walk) => daysOf(walk, chance)));
  // Inserts in the order of compaction: day by day, and in each day device by device.
  for (let day = 0; day < MONTH.days; day += 1)
    for (const { number } of devices)
      for (const [index, days] of (rooms[number % ROOMS] ?? []).entries())
        for (const tier of ["15m", "1h"] as const)
          await client.query(
            `insert into ${TIERS[tier].table} (device_number, position, day, chunk) values ($1, $2, $3, $4)`,
            [
              ...[number, index + 1, utcDayOf(MONTH.startMs + day * DAY_MS)],
              Buffer.from(sealBuckets(bucketsOf(days[day] ?? [], tier))),
            ],
          );
  const lines: string[][] = [];
  for (const [tier, { table, aDay }] of Object.entries(TIERS)) {
    const { rows, total } = await sizeOf(client, table);
    const bytes = total / rows / aDay;
    const year = tier === "1h" ? Math.round(bytes * HOURS_A_YEAR).toLocaleString("en") : "";
    lines.push([tier, rows.toLocaleString("en"), bytes.toFixed(2), year]);
  }
  console.log(formatTable(["tier", "chunks", "B a bucket", "year by hour, B"], lines));
} finally {
  await client.end();
  await server.stop();
}
process.exit();
