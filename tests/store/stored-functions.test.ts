import { randomBytes } from "node:crypto";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { Client } from "pg";
import { afterAll, describe, expect, inject, test } from "vitest";
import { createDatabase } from "../../local/postgres/cluster.ts";
import { migrateDatabase } from "../../local/postgres/migrate.ts";
import { applyStoredFunctions, storedStatements } from "../../local/stored-functions/apply.ts";
import { openTestDatabase } from "../support/database.ts";
import { dropDatabase } from "../support/kept-databases.ts";

const database = await openTestDatabase();
const client = new Client({ connectionString: database.connectionString });
await client.connect();
afterAll(() => client.end());

const definitions = async (): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`);
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
};

const dropAll = async (): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger where not tgisinternal and tgparentid = 0
    union all
    select format('drop function %s', string_agg(oid::regprocedure::text, ', '))
    from pg_proc where pronamespace = 'public'::regnamespace`);
  for (const { statement } of rows) await client.query(statement);
};

const replacedByTests = () =>
  storedStatements()
    .filter(({ name }) => name === "trusted_time")
    .map(({ text }) => text);

describe("the migrated database", () => {
  test("holds the functions and triggers of schema/sql and no others", async () => {
    await client.query("begin");
    for (const text of replacedByTests()) await client.query(text);
    const migrated = await definitions();
    await dropAll();
    expect(await definitions()).toEqual({});
    await client.query("set local check_function_bodies = off");
    for (const { text } of storedStatements()) await client.query(text);
    expect(migrated).toEqual(await definitions());
    await client.query("rollback");
  });

  test("gets all of them anew, and loses those that are gone, where one is another than in schema/sql", async () => {
    await client.query("begin");
    for (const text of replacedByTests()) await client.query(text);
    const wanted = await definitions();
    await client.query("create function gone() returns integer language sql return 1");
    await client.query("comment on function gone() is 'hearthwatch of before'");
    await applyStoredFunctions(client);
    expect(await definitions()).toEqual(wanted);
    await client.query("rollback");
  });

  test("works times out within a statement and calls no function for each row", async () => {
    const { rows } = await client.query<Record<string, string>>(
      "explain (verbose) select epoch_ms(to_timestamp(n)) from generate_series(1, 3) n",
    );
    const plan = rows.flatMap((row) => Object.values(row)).join("\n");
    expect(plan).toContain("date_part");
    expect(plan).not.toContain("epoch_ms(");
  });
});

test("a migration takes a column away from a function of before that reads it", async () => {
  const server = inject("testServer").connectionString;
  const name = `before_${randomBytes(6).toString("hex")}`;
  await createDatabase(server, name);
  const connectionString = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const older = new Client({ connectionString });
  await older.connect();
  try {
    await older.query("create schema drizzle");
    await older.query("create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)");
    for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: "drizzle" })) {
      if (sql.some((statement) => statement.includes('"devices" DROP COLUMN "alert_settings"'))) break;
      for (const statement of sql) await older.query(statement);
      await older.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
        hash,
        folderMillis,
      ]);
    }
    await older.query(
      "create function limits_of(device devices) returns jsonb language sql return (device).alert_settings",
    );
    await older.query("comment on function limits_of(devices) is 'hearthwatch of before'");
    await migrateDatabase(connectionString);
    const { rows } = await older.query(
      "select proname from pg_proc where proname in ('limits_of', 'tick_facts')",
    );
    expect(rows).toEqual([{ proname: "tick_facts" }]);
  } finally {
    await older.end();
    await dropDatabase(server, name);
  }
});
