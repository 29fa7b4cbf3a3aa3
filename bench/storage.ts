// npm run bench storage: bytes a reading and a bucket on disk, as rows and sealed
// Bytes a reading on disk at a million readings, as snapshots and as one row a reading; and bytes a bucket of a month,
// as rows of the tiers and sealed.
// npm run bench storage -- [--readings 1000000]
import { parseArgs } from "node:util";
import { Client } from "pg";
import { addDevices, type BenchDevice, type BenchServer, startBenchServer } from "./bench-database.ts";
import {
  devicesFor,
  fillPlain,
  fillSnapshots,
  makePartitions,
  recordSnapshots,
  type Size,
  SNAPSHOTS_A_DEVICE,
  sensorsOf,
  sizeOf,
} from "./storage-layouts.ts";
import { storageOfMonths, storageOfOpenMonth } from "./storage-months.ts";
import { formatTable } from "./table.ts";

const SENSOR_COUNTS = [1, 3, 8];
const SAMPLE_DEVICES = 40;
const SAMPLE_STEPS = 200;
const SAMPLE_SENSORS = 3;

const { values } = parseArgs({ options: { readings: { type: "string" } } });
const wanted = Number(values.readings ?? 1_000_000);
const server = await startBenchServer();
try {
  const rows: string[][] = [];
  for (const sensors of SENSOR_COUNTS) rows.push(...(await compare(server, sensors)));
  const header = ["", "readings", "rows", "heap+toast B", "index B", "B/reading", "plain ÷ this"];
  console.log(formatTable(header, rows));
  console.log(await sameThroughTheHotPath(server));
  console.log(`\nA month of buckets of sensors that are heard each minute, bytes on disk with indexes`);
  console.log(await storageOfMonths(server));
  console.log(`\nSuch a month day by day, as it is rolled up, sealed and vacuumed`);
  console.log(await storageOfOpenMonth(server));
} finally {
  await server.stop();
}
process.exit();

async function compare(own: BenchServer, sensors: number): Promise<string[][]> {
  return inDatabase(own, `sensors_${sensors}`, async (client) => {
    const devices = devicesFor(wanted, sensors);
    await addDevices(client, devices, sensorsOf(sensors));
    await makePartitions(client);
    await fillSnapshots(client, sensors);
    await fillPlain(client);
    const readings = devices * SNAPSHOTS_A_DEVICE * sensors;
    const [snapshots, plain] = [await sizeOf(client, "snapshots"), await sizeOf(client, "plain")];
    const row = (name: string, { rows, heap, index, total }: Size) => [
      name,
      ...[readings, rows, heap, index].map((count) => count.toLocaleString("en")),
      (total / readings).toFixed(1),
      (plain.total / total).toFixed(2),
    ];
    const devicesShown = `${sensors} sensor${sensors === 1 ? "" : "s"} × ${devices} devices`;
    return [row(`snapshots, ${devicesShown}`, snapshots), row("  plain (sensor_id, ts, value)", plain)];
  });
}

/** The bulk insert is only as good as this: the same readings through record_readings take the same room. */
async function sameThroughTheHotPath(own: BenchServer): Promise<string> {
  const filled = await sample(own, "recorded", (client, devices) =>
    recordSnapshots(client, devices, SAMPLE_STEPS),
  );
  const bulk = await sample(own, "bulk", (client) => fillSnapshots(client, SAMPLE_SENSORS));
  const told = `Sample of ${filled.rows} snapshots: record_readings ${filled.sum}, bulk insert ${bulk.sum}`;
  if (filled.sum !== bulk.sum) throw new Error(`${told}: the bulk insert is another layout`);
  return `${told}: the same rows`;
}

type Fill = (client: Client, devices: BenchDevice[]) => Promise<void>;

function sample(own: BenchServer, name: string, fill: Fill) {
  return inDatabase(own, name, async (client) => {
    const devices = await addDevices(client, SAMPLE_DEVICES, sensorsOf(SAMPLE_SENSORS));
    await makePartitions(client);
    await fill(client, devices);
    const { rows } = await client.query<{ rows: number; sum: string }>(
      `select count(*)::integer as rows, sum(pg_column_size(s.*)) || ' bytes, hash ' || md5(string_agg(
         s.tableoid::regclass::text || s.recorded_at || s."values"::text, ',' order by recorded_at, device_number)) as sum
       from snapshots s where recorded_at < '2026-11-01T00:00:00Z'::timestamptz + $1 * interval '15 minutes'`,
      [SAMPLE_STEPS],
    );
    const [found] = rows;
    if (found === undefined) throw new Error("The sample is not there");
    return found;
  });
}

async function inDatabase<T>(
  own: BenchServer,
  name: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: await own.addDatabase(name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
