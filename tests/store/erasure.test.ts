import { describe, expect, test } from "vitest";
import { ensureDaysAhead, ensureHistoryMonth } from "../../lib/history/compact.queries.ts";
import { eraseHistory } from "../../lib/history/cut.queries.ts";
import { deleteHome } from "../../lib/people/households.queries.ts";
import { openTestDatabase } from "../support/database.ts";
import { addDevice, addHome } from "../support/fixtures.ts";
import { testServices } from "../support/services.ts";

const NOW = new Date("2026-11-20T10:00:00Z");

/** Tables whose rows have no foreign key to their home, and the code that deletes them. */
const ERASED_OTHERWISE: Record<string, string> = {
  outbox: "deleted with the home by delete-home.ts: farewells stay until they are sent",
};

/** The column values of each table's one row; key columns get those of the device, home and day. */
const VALUES: Record<string, string> = {
  integer: "1",
  smallint: "1",
  bigint: "1",
  real: "1",
  "double precision": "1",
  boolean: "false",
  text: "'x'",
  date: "date '2026-11-20'",
  "timestamp with time zone": "timestamptz '2026-11-20 10:00:00+00'",
  bytea: "'\\x00'::bytea",
  ARRAY: "'{1}'",
  jsonb: "'{}'::jsonb",
};

type Column = { table: string; column: string; type: string };

const database = await openTestDatabase();
const columns = await database.query<Column>(
  `select class.relname as "table", a.attname as "column", info.data_type as type
   from pg_class class join pg_attribute a on a.attrelid = class.oid and a.attnum > 0 and not a.attisdropped
   join information_schema.columns info on info.table_name = class.relname and info.column_name = a.attname
     and info.table_schema = 'public'
   where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p') and not class.relispartition`,
);

const tablesWith = (name: string): string[] =>
  columns.filter(({ column }) => column === name).map(({ table }) => table);

describe("a home that is deleted leaves nothing behind", () => {
  test("in any table of readings, and of what was made of them", async () => {
    const { db } = testServices(database);
    await ensureDaysAhead(db, NOW);
    await ensureHistoryMonth(db, "2026-11-20");
    const home = await addHome(database);
    const { id } = await addDevice(database, home);
    const [device] = await database.query<{ number: number }>("select number from devices where id = $1", [
      id,
    ]);
    const tables = tablesWith("device_number");
    expect(tables).toContain("history_1h_chunks");
    for (const table of tables) {
      const own = columns.filter((one) => one.table === table);
      const values = own.map(({ column, type }) =>
        column === "device_number" ? String(device?.number) : VALUES[type],
      );
      await database.query(
        `insert into ${table} (${own.map(({ column }) => `"${column}"`).join(", ")}) values (${values.join(", ")})`,
      );
    }
    await deleteHome(db, { householdId: home, farewells: [], now: NOW });
    expect(await eraseHistory(db, 10)).toBe(1);
    const left: string[] = [];
    for (const table of tables)
      if ((await database.query(`select from ${table} where device_number = ${device?.number}`)).length > 0)
        left.push(table);
    expect(left).toEqual([]);
  });

  test("in any table that names a home, a device, a sensor, a feed or a bay", async () => {
    // From a table to the tables whose rows are deleted with its rows.
    const keys = await database.query<{ child: string; parent: string }>(
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
       where contype = 'f' and confdeltype = 'c'`,
    );
    const gone = new Set(["households"]);
    for (let before = 0; before < gone.size; ) {
      before = gone.size;
      for (const { child, parent } of keys) if (gone.has(parent)) gone.add(child);
    }
    const naming = ["household_id", "device_id", "sensor_id", "feed_id", "bay_id", "alert_id"].flatMap(
      tablesWith,
    );
    const staying = [...new Set(naming)].filter((table) => !gone.has(table));
    expect(staying.toSorted()).toEqual(Object.keys(ERASED_OTHERWISE).toSorted());
  });
});
