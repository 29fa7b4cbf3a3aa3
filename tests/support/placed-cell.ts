import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { foundCell, inSchema } from "../../local/cells/found-cell.ts";
import { migrateDatabase } from "../../local/postgres/migrate.ts";

/**
 * `CITUS_TEST_URL`: a database on a coordinator. What a test file makes stands there in a cell of its own, whose schema
 * Citus places on a worker. A plain PostgreSQL keeps it: the way there is the same.
 */
export const { CITUS_TEST_URL } = process.env;

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The first schema, from which cells are founded; Citus places none of that name. */
export const prepareCoordinator = async (url: string): Promise<void> => {
  await migrateDatabase(url);
  await withClient(url, async (client) => {
    if (await hasCitus(client)) await client.query("create extension if not exists citus");
  });
};

const hasCitus = async (client: Client): Promise<boolean> =>
  (await client.query("select from pg_available_extensions where name = 'citus'")).rows.length > 0;

/** A new cell, empty and placed; `drop` takes it away. */
export async function foundPlacedCell(
  url: string,
): Promise<{ connectionString: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await foundCell(url, name);
  await trustEveryClock(inSchema(url, name));
  const drop = () =>
    withClient(url, async (client) => {
      await client.query(`drop schema ${name} cascade`);
    });
  return { connectionString: inSchema(url, name), drop };
}

/** Tests live at times of their own; those about clocks that are wrong put the real function back. */
export const trustEveryClock = (connectionString: string): Promise<void> =>
  withClient(connectionString, async (client) => {
    await client.query(
      "create or replace function trusted_time(said timestamptz) returns timestamptz language sql volatile as 'select said'",
    );
  });
