// npm run bench cells: what a cell costs, a post in one beside a post in the first schema, and the move of a home
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { foundCell, inSchema } from "../local/cells/found-cell.ts";
import { moveHome } from "../local/cells/move-home.ts";
import { startBenchServer } from "./bench-database.ts";
import { formatTable, median } from "./table.ts";

const CELLS = 10;
const DEVICES = 3;
const SENSORS = 3;
const POSTS = 2_000;
const ROUNDS = 9;
const SIZE =
  "select pg_database_size(current_database())::bigint as bytes, count(*)::integer as relations from pg_class";

/** Three devices of three sensors, heard each minute: two open days, an open month, a year of what is sealed. */
const YEAR = `
  select ensure_snapshot_day((now() - n * interval '1 day')::date) from generate_series(0, 2) n;
  select ensure_history_month((now() - n * interval '1 month')::date) from generate_series(0, 12) n;
  insert into snapshots (device_number, request, recorded_at, "values")
    select number, n, now() - n * interval '1 minute', array[random(), random(), random()]
    from devices, generate_series(1, 2880) n;
  insert into history_chunks (device_number, day, position, chunk)
    select number, (now() - n * interval '1 day')::date, place, decode(repeat(md5(random()::text), 156), 'hex')
    from devices, generate_series(3, 365) n, generate_series(1, ${SENSORS}) place;
  insert into history_15m (device_number, position, bucket, readings, mean, low, high, last)
    select number, place, extract(epoch from now())::integer / 900 - n, 15, random(), 1, 2, 3
    from devices, generate_series(1, 2880) n, generate_series(1, ${SENSORS}) place;
  insert into history_1h (device_number, position, bucket, readings, mean, low, high, last)
    select number, place, extract(epoch from now())::integer / 3600 - n, 60, random(), 1, 2, 3
    from devices, generate_series(1, 720) n, generate_series(1, ${SENSORS}) place;
  insert into history_1d (device_number, position, bucket, readings, mean, low, high, last, low_at, high_at)
    select number, place, extract(epoch from now())::integer / 86400 - n, 1440, random(), 1, 2, 3, now(), now()
    from devices, generate_series(1, 365) n, generate_series(1, ${SENSORS}) place`;
const USUAL = `update devices set requested_at = '2020-01-01',
  last_seen_at = '2020-01-01', body_shape = 7, deadband_low = '{0,0,0}', deadband_high = '{9,9,9}',
  latest_values = '{5,5,5}', latest_at = array_fill(now(), array[3]), clock_lags = '{}'`;

const server = await startBenchServer();
try {
  const url = await server.addDatabase("cells");
  const first = await connected(url);
  const before = await sizeOf(first);
  const founded: number[] = [];
  for (let cell = 1; cell <= CELLS; cell += 1) {
    const beganAt = performance.now();
    await foundCell(url, `cell_${cell}`);
    founded.push(performance.now() - beganAt);
  }
  const after = await sizeOf(first);
  const cell = await connected(inSchema(url, `cell_${CELLS}`));
  const sides = [first, cell];
  const keys = new Map<Client, Uint8Array[]>();
  for (const client of sides) keys.set(client, await home(client));
  const waits: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, client] of sides.entries())
      waits[index]?.push(await microsecondsAPost(client, keys.get(client) ?? []));
  await first.query(YEAR);
  const { rows } = await first.query<{ id: string }>("select id from households");
  const beganAt = performance.now();
  const moved = await moveHome(url, { home: rows[0]?.id ?? "", from: "public", to: "cell_1" });
  const took = performance.now() - beganAt;
  const [there, here] = waits.map((each) => median(each));
  const table = [
    ["founding a cell, ms", median(founded).toFixed(0)],
    ["an empty cell, MB", ((after.bytes - before.bytes) / CELLS / 1e6).toFixed(1)],
    ["an empty cell, tables and indexes", ((after.relations - before.relations) / CELLS).toFixed(0)],
    ["a usual post in the first schema, µs", (there ?? 0).toFixed(0)],
    [`a usual post in cell ${CELLS}, µs`, (here ?? 0).toFixed(0)],
    ["a home with a year moves, rows", moved.rows.toLocaleString("en")],
    ["a home with a year moves, ms", took.toFixed(0)],
  ];
  console.log(formatTable(["cells of one PostgreSQL", "measured"], table));
  for (const client of sides) await client.end();
} finally {
  await server.stop();
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function sizeOf(client: Client): Promise<{ bytes: number; relations: number }> {
  const { rows } = await client.query<{ bytes: string; relations: number }>(SIZE);
  return { bytes: Number(rows[0]?.bytes), relations: rows[0]?.relations ?? 0 };
}

/** A home whose devices are known; answers the hashes of their keys. */
async function home(client: Client): Promise<Uint8Array[]> {
  const id = `hh_${randomBytes(8).toString("hex")}`;
  await client.query("select ensure_days_ahead(now())");
  await client.query(
    "insert into households (id, name, plan, created_at) values ($1, 'Bench', 'pro', now())",
    [id],
  );
  const hashes = Array.from({ length: DEVICES }, () => randomBytes(32));
  for (const [index, hash] of hashes.entries())
    await client.query(
      `insert into devices (id, household_id, type, name, space, enabled, ingest_key_hash, ingest_key_hint, created_at)
       values ($1, $2, 'push', 'Bench', 'Cellar', true, $3, 'x', now())`,
      [`dev_${id}_${index}`, id, hash],
    );
  return hashes;
}

/** One connection, one post after the other; none is refused and none is judged. */
async function microsecondsAPost(client: Client, hashes: readonly Uint8Array[]): Promise<number> {
  let passed = 0;
  for (let sent = 0; sent < POSTS; sent += 1) {
    // Within the minute's limit of each.
    if (sent % (DEVICES * 10) === 0) await client.query(USUAL);
    const values = [
      hashes[sent % DEVICES],
      randomBytes(4).readInt32BE(),
      new Date().toISOString(),
      "{5,5,5}",
    ];
    const text = `select record_readings($1, $2, $3, null, 7, $4, null, null, '{}')->>'outcome' as outcome`;
    const beganAt = performance.now();
    const { rows } = await client.query<{ outcome: string }>({ name: "post", text, values });
    passed += performance.now() - beganAt;
    if (rows[0]?.outcome !== "stored") throw new Error(`The post is answered ${rows[0]?.outcome}`);
  }
  return (passed * 1_000) / POSTS;
}
