import { randomBytes } from "node:crypto";
import { foundCell, inSchema } from "../../local/cells/found-cell.ts";
import { createDatabase, dropDatabase } from "../../local/postgres/cluster.ts";
import { openDatabaseAt, type TestDatabase } from "./database.ts";

const TRUST = "create or replace function trusted_time(said timestamptz) returns timestamptz return said";

/** A cell of this name in a database of its own, founded from the first one's; `url` is that of the database. */
export async function openCellApart(
  first: TestDatabase,
  name: string,
): Promise<TestDatabase & { url: string; database: string }> {
  const database = `apart_${randomBytes(6).toString("hex")}`;
  await createDatabase(first.connectionString, database);
  const at = new URL(first.connectionString);
  at.pathname = `/${database}`;
  await foundCell(first.connectionString, name, { at: at.href });
  const cell = await openDatabaseAt(inSchema(at.href, name), () =>
    dropDatabase(first.connectionString, database),
  );
  await cell.query(TRUST);
  return { ...cell, url: at.href, database };
}
