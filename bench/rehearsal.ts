// npm run bench rehearsal: a day of a million devices, measured part by part on a few and extrapolated
// Measures every part of a day that grows with the devices: posts, carried-forward values, compaction and retention,
// with the production code over one machine's own connections. Each is measured on a sample, and extrapolated to a
// million devices that post three sensors once a minute. A part keeps up while its runs may do at least as much in a
// day as a day brings. npm run bench rehearsal -- [--devices 4000] [--seconds 20]

import { parseArgs } from "node:util";
import { Client } from "pg";
import { compactDays } from "../lib/history/compact.actions.ts";
import { carryForward, dropExpired } from "../lib/history/history-shard.actions.ts";
import { HISTORY_LIMITS } from "../lib/history/limits.ts";
import { databaseOver } from "../lib/kernel/db.queries.ts";
import { secretHash } from "../lib/kernel/statements.queries.ts";
import { recordReadings } from "../lib/readings/record-readings.actions.ts";
import { openSqlConnections } from "../local/machine/sql-client.ts";
import { addDevices, startBenchServer } from "./bench-database.ts";
import { SENSORS } from "./ingest-platform.ts";
import { runLoad } from "./load.ts";
import { cpuOf, cpuOfFamily } from "./process-cpu.ts";
import { benchServices } from "./services.ts";
import { formatTable } from "./table.ts";

const MILLION = 1_000_000;
const DAY_MS = 86_400_000;
const SECONDS_A_DAY = 86_400;
const MINUTES_A_DAY = 1_440;
const HOURS_A_DAY = 24;
const TICKS_A_DAY = 96;
/** A day that can get no more readings, and a day that is over but still can. */
const [SEALED_DAYS_AGO, OVER_DAYS_AGO] = [9, 1];
const CONNECTIONS = 16;
/** How many devices have whole days to compact. */
const DAYS_OF_DEVICES = 200;

const { values } = parseArgs({ options: { devices: { type: "string" }, seconds: { type: "string" } } });
/** Each may post 60 times a minute, and a quick machine sends more than 100,000 posts during the measurement. */
const devicesSeen = Number(values.devices ?? 4_000);
const milliseconds = Number(values.seconds ?? 20) * 1_000;

/** `most`: how many units a day's runs can do, by the limits of a run. Null for no limit. */
type Part = { name: string; unit: string; aDeviceAndDay: number; most: number | null };
type Spent = { units: number; seconds: number; node: number; postgres: number };

const server = await startBenchServer();
const url = await server.addDatabase("rehearsal");
const connections = openSqlConnections(url);
const client = new Client({ connectionString: url });
await client.connect();
try {
  const devices = await addDevices(client, devicesSeen, SENSORS);
  const db = databaseOver(connections.queries, { pause: async () => {} });
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const services = benchServices({ db, clock: () => new Date(), random, report: console.error });
  const hashes = await Promise.all(devices.map(({ ingestKey }) => secretHash(ingestKey)));
  const post = async (index: number): Promise<void> => {
    const place = index % devices.length;
    const ingest = {
      keyHash: hashes[place] ?? new Uint8Array(),
      idempotencyKey: null,
      body: { temp1: 62 + (index % 97) / 10, humidity1: 30 + (index % 20), door1: index % 2 === 0 },
    };
    const recorded = await recordReadings(services, ingest);
    if (!recorded.ok) throw new Error(JSON.stringify(recorded));
  };
  // Afterwards the devices' shapes and deadbands are known, as after their first minutes.
  for (let first = 0; first < 2 * devices.length; first += CONNECTIONS)
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => post(first + index)));

  const rows: string[][] = [];
  const note = async (part: Part, work: () => Promise<number>) => {
    rows.push(rowOf(part, await spent(work)));
  };
  await note({ name: "posts", unit: "post", aDeviceAndDay: MINUTES_A_DAY, most: null }, async () => {
    const { requests } = await runLoad({ concurrency: CONNECTIONS, milliseconds, send: post });
    return requests;
  });
  await note(
    { name: "carried-forward values", unit: "device and tick", aDeviceAndDay: TICKS_A_DAY, most: null },
    async () => {
      await carryForward(db, new Date());
      return devices.length;
    },
  );
  const snapshotsMax =
    (HISTORY_LIMITS.compactValuesBatch / SENSORS.length) * HISTORY_LIMITS.compactBatchesMax;
  const most = byShards(snapshotsMax, 2 * MINUTES_A_DAY);
  const part = { unit: "snapshot", aDeviceAndDay: MINUTES_A_DAY, most };
  await fillDay(client, OVER_DAYS_AGO);
  await note({ ...part, name: "rolling up days that are over" }, async () => {
    return (await compactDays(services)).rolledUp * MINUTES_A_DAY;
  });
  await fillDay(client, SEALED_DAYS_AGO);
  await note({ ...part, name: "sealing days that are closed" }, async () => {
    return (await compactDays(services)).sealed * MINUTES_A_DAY;
  });
  const cut = HISTORY_LIMITS.cutHomesBatch * HISTORY_LIMITS.cutBatchesMax * HOURS_A_DAY;
  await client.query(
    "insert into households (id, name, plan, created_at) select 'hh_cut_' || n, 'Bench', 'free', now() from generate_series(1, 2000) n",
  );
  await note(
    { name: "retention", unit: "home", aDeviceAndDay: 1 / 3, most: cut },
    async () => (await dropExpired(services)).homes,
  );
  console.log(
    `${devices.length} devices of ${SENSORS.length} sensors measured; the columns behind are for ${MILLION.toLocaleString("en")}`,
  );
  console.log(
    formatTable(
      [
        "part",
        "unit",
        "measured",
        "a second",
        "Node µs",
        "PostgreSQL µs",
        "units a day",
        "cores, Node",
        "cores, PostgreSQL",
        "devices by its bounds",
      ],
      rows,
    ),
  );
  console.log(
    "Extrapolated in a straight line: a larger database misses its cache more often. Three devices a home.",
  );
} finally {
  await connections.close();
  await client.end();
  await server.stop();
}
process.exit();

/** Returns what all shards do in a day: limited by the hourly runs of each shard, and by its number of devices. */
function byShards(aRun: number, aDeviceAndDay: number): number {
  const { historyShardDevices, historyShardsMax } = HISTORY_LIMITS;
  return (historyShardsMax + 1) * Math.min(aRun * HOURS_A_DAY, historyShardDevices * aDeviceAndDay);
}

async function spent(work: () => Promise<number>): Promise<Spent> {
  const [node, postgres, begun] = [cpuOf(process.pid), cpuOfFamily(server.postmasterPid), performance.now()];
  const units = await work();
  if (units === 0) throw new Error("There was nothing to do");
  return {
    units,
    seconds: (performance.now() - begun) / 1_000,
    node: (cpuOf(process.pid) - node) / units,
    postgres: (cpuOfFamily(server.postmasterPid) - postgres) / units,
  };
}

function rowOf(
  { name, unit, aDeviceAndDay, most }: Part,
  { units, seconds, node, postgres }: Spent,
): string[] {
  const aDay = aDeviceAndDay * MILLION;
  const cores = (micros: number) => ((aDay * micros) / MILLION / SECONDS_A_DAY).toFixed(2);
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  return [
    name,
    unit,
    whole(units),
    whole(units / seconds),
    node.toFixed(1),
    postgres.toFixed(1),
    whole(aDay),
    cores(node),
    cores(postgres),
    most === null ? "" : whole(most / aDeviceAndDay),
  ];
}

/** Inserts a snapshot for each minute of a day and each device, every device at its own second. */
async function fillDay(to: Client, daysAgo: number): Promise<void> {
  const start = new Date((Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS);
  await to.query("select ensure_snapshot_day(($1::timestamptz at time zone 'UTC')::date)", [start]);
  await to.query(
    `insert into snapshots (device_number, recorded_at, "values")
     select number, $1::timestamptz + minute * interval '1 minute' + (number % 60) * interval '1 second',
       array[round((66 + 3 * sin(minute / 229.0 + number) + random() * 0.3)::numeric, 1)::float8,
         round((90 + 8 * sin(minute / 301.0 + number) + random())::numeric) / 2.0, (minute / 97 % 2)::float8]
     from generate_series(0, $2::integer - 1) as minute,
       (select number from devices order by number limit $3::integer) as device order by minute, number`,
    [start, MINUTES_A_DAY, DAYS_OF_DEVICES],
  );
  await to.query("vacuum analyze snapshots");
}
