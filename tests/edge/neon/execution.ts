import type { ClientBase, CustomTypesConfig, QueryArrayConfig } from "pg";
import { leavesConnection } from "../../../local/machine/sql-client.ts";

export interface SqlStatement {
  query: string;
  params: unknown[];
}

/** The name under which a connection keeps a statement; absent where each is parsed and planned anew, as by Neon. */
export type NameOf = ((text: string) => string | undefined) | undefined;

/** What @neondatabase/serverless reads. */
interface SqlResult {
  command: string;
  rowCount: number | null;
  fields: unknown[];
  rows: unknown[];
  rowAsArray: boolean;
}

type ExtendedQuery = QueryArrayConfig & { queryMode: "extended" };

const AS_TEXT: CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value.toString() };
/** Rows are arrays of texts: the driver never asks for others. */
export async function runStatement(client: ClientBase, { query, params }: SqlStatement, nameOf?: NameOf) {
  // Always Parse/Bind/Execute, as Neon: the simple protocol would let several statements through.
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

/** All or nothing. */
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
    // A connection that is gone has rolled back by itself.
    if (leavesConnection(error)) await client.query("rollback");
    throw error;
  }
}
