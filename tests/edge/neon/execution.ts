import type { ClientBase, CustomTypesConfig, QueryArrayConfig } from "pg";
import { leavesConnection } from "../../../local/machine/sql-client.ts";

export interface SqlStatement {
  query: string;
  params: unknown[];
}

/** Returns a statement's name on its connection; if absent, each is parsed and planned anew, as by Neon. */
export type NameOf = ((text: string) => string | undefined) | undefined;

/** The parts of a result that @neondatabase/serverless reads. */
interface SqlResult {
  command: string;
  rowCount: number | null;
  fields: unknown[];
  rows: unknown[];
  rowAsArray: boolean;
}

type ExtendedQuery = QueryArrayConfig & { queryMode: "extended" };

const AS_TEXT: CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value.toString() };
/** Runs a statement. Rows are arrays of texts, because the driver never asks for others. */
export async function runStatement(client: ClientBase, { query, params }: SqlStatement, nameOf?: NameOf) {
  // Always uses Parse, Bind and Execute, as Neon does: the simple protocol would allow several statements in one.
  const name = nameOf?.(query);
  const request: ExtendedQuery = {
    ...(name === undefined ? {} : { name }),
    text: query,
    values: params,
    rowMode: "array",
    queryMode: "extended",
    types: AS_TEXT,
  };
  const { command, rowCount, fields, rows } = await client.query<unknown[]>(request);
  const result: SqlResult = { command, rowCount, fields, rows, rowAsArray: true };
  return result;
}

/** Runs all statements or none. */
export async function runBatch(
  client: ClientBase,
  statements: SqlStatement[],
  nameOf?: NameOf,
): Promise<SqlResult[]> {
  await client.query("begin");
  try {
    const results: SqlResult[] = [];
    for (const statement of statements) results.push(await runStatement(client, statement, nameOf));
    await client.query("commit");
    return results;
  } catch (error) {
    // A broken connection has already rolled back.
    if (leavesConnection(error)) await client.query("rollback");
    throw error;
  }
}
