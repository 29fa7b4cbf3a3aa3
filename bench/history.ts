// npm run bench history: bytes a reading and time a read of ten million readings of a year, hot, sealed and as plain rows
// Measures ten million readings of a year: bytes per reading hot, sealed and as one row each; queries of the store
// against a plain table in the same database, both through Neon's HTTP; and the speed of sealing. PostgreSQL is
// durable and only for this measurement. npm run bench history -- [--readings 10000000]

import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { compactDays } from "../lib/history/compact.actions.ts";
import { listReadings } from "../lib/history/readings.queries.ts";
import type { SensorPlace } from "../lib/history/tables.queries.ts";
import { type Db, databaseOver, neonQueries } from "../lib/kernel/db.queries.ts";
import type { Resolution } from "../schema/vocabulary.ts";
import { addDevices, startBenchServer } from "./bench-database.ts";
import { forkSqlEndpoint } from "./endpoints.ts";
import { type Load, loadPlain, loadSnapshots, SENSORS_A_DEVICE, SNAPSHOTS_A_DAY } from "./history-load.ts";
import { benchServices } from "./services.ts";
import { sensorsOf, sizeOf } from "./size.ts";
import { formatTable, median } from "./table.ts";

const DAYS = 365;
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2025, 10, 21);
const NOW = new Date(START_MS + DAYS * DAY_MS - 1_000);
const ROUNDS = 41;

const { values } = parseArgs({ options: { readings: { type: "string" } } });
const wanted = Number(values.readings ?? 10_000_000);
const load: Load = {
  devices: Math.max(1, Math.round(wanted / (DAYS * SNAPSHOTS_A_DAY * SENSORS_A_DEVICE))),
  days: DAYS,
  startMs: START_MS,
};
const readings = load.devices * SENSORS_A_DEVICE * DAYS * SNAPSHOTS_A_DAY;
const began = performance.now();
const tell = (text: string) =>
  console.error(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${text}`);
const every = (count: number, name: string) => (day: number) => {
  if (day % count === 0) tell(`${name}: ${day} of ${DAYS} days`);
};

const server = await startBenchServer();
const url = await server.addDatabase("history");
const endpoint = await forkSqlEndpoint(url);
const client = new Client({ connectionString: url });
try {
  await client.connect();
  const db = databaseOver(neonQueries(url, endpoint.url), { pause: async () => {} });
  await addDevices(client, load.devices, sensorsOf(SENSORS_A_DEVICE));
  await loadSnapshots(client, load, every(73, "snapshots"));
  await loadPlain(client, load, every(73, "plain table"));
  const [hot, plain] = [await sizeOf(client, "snapshots"), await sizeOf(client, "plain")];
  tell("measured; now compacting");
  const pace = await seal(db);
  const sealedReadings = pace.sealed;
  const chunks = await sizeOf(client, "history_chunks");
  const tiers = [];
  for (const table of ["history_15m_chunks", "history_1h_chunks", "history_1d"])
    tiers.push([table, await sizeOf(client, table)] as const);
  tell("sealed; now the queries");
  console.log(
    `${readings.toLocaleString("en")} readings: ${load.devices} devices with ${SENSORS_A_DEVICE} sensors, ${DAYS} days at 15 minutes`,
  );
  const bytes = (name: string, { rows, total }: { rows: number; total: number }, count: number) => [
    name,
    rows.toLocaleString("en"),
    count.toLocaleString("en"),
    (total / count).toFixed(2),
    (plain.total / readings / (total / count)).toFixed(1),
  ];
  console.log(
    formatTable(
      ["bytes on disk, with indexes", "rows", "readings", "B/reading", "plain ÷ this"],
      [
        bytes("plain (sensor_id, ts, value)", plain, readings),
        bytes("hot: snapshots", hot, readings),
        bytes("sealed: chunks", chunks, sealedReadings),
        ...tiers.map(([table, size]) => bytes(`tier: ${table}`, size, readings)),
      ],
    ),
  );
  console.log(formatTable(["flow", "readings", "seconds", "readings/s"], pace.rows));
  console.log(
    formatTable(["query, median ms", "plain", "store", "plain ÷ store", "rows"], await queries(db)),
  );
} finally {
  await client.end();
  await endpoint.stop();
  await server.stop();
}
process.exit();

async function seal(db: Db): Promise<{ sealed: number; rows: string[][] }> {
  const services = benchServices({ db, clock: () => NOW, report: (event) => tell(JSON.stringify(event)) });
  const row = (name: string, count: number, from: number) => {
    const seconds = (performance.now() - from) / 1_000;
    return [
      name,
      count.toLocaleString("en"),
      seconds.toFixed(1),
      Math.round(count / seconds).toLocaleString("en"),
    ];
  };
  const from = performance.now();
  let sealed = 0;
  for (let unfinished = 1; unfinished > 0; ) {
    const run = await compactDays(services);
    sealed += run.readings;
    unfinished = run.unfinished;
    tell(`compacted ${sealed.toLocaleString("en")} readings`);
  }
  return { sealed, rows: [row("compaction, with all tiers", sealed, from)] };
}

async function queries(db: Db): Promise<string[][]> {
  const { rows: sensors } = await client.query<SensorPlace>(
    `select sensor.id as "sensorId", device.number as "deviceNumber", sensor.position
     from sensors sensor join devices device on device.id = sensor.device_id order by device.number, position`,
  );
  await client.query("vacuum analyze");
  const ask = (name: string, resolution: Resolution, fromMs: number, toMs: number, together = 1) =>
    compare(db, sensors, { name, resolution, from: new Date(fromMs), to: new Date(toMs), together });
  const end = START_MS + DAYS * DAY_MS;
  return [
    await ask("last 24 hours (snapshots)", "raw", end - DAY_MS, end),
    await ask("24 hours a month ago (chunks)", "raw", end - 31.5 * DAY_MS, end - 30.5 * DAY_MS),
    await ask("30 days by hour", "1h", end - 30 * DAY_MS, end),
    await ask("a year by day", "1d", START_MS, end),
    await ask("30 days by hour, six sensors", "1h", end - 30 * DAY_MS, end, 6),
    await ask("30 days, six sensors", "raw", end - 30 * DAY_MS, end, 6),
  ];
}

/** `together`: how many sensors one request asks for. */
type Asked = { name: string; resolution: Resolution; from: Date; to: Date; together: number };

/** Compares both through the same driver and endpoint, in turn, with other sensors in each round. */
async function compare(
  db: Db,
  sensors: SensorPlace[],
  { name, resolution, from, to, together }: Asked,
): Promise<string[]> {
  const times: { plain: number[]; store: number[] } = { plain: [], store: [] };
  let [plainRows, storeRows] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = [...sensors, ...sensors].slice((round * 7) % sensors.length).slice(0, together);
    if (asked.length < together) throw new Error(`${name}: ${asked.length} sensors`);
    const start = performance.now();
    plainRows = await askPlain(db, asked, resolution, from, to);
    const middle = performance.now();
    const items = await listReadings(db, {
      sensors: asked,
      from,
      to,
      now: NOW,
      limit: 100_000,
      resolution,
    });
    storeRows = items.length;
    times.plain.push(middle - start);
    times.store.push(performance.now() - middle);
  }
  if (plainRows !== storeRows)
    throw new Error(`${name}: ${plainRows} rows of the plain table, ${storeRows} of the store`);
  const [plain, store] = [median(times.plain), median(times.store)];
  return [name, plain.toFixed(2), store.toFixed(2), (plain / store).toFixed(1), String(storeRows)];
}

async function askPlain(
  db: Db,
  sensors: SensorPlace[],
  resolution: Resolution,
  from: Date,
  to: Date,
): Promise<number> {
  const ids = JSON.stringify(sensors.map(({ sensorId }) => sensorId));
  const isWanted = sql`sensor_id in (select jsonb_array_elements_text(${ids}::jsonb)) and ts >= ${from.toISOString()}::timestamptz
    and ts < ${to.toISOString()}::timestamptz`;
  const unit = resolution === "1d" ? "day" : "hour";
  const statement =
    resolution === "raw"
      ? sql`select sensor_id, ts, value from plain where ${isWanted} order by ts`
      : sql`select sensor_id, date_trunc(${unit}, ts, 'UTC') as bucket, min(value), max(value), avg(value), count(*),
          (array_agg(value order by ts desc))[1] as last
        from plain where ${isWanted} group by 1, 2 order by 2`;
  const { rows } = await db("repeatable", (run) => run.execute(statement));
  return rows.length;
}
