// npm run bench judge: what judging a tick's homes costs, by what goes on in them
// Measures the evaluation of a tick's homes, by scene, with the production code and Neon's HTTP. PostgreSQL is
// durable and only for this measurement. `--scene` measures one scene only, for many homes.
// npm run bench judge -- [--homes 200] [--sensors 10] [--hours 30] [--scene warm|steady|cooling]

import { parseArgs } from "node:util";
import { Client } from "pg";
import { pause } from "../functions/_platform/core.ts";
import { judgeDueHomes } from "../lib/alerts/judge-homes.actions.ts";
import { databaseOver, neonQueries } from "../lib/kernel/db.queries.ts";
import { startBenchServer } from "./bench-database.ts";
import { forkSqlEndpoint } from "./endpoints.ts";
import { cpuOf, cpuOfFamily, watchHeap, watchTurns } from "./process-cpu.ts";
import { benchServices } from "./services.ts";
import { formatTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    homes: { type: "string" },
    sensors: { type: "string" },
    hours: { type: "string" },
    scene: { type: "string" },
  },
});
const homes = Number(values.homes ?? 200);
const SENSORS = Number(values.sensors ?? 10);
/** How far back each sensor's history goes, at a reading every 15 minutes. */
const HOURS = Number(values.hours ?? 30);

/** The temperature of a home's sensors `hours` ago, in °F, as an SQL expression. */
const EVERY_SCENE: Record<string, (hours: string) => string> = {
  "warm: nothing to look at": () => "68",
  "cold and steady": () => "50",
  "cold and cooling": (hours) => `50 + 0.5 * ${hours}`,
};
const SCENES = Object.fromEntries(
  Object.entries(EVERY_SCENE).filter(([name]) => name.includes(values.scene ?? "")),
);

const server = await startBenchServer();
const url = await server.addDatabase("judge");
const endpoint = await forkSqlEndpoint(url);
const client = new Client({ connectionString: url });
await client.connect();
try {
  await addHomes();
  const rows: string[][] = [];
  for (const name of [...Object.keys(SCENES), "none is due"]) rows.push([name, ...(await measure(name))]);
  console.log(`${homes} homes a row, ${SENSORS} sensors with ${HOURS} h at 15 min each; CPU in µs a sensor`);
  const columns = [
    "homes",
    "judged",
    "wall s",
    "SQL calls",
    "heap MB",
    "turn ms",
    "judge",
    "sql endpoint",
    "postgres",
  ];
  console.log(formatTable(columns, rows));
} finally {
  await client.end();
  await endpoint.stop();
  await server.stop();
}
process.exit();

async function addHomes(): Promise<void> {
  await client.query(
    "select ensure_snapshot_day(day::date) from generate_series(now() - interval '2 day', now(), '1 day') as day",
  );
  for (const [index, fahrenheit] of Object.values(SCENES).entries()) {
    await client.query(
      `insert into households (id, name, plan, created_at)
       select 'hh_' || $1 || '_' || n, 'Bench', 'pro', now() from generate_series(1, $2::integer) n`,
      [index, homes],
    );
    await client.query(
      `insert into devices (id, household_id, type, name, space, created_at, last_seen_at, recent_gaps,
         latest_values, latest_at)
       select 'dev_' || home.id || '_' || n, home.id, 'push', 'Bench', '', now(), now(), array[900, 900, 900],
         array[${fahrenheit("0")}], array[now()]
       from households home, generate_series(1, $2::integer) n where starts_with(home.id, 'hh_' || $1 || '_')`,
      [index, SENSORS],
    );
    await client.query(
      `insert into snapshots (device_number, recorded_at, "values") select device.number, now() - step * interval '15 min',
         array[round((${fahrenheit("step / 4.0")} + random() * 0.2)::numeric, 1)::float8]
       from devices device, generate_series(0, $2::integer * 4 - 1) step
       where starts_with(device.household_id, 'hh_' || $1 || '_')`,
      [index, HOURS],
    );
  }
  await client.query(
    `insert into sensors (id, device_id, position, key, label, kind, unit, is_state, created_at)
     select 'sen_' || id, id, 1, 'temp1', 'Bench', 'temperature', '°F', false, now() from devices`,
  );
  await client.query("vacuum analyze");
}

async function measure(name: string): Promise<string[]> {
  const index = Object.keys(SCENES).indexOf(name);
  await client.query(
    `update household_checks set due_at = case when starts_with(household_id, 'hh_' || $1 || '_')
       then 'epoch'::timestamptz else now() + interval '1 day' end`,
    [index],
  );
  const db = databaseOver(neonQueries(url, endpoint.url), { pause: async () => {} });
  const services = benchServices({
    db,
    clock: () => new Date(),
    random: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
    report: console.error,
    forecast: async () => null,
    pause,
  });
  const [before, calls, begun] = [cpu(), await endpoint.calls(), performance.now()];
  const [heap, turns] = [watchHeap(), watchTurns()];
  const judged = await judgeDueHomes(services);
  const seconds = (performance.now() - begun) / 1_000;
  const after = cpu();
  return [
    ...[String(judged.homes), seconds.toFixed(1), String((await endpoint.calls()) - calls)],
    ...[(heap.stop() / 1e6).toFixed(0), turns.stop().toFixed(0)],
    ...after.map((total, which) => ((total - (before[which] ?? 0)) / homes / SENSORS).toFixed(0)),
  ];
}

/** Returns the CPU microseconds so far of this process, the endpoint and the database. */
function cpu(): number[] {
  return [cpuOf(process.pid), cpuOf(endpoint.pid), cpuOfFamily(server.postmasterPid)];
}
