import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { readRaw } from "../../lib/history/readings.queries.ts";
import { dbOf } from "../../lib/kernel/db.queries.ts";
import type { Queries } from "../../lib/kernel/statements.queries.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";

const DAYS = 4;
const MINUTES = DAYS * 1_440;
const START = "2026-11-01T00:00:00Z";
const PAGE = 200;
const DEVICES = 3;
/** Of 17,280 rows in total. */
const LOOKED_MAX = 25 * PAGE;

const database = await openTestDatabase();
const home = await addHome(database);
for (let made = 0; made < DEVICES; made += 1) await addDevice(database, home);
const numbers = (await database.query<{ number: number }>("select number from devices order by number")).map(
  ({ number }) => number,
);
await database.query(
  "select ensure_snapshot_day($1::date + day) from generate_series(0, $2::integer) as day",
  [START, DAYS],
);
await database.query(
  `insert into snapshots (device_number, recorded_at, "values")
   select number, $1::timestamptz + minute * interval '1 minute', array[minute, number]
   from generate_series(0, $2::integer - 1) as minute, devices`,
  [START, MINUTES],
);
await database.query("analyze snapshots");
const client = new Client({ connectionString: database.connectionString });
await client.connect();
afterAll(() => client?.end());
const db = dbOf((_, work) => work(drizzle({ client }) as unknown as Queries));

const sensors = numbers.map((deviceNumber, place) => ({
  sensorId: `sen_${place}`,
  deviceNumber,
  position: 1,
}));

/** Returns the page after a minute, and how many rows of snapshots PostgreSQL read for it. */
async function page(minute: number, newestFirst = false): Promise<{ minutes: number[]; looked: number }> {
  await client.query("begin");
  const [fromMicros = 0, toMicros = 0] = [minute, MINUTES].map(
    (at) => (Date.parse(START) + at * 60_000) * 1_000,
  );
  const ask = { sensors, fromMicros, toMicros, after: null, limit: PAGE, newestFirst };
  const items = await readRaw(db, { ...ask, mayBeSealed: false });
  const { rows: looked } = await client.query<{ looked: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as looked from pg_stat_xact_user_tables
     where relname like 'snapshots%'`,
  );
  await client.query("commit");
  return { minutes: items.map(({ value }) => value), looked: looked[0]?.looked ?? 0 };
}

test.each([0, 1_000, MINUTES - 2 * PAGE])(
  "a page after minute %i looks at a few rows for each that it shows, however many are left",
  async (minute) => {
    const { minutes, looked } = await page(minute);
    expect(minutes).toEqual(Array.from({ length: PAGE }, (_, index) => minute + Math.floor(index / DEVICES)));
    expect(looked).toBeLessThanOrEqual(LOOKED_MAX);
  },
);

test("the newest readings cost no more than the oldest", async () => {
  const { minutes, looked } = await page(0, true);
  expect(minutes[0]).toBe(MINUTES - 1);
  expect(minutes).toHaveLength(PAGE);
  expect(looked).toBeLessThanOrEqual(LOOKED_MAX);
});
