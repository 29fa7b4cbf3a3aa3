import type { Client } from "pg";

/**
 * Where the database is that of a Citus coordinator, Citus keeps the schema on one of its workers, whole: tables, triggers
 * and the functions that statements call there. Elsewhere, and where it is placed already, nothing happens.
 */
export async function placeCell(client: Client, name: string): Promise<void> {
  const { rowCount: hasCitus } = await client.query("select from pg_extension where extname = 'citus'");
  if (hasCitus === 0) return;
  // Its own guard against triggers that reach rows of other workers; a cell's are all in one place.
  await client.query("set citus.enable_unsafe_triggers = on");
  await client.query(
    `select citus_schema_distribute($1::regnamespace)
     where not exists (select from citus_schemas where schema_name = $1::regnamespace)`,
    [name],
  );
  // A function that takes or reads a row of a table was kept to the coordinator, or stayed there as it is now: the table
  // was on no worker when it was made.
  const { rows } = await client.query<{ made: string }>(
    "select pg_get_functiondef(oid) as made from pg_proc where pronamespace = $1::regnamespace",
    [name],
  );
  for (const { made } of rows) await client.query(made);
}
