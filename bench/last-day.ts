// npm run bench last-day: reading a sensor's last 24 hours at a reading a minute, beside the same from a plain table
// A home's devices post three sensors once a minute for two days. A sensor's last day is read through the store and
// Neon's dialect, turn by turn with the same rows of a plain table (sensor_id, ts, value). npm run bench last-day
import { sql } from "drizzle-orm";
import { Client } from "pg";
import type { SensorPlace } from "../lib/history/tables.queries.ts";
import { type Db, openDatabase } from "../lib/kernel/db.queries.ts";
import { listReadings } from "../lib/readings/readings.queries.ts";
import { addDevices, startBenchServer } from "./bench-database.ts";
import { forkSqlEndpoint } from "./endpoints.ts";
import { sensorsOf } from "./storage-layouts.ts";
import { formatTable, median } from "./table.ts";

const DEVICES = 20;
const SENSORS = 3;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const END_MS = Date.UTC(2026, 10, 22);
const ROUNDS = 121;
const READINGS_MAX = 10_000;

const server = await startBenchServer();
const url = await server.addDatabase("last_day");
const endpoint = await forkSqlEndpoint(url);
const client = new Client({ connectionString: url });
try {
  await client.connect();
  await addDevices(client, DEVICES, sensorsOf(SENSORS));
  await load();
  console.log(`A sensor's last 24 hours, medians of ${ROUNDS} rounds`);
  const db = openDatabase({ url, endpoint: endpoint.url, pause: async () => {} });
  console.log(
    formatTable(["", "plain ms", "store ms", "store ÷ plain (goal 1.2)", "rows"], [await compare(db)]),
  );
} finally {
  await client.end();
  await endpoint.stop();
  await server.stop();
}
process.exit();

async function load(): Promise<void> {
  const begin = new Date(END_MS - 2 * DAY_MS);
  await client.query(
    "select ensure_snapshot_day((day at time zone 'UTC')::date) from generate_series($1::timestamptz, $2, '1 day') day",
    [begin, new Date(END_MS)],
  );
  await client.query(
    `insert into snapshots (device_number, recorded_at, "values")
     select device.number, at + device.number * interval '1 second',
       array[round((66 + random())::numeric, 1), round((45 + random())::numeric, 1), round((430 + 99 * random())::numeric)]::float8[]
     from generate_series($1::timestamptz, $2::timestamptz - interval '1 minute', '1 minute') at, devices device order by at`,
    [begin, new Date(END_MS)],
  );
  await client.query(
    `create table plain (sensor_id text, ts timestamptz, value float8, primary key (sensor_id, ts));
     insert into plain select sensor.id, snapshot.recorded_at, snapshot."values"[sensor.position]
     from snapshots snapshot join devices device on device.number = snapshot.device_number
     join sensors sensor on sensor.device_id = device.id order by snapshot.recorded_at`,
  );
  await client.query("vacuum analyze");
}

async function compare(db: Db): Promise<string[]> {
  const { rows: sensors } = await client.query<SensorPlace>(
    `select sensor.id as "sensorId", device.number as "deviceNumber", sensor.position
     from sensors sensor join devices device on device.id = sensor.device_id order by device.number, position`,
  );
  const span = { from: new Date(END_MS - DAY_MS), to: new Date(END_MS) };
  const took: { plain: number[]; store: number[] } = { plain: [], store: [] };
  let rows = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const sensor = sensors[(round * 7) % sensors.length];
    if (sensor === undefined) throw new Error("There are no sensors");
    const begun = performance.now();
    const plain = await askPlain(db, sensor, span);
    const between = performance.now();
    const asked = {
      ...span,
      now: new Date(END_MS + MINUTE_MS),
      limit: READINGS_MAX,
      resolution: "raw" as const,
    };
    rows = (await listReadings(db, { sensors: [sensor], ...asked })).length;
    took.plain.push(between - begun);
    took.store.push(performance.now() - between);
    if (plain !== rows) throw new Error(`${plain} rows of the plain table, ${rows} of the store`);
  }
  const [plain, store] = [median(took.plain), median(took.store)];
  return ["raw readings", plain.toFixed(2), store.toFixed(2), (store / plain).toFixed(2), String(rows)];
}

async function askPlain(
  db: Db,
  { sensorId }: SensorPlace,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      select ts, value from plain where sensor_id = ${sensorId}
        and ts >= ${from.toISOString()}::timestamptz and ts < ${to.toISOString()}::timestamptz order by ts`),
  );
  return rows.length;
}
