import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { migrateDatabase } from "../postgres/migrate.ts";
import { CellError } from "./place.ts";
import { placeCell } from "./place-cell.ts";

const NAME = /^[a-z][a-z0-9_]{0,40}$/;
/** Each cell numbers what it makes in a range of its own, so that a home that moves keeps its numbers. */
const RANGES = 128;
/** What JavaScript still counts one by one; the service reads every number as its own. */
const COUNTED_MAX = Number.MAX_SAFE_INTEGER;
/** On the schema: which range it has. The first schema has the one from 1 on. */
const COMMENT = "hearthwatch cell ";
const ELSEWHERE = " in another database";

/** Looks for tables in this schema alone. */
export function inSchema(connectionString: string, schema: string): string {
  const url = new URL(connectionString);
  url.searchParams.set("options", `-c search_path=${schema}`);
  return url.href;
}

/** `from`: the schema that it is like; `at`: the database that it is to stand in, that of `from` where none is named. */
type Founding = { from?: string; at?: string | undefined };

/**
 * Makes a schema that takes homes of its own, with the whole of the tables; it has sealed as far as `from`, and signs with
 * the same keys. On a coordinator Citus places it. Once more finishes what was cut off, and brings it to this version.
 * @throws CellError
 */
export async function foundCell(
  connectionString: string,
  name: string,
  { from = "public", at }: Founding = {},
): Promise<void> {
  if (!NAME.test(name) || name === from)
    throw new CellError(`A cell is named by small letters, digits and _: "${name}" can't be one.`);
  const first = new Client({ connectionString });
  const there = at === undefined ? first : new Client({ connectionString: at });
  await first.connect();
  try {
    if (there !== first) await there.connect();
    const range = await takeRange(first, name, there !== first);
    if (there !== first) await makeSchema(there, name, range);
    await migrateDatabase(inSchema(at ?? connectionString, name));
    await beginAt(there, name, range);
    for (const table of ["sealed_days", "evidence_keys"]) {
      const { rows } = await first.query<{ row: string }>(
        `select t::text as row from ${escapeIdentifier(from)}.${table} t`,
      );
      await there.query(
        `insert into ${name}.${table} select * from unnest($1::${name}.${table}[])
         where not exists (select from ${name}.households) on conflict do nothing`,
        [rows.map(({ row }) => row)],
      );
    }
    await placeCell(there, name);
  } finally {
    await first.end();
    if (there !== first) await there.end();
  }
}

/** A range is one of all databases: the first one's schemas say which are taken, by empty ones of the same name too. */
async function takeRange(first: Client, name: string, isElsewhere: boolean): Promise<number> {
  await first.query("begin");
  await first.query("select pg_advisory_xact_lock(hashtext($1))", [COMMENT]);
  const { rows } = await first.query<{ name: string; range: number; is_elsewhere: boolean }>(
    `select nspname as name, substring(said from '\\d+')::integer as range, said like '%' || $2 as is_elsewhere
     from pg_namespace, obj_description(oid, 'pg_namespace') as said where starts_with(said, $1)`,
    [COMMENT, ELSEWHERE],
  );
  const own = rows.find((row) => row.name === name);
  if (own !== undefined && own.is_elsewhere !== isElsewhere)
    throw new CellError(`There is a cell ${name} already, in ${isElsewhere ? "this" : "another"} database.`);
  const range = own?.range ?? Math.max(0, ...rows.map((row) => row.range)) + 1;
  if (range >= RANGES) throw new CellError(`There are ${RANGES - 1} cells beside the first schema already.`);
  if (own === undefined) await makeSchema(first, name, range, isElsewhere ? ELSEWHERE : "");
  await first.query("commit");
  return range;
}

async function makeSchema(client: Client, name: string, range: number, where = ""): Promise<void> {
  const { rowCount } = await client.query("select from pg_namespace where nspname = $1", [name]);
  if (rowCount === 0) await client.query(`create schema ${name}`);
  await client.query(`comment on schema ${name} is ${escapeLiteral(COMMENT + range + where)}`);
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
    await client.query("select setval($1, $2, false)", [sequence, start]);
}
