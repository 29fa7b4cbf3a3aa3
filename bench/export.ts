// npm run bench export: a million readings as CSV, from open days and from sealed ones, against PostgreSQL's own text of them
// One home with 8 devices of three sensors that post once a minute for a month. The export's flow reads through the
// store and Neon's dialect; the floor is one COPY over the same rows. npm run bench export -- [--days 29]
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Client } from "pg";
import { rollUp } from "../lib/history/roll-up.actions.ts";
import { sealDays } from "../lib/history/seal-days.actions.ts";
import { openDatabase } from "../lib/kernel/db.queries.ts";
import { exportReadings } from "../lib/readings/read-body.actions.ts";
import { addDevices, startBenchServer } from "./bench-database.ts";
import { forkSqlEndpoint } from "./endpoints.ts";
import { sensorsOf } from "./storage-layouts.ts";
import { formatTable } from "./table.ts";

const DEVICES = 8;
const SENSORS = 3;
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1);
const SECONDS_GOAL = 6;
const CALLS_GOAL = 50;
const MEGABYTES_GOAL = 64;
const BYTES_A_MEGABYTE = 1024 ** 2;

// What the measurement before has left would be room for this one.
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const { values } = parseArgs({ options: { days: { type: "string" } } });
const days = Number(values.days ?? 29);
const now = new Date(START_MS + days * DAY_MS - 1_000);
const server = await startBenchServer();
const url = await server.addDatabase("export");
const endpoint = await forkSqlEndpoint(url);
const client = new Client({ connectionString: url });
try {
  await client.connect();
  const direct = openDatabase({ url, endpoint: endpoint.url, pause: async () => {} });
  let calls = 0;
  const db: typeof direct = (kind, work) => {
    calls += 1;
    return direct(kind, work);
  };
  await addDevices(client, DEVICES, sensorsOf(SENSORS));
  await fill();
  const rows = [await floor(), await measured("open days")];
  await seal();
  rows.push(await measured("sealed, the last week open"));
  console.log(formatTable(["what", "readings", "seconds", "calls", "MB held"], rows));
  console.log(
    `Goals for a million: ${SECONDS_GOAL} s, fewer than ${CALLS_GOAL} calls, ${MEGABYTES_GOAL} MB.`,
  );

  async function measured(what: string): Promise<string[]> {
    const { rows: homes } = await client.query<{ id: string }>("select id from households");
    const ask = { householdId: homes[0]?.id ?? "", sensorIds: [], deviceId: undefined, key: undefined };
    const range = { from: new Date(START_MS), to: now, cursor: undefined, resolution: "raw" as const };
    collectGarbage();
    const before = process.memoryUsage().rss;
    calls = 0;
    const began = performance.now();
    const made = await exportReadings({ db, clock: () => now }, { ...ask, ...range });
    if (!made.ok) throw new Error(JSON.stringify(made.problem));
    let [lines, held] = [-1, 0];
    for await (const text of made.value.lines) {
      lines += text.split("\n").length - 1;
      held = Math.max(held, process.memoryUsage().rss - before);
    }
    const seconds = (performance.now() - began) / 1_000;
    return [
      what,
      lines.toLocaleString("en"),
      seconds.toFixed(1),
      String(calls),
      (held / BYTES_A_MEGABYTE).toFixed(0),
    ];
  }

  async function seal(): Promise<void> {
    const ports = { db, clock: () => now, report: () => undefined };
    await rollUp(ports);
    await sealDays(ports);
    await client.query("vacuum analyze");
  }
} finally {
  await client.end();
  await endpoint.stop();
  await server.stop();
}

/** A snapshot a minute and device, each device at a second of its own. */
async function fill(): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    const start = new Date(START_MS + day * DAY_MS);
    await client.query("select ensure_snapshot_day(($1::timestamptz at time zone 'UTC')::date)", [start]);
    await client.query(
      `insert into snapshots (device_number, recorded_at, "values")
       select number, $1::timestamptz + minute * interval '1 minute' + number * interval '1 second',
         array(select round((50 + 8 * sin(minute / 60.0 + number) + place)::numeric, 1)::float8
           from generate_series(1, ${SENSORS}) as place)
       from generate_series(0, 1439) as minute, devices`,
      [start],
    );
  }
  await client.query("vacuum analyze snapshots");
}

/** What PostgreSQL alone needs to write every reading as text, once, in the order of time. */
async function floor(): Promise<string[]> {
  const began = performance.now();
  const { rows } = await client.query<{ readings: string }>(
    `select count(text) as readings from (
       select snapshot.recorded_at || ',' || sensor.id || ',' || "values"[sensor.position] as text
       from snapshots snapshot join devices device on device.number = snapshot.device_number
       join sensors sensor on sensor.device_id = device.id
       order by snapshot.recorded_at, sensor.id) as line`,
  );
  const seconds = (performance.now() - began) / 1_000;
  return [
    "floor: one statement",
    Number(rows[0]?.readings).toLocaleString("en"),
    seconds.toFixed(1),
    "1",
    "",
    "",
    "",
  ];
}
