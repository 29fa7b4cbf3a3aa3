import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { migrateDatabase } from "../postgres/migrate.ts";
import { CellError } from "./cell-error.ts";

const NAME = /^[a-z][a-z0-9_]{0,40}$/;
/** Each cell numbers what it makes in a range of its own, so that a home that moves keeps its numbers. */
const RANGES = 128;
/** What JavaScript still counts one by one; the service reads every number as its own. */
const COUNTED_MAX = Number.MAX_SAFE_INTEGER;
/** On the schema: which range it has. The first schema has the one from 1 on. */
const COMMENT = "hearthwatch cell ";

/** Looks for tables in this schema alone. */
export function inSchema(connectionString: string, schema: string): string {
  const url = new URL(connectionString);
  url.searchParams.set("options", `-c search_path=${schema}`);
  return url.href;
}

/**
 * Makes a schema beside `from` that takes homes of its own, with the whole of the tables; it has sealed as far as `from`,
 * and signs with the same keys. Once more finishes what was cut off, and brings it to this version.
 * @throws CellError
 */
export async function foundCell(connectionString: string, name: string, from = "public"): Promise<void> {
  if (!NAME.test(name) || name === from)
    throw new CellError(`A cell is named by small letters, digits and _: "${name}" can't be one.`);
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const range = await takeRange(client, name);
    await migrateDatabase(inSchema(connectionString, name));
    await beginAt(client, name, range);
    for (const table of ["sealed_days", "evidence_keys"])
      await client.query(
        `insert into ${name}.${table} select * from ${escapeIdentifier(from)}.${table}
         where not exists (select from ${name}.households) on conflict do nothing`,
      );
  } finally {
    await client.end();
  }
}

async function takeRange(client: Client, name: string): Promise<number> {
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtext($1))", [COMMENT]);
  const { rows } = await client.query<{ name: string; range: number }>(
    `select nspname as name, substring(said from '\\d+$')::integer as range
     from pg_namespace, obj_description(oid, 'pg_namespace') as said where starts_with(said, $1)`,
    [COMMENT],
  );
  const own = rows.find((row) => row.name === name)?.range;
  const range = own ?? Math.max(0, ...rows.map((row) => row.range)) + 1;
  if (range >= RANGES) throw new CellError(`One database takes ${RANGES - 1} cells beside its first schema.`);
  if (own === undefined) {
    await client.query(`create schema ${name}`);
    await client.query(`comment on schema ${name} is ${escapeLiteral(COMMENT + range)}`);
  }
  await client.query("commit");
  return range;
}

async function beginAt(client: Client, name: string, range: number): Promise<void> {
  const { rows } = await client.query<{ sequence: string; start: string }>(
    `select sequence, start::text from (
       select format('%I.%I', schemaname, sequencename) as sequence, coalesce(last_value, 0) as last,
         least(max_value, $4::bigint) / $2::integer * $3::integer + 1 as start
       from pg_sequences where schemaname = $1) own
     where last < start`,
    [name, RANGES, range, COUNTED_MAX],
  );
  for (const { sequence, start } of rows)
    await client.query(`alter sequence ${sequence} restart with ${start}`);
}
