import { Client } from "pg";
import { expect, test } from "vitest";
import { migrateDatabase } from "../../local/postgres/migrate.ts";

/** The usual address of a system's own PostgreSQL. */
const URL = "postgresql://postgres@127.0.0.1:5432/postgres";
const VERSION_MIN = 16;

const client = new Client({ connectionString: URL });
const major = await client
  .connect()
  .then(() =>
    client.query<{ major: number }>("select current_setting('server_version_num')::int / 10000 as major"),
  )
  .then(({ rows }) => rows[0]?.major ?? null)
  // Nobody listens there, or it needs a password.
  .catch(() => null);
await client.end();
const isOld = major !== null && major < VERSION_MIN;
if (!isOld) console.warn("SKIPPED: no PostgreSQL before 16 listens on port 5432");

test.skipIf(!isOld)("a PostgreSQL that is too old is named, and nothing is made in it", async () => {
  await expect(migrateDatabase(URL)).rejects.toThrow(`PostgreSQL ${major}.`);
  const checked = new Client({ connectionString: URL });
  await checked.connect();
  const { rows } = await checked.query(
    "select to_regnamespace('drizzle') as made, to_regclass('devices') as table",
  );
  await checked.end();
  expect(rows).toEqual([{ made: null, table: null }]);
});
