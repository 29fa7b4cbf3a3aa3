import { type ClientBase, type CustomTypesConfig, types as pgTypes, type QueryArrayConfig } from "pg";
import { leavesConnection } from "../../../local/machine/pg-statements.ts";

export interface SqlStatement {
  query: string;
  params: unknown[];
}

interface BatchOptions {
  isolationLevel: string | undefined;
  readOnly: boolean;
  deferrable: boolean;
}

export interface ResultForm {
  rawText: boolean;
  arrayMode: boolean;
  /** The name under which a connection keeps a statement; absent where each is parsed and planned anew, as by Neon. */
  nameOf?: ((text: string) => string | undefined) | undefined;
}

/** What @neondatabase/serverless reads. */
interface SqlResult {
  command: string;
  rowCount: number | null;
  fields: unknown[];
  rows: unknown[];
  rowAsArray: boolean;
}

type ExtendedQuery = QueryArrayConfig & { queryMode: "extended" };

const ISOLATION_SQL: Record<string, string> = {
  ReadUncommitted: "READ UNCOMMITTED",
  ReadCommitted: "READ COMMITTED",
  RepeatableRead: "REPEATABLE READ",
  Serializable: "SERIALIZABLE",
};

const AS_TEXT: CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value.toString() };
/** bool, int2, int4, oid, float4, float8, json, jsonb: what Neon turns into JSON unless told not to. */
const JSON_TYPES = new Set([16, 21, 23, 26, 700, 701, 114, 3802]);
const AS_JSON: CustomTypesConfig = {
  getTypeParser: (oid: number) =>
    JSON_TYPES.has(oid) ? pgTypes.getTypeParser(oid, "text") : (value: string) => value,
};

export async function runStatement(client: ClientBase, statement: SqlStatement, form: ResultForm) {
  // Always Parse/Bind/Execute, as Neon: the simple protocol would let several statements through.
  const name = form.nameOf?.(statement.query);
  const request: ExtendedQuery = {
    ...(name === undefined ? {} : { name }),
    text: statement.query,
    values: statement.params,
    rowMode: "array",
    queryMode: "extended",
    types: form.rawText ? AS_TEXT : AS_JSON,
  };
  const { command, rowCount, fields, rows } = await client.query<unknown[]>(request);
  const result: SqlResult = { command, rowCount, fields, rows, rowAsArray: form.arrayMode };
  if (!form.arrayMode)
    result.rows = rows.map((row) =>
      Object.fromEntries(fields.map((field, index) => [field.name, row[index]])),
    );
  return result;
}

/** All or nothing. */
export async function runBatch(
  client: ClientBase,
  statements: SqlStatement[],
  options: BatchOptions,
  form: ResultForm,
): Promise<SqlResult[]> {
  await client.query(beginStatement(options));
  try {
    const results: SqlResult[] = [];
    for (const statement of statements) results.push(await runStatement(client, statement, form));
    await client.query("COMMIT");
    return results;
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    if (leavesConnection(error)) await client.query("ROLLBACK");
    throw error;
  }
}

export function beginStatement({ isolationLevel, readOnly, deferrable }: BatchOptions): string {
  const parts = ["BEGIN"];
  const isolation = isolationLevel === undefined ? undefined : ISOLATION_SQL[isolationLevel];
  if (isolation !== undefined) parts.push(`ISOLATION LEVEL ${isolation}`);
  if (readOnly) parts.push("READ ONLY");
  if (deferrable) parts.push("DEFERRABLE");
  return parts.join(" ");
}
