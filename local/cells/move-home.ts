import { Client, escapeIdentifier } from "pg";
import { HOME_ROWS, whereOf } from "./home-rows.ts";
import {
  arrival,
  CellError,
  columnsOf,
  hasHome,
  holdHome,
  leaveNothing,
  type Moved,
  makeTables,
  type Place,
  patiently,
  refuseStrangers,
  refuseUnlike,
  restOf,
} from "./place.ts";

type Move = { home: string; from: string; to: string };

/**
 * Moves a home with everything that it has, and its people, from one schema of a database to another, in one
 * transaction: an interrupted move has changed nothing, and can be started again. A post waits for it at its
 * device's row and finds no device then. It waits for messages and feeds in progress.
 * @throws CellError
 */
export async function moveHome(connectionString: string, { home, from, to }: Move): Promise<Moved> {
  const client = new Client({ connectionString });
  // The statement that is cut off says so itself.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const [source, target] = [from, to].map((name) => ({ client, schema: escapeIdentifier(name) })) as [
      Place,
      Place,
    ];
    await makeTables(source, target);
    return await patiently(() => inOneGo(source, target, home));
  } finally {
    await client.end();
  }
}

async function inOneGo(source: Place, target: Place, home: string): Promise<Moved> {
  const { client } = source;
  await client.query("begin");
  try {
    if (!(await holdHome(source, home))) {
      if (!(await hasHome(target, home)))
        throw new CellError(`Neither ${source.schema} nor ${target.schema} has a home ${home}.`);
      await client.query("rollback");
      return { rows: 0, isThereAlready: true };
    }
    await refuseUnlike(source, target);
    await refuseStrangers(client, home, source.schema, target.schema);
    const rest = await restOf(source, home);
    const rows = await moveRows(source, target, home);
    await leaveNothing(source, home, rest);
    // Whatever was stored and not yet judged is judged there at once.
    await client.query(`select ${target.schema}.request_check($1)`, [home]);
    await client.query("commit");
    return { rows, isThereAlready: false };
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function moveRows(source: Place, { schema: target }: Place, home: string): Promise<number> {
  const { client, schema } = source;
  let moved = 0;
  for (const { table, key, way } of HOME_ROWS) {
    const list = await columnsOf(source, table);
    const which = whereOf({ table, key }, schema);
    if (table === "household_checks")
      await client.query(`delete from ${target}.household_checks where household_id = $1`, [home]);
    // What is taken away is what is put down: nothing that others change meanwhile is lost or comes twice.
    const taken =
      way === "moved"
        ? `delete from ${schema}.${table} where ${which} returning ${list}`
        : `select ${list} from ${schema}.${table} where ${which} for update`;
    const { rowCount } = await client.query(
      `with taken as (${taken}) insert into ${target}.${table} (${list}) overriding system value
       select ${list} from taken ${arrival(table, way)}`,
      [home],
    );
    moved += rowCount ?? 0;
  }
  return moved;
}
