import { Client } from "pg";
import { afterAll, expect, test } from "vitest";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";

const DAYS = 4;
const MINUTES = DAYS * 1_440;
const START = "2026-11-01T00:00:00Z";
const PAGE = 200;
const DEVICES = 3;
/** Of 17,280 rows. */
const LOOKED_MAX = 10 * PAGE;

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

/** A page after minute `minute`, and how many rows of snapshots were looked at for it. */
async function page(minute: number, newestFirst = false): Promise<{ minutes: number[]; looked: number }> {
  const places = numbers.map((deviceNumber, place) => ({ place, deviceNumber, position: 1 }));
  await client.query("begin");
  const { rows } = await client.query<{ minute: number }>(
    `select value::integer as minute from read_snapshots($1, $2, $3::timestamptz + $4 * interval '1 minute',
       $3::timestamptz + interval '30 days', null, null, $5, $6, interval '15 minutes')`,
    [JSON.stringify(places), numbers, START, minute, newestFirst, PAGE],
  );
  const { rows: looked } = await client.query<{ looked: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as looked from pg_stat_xact_user_tables
     where relname like 'snapshots%'`,
  );
  await client.query("commit");
  return { minutes: rows.map((row) => row.minute), looked: looked[0]?.looked ?? 0 };
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

test("a year without a reading is passed over at once", async () => {
  const { minutes } = await page(-365 * 1_440);
  expect(minutes[0]).toBe(0);
});
