import pg, { type CustomTypesConfig, DatabaseError, type PoolClient, type QueryArrayConfig } from "pg";
import { KERNEL_LIMITS } from "../../lib/kernel/limits.ts";
import { type SqlClient, Statement } from "../../lib/kernel/sql-over-http.queries.ts";
import { KEPT_MARK, readValue } from "../../lib/kernel/sql-values.ts";
import { messageOf } from "../../lib/kernel/text.ts";
import { leavesConnection, statementNames } from "../sql/execution.ts";

/** As many statements run at once; the others wait their turn. */
const CONNECTIONS_MAX = 8;
const IDLE_MS = 60_000;
const CONNECT_MS_MAX = 5_000;
/** The class of PostgreSQL's own codes for "no connection was made": the statement surely never ran. */
const NOT_CONNECTED = "08001";

/** The values arrive as text, and become what they become over HTTP: every platform computes with the same. */
const SAME_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number) => (text: string | Buffer) => readValue(String(text), oid),
};

type ExtendedQuery = QueryArrayConfig & { queryMode: "extended" };
type Answer = { rows: unknown[]; fields: unknown[]; rowCount: number | null; command: string };

interface SqlConnections {
  client: SqlClient;
  close(): Promise<void>;
}

interface ConnectionRules {
  connectionsMax?: number;
  /** How long a statement waits for what another one holds; as long as it may take where absent. */
  lockMsMax?: number;
}

/** PostgreSQL by its own protocol, behind the calls of Neon's driver. */
export function openSqlConnections(
  connectionString: string,
  { connectionsMax = CONNECTIONS_MAX, lockMsMax = 0 }: ConnectionRules = {},
): SqlConnections {
  // A time is sent as the same text whatever this machine's own time zone is.
  pg.defaults.parseInputDatesAsUTC = true;
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: KERNEL_LIMITS.storeAttemptMs,
    lock_timeout: lockMsMax,
    application_name: "hearthwatch",
  });
  // An idle connection that breaks (PostgreSQL is started again) is replaced at the next call.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  const query = (text: string, params: unknown[] = [], form: { arrayMode?: boolean } = {}) =>
    new Statement<Answer>(text, params, form, (statement) =>
      onConnection(pool, (client) => run(client, statement)),
    );
  const transaction = (statements: readonly Statement<Answer>[]) =>
    onConnection(pool, (client) => runTogether(client, statements));
  return {
    client: Object.assign(query, { query, transaction }) as unknown as SqlClient,
    close: () => pool.end(),
  };
}

/** Past its time the connection is closed: what became of the statement is then unknown. */
async function onConnection<T>(pool: pg.Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let isUsable = false;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("PostgreSQL did not answer in time")),
      KERNEL_LIMITS.storeAttemptMs,
    );
  });
  try {
    const done = await Promise.race([work(client), tooLate]);
    isUsable = true;
    return done;
  } catch (error) {
    isUsable = leavesConnection(error);
    throw error;
  } finally {
    clearTimeout(timer);
    client.release(!isUsable);
  }
}

async function connect(pool: pg.Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw Object.assign(new Error(messageOf(error)), { code: NOT_CONNECTED });
  }
}

/** One stored function and nothing else, with `$1, $2, …`. */
const FUNCTION_CALL = /^select \w+\((?:\s*\$\d+(?:::\w+(?:\[\])?)?,?)*\)(?: as \w+)?$/;
const NAMES_MAX = 50;
/** The usual post is a call of one function: nothing in it is planned by its values. What people look at says that it may be kept. */
const nameOf = statementNames(NAMES_MAX, (text) => FUNCTION_CALL.test(text) || text.includes(KEPT_MARK));

async function run(client: PoolClient, { text, params, form }: Statement<Answer>): Promise<Answer> {
  // Always Parse, Bind and Execute, as Neon: the simple protocol would let several statements through.
  const name = nameOf(text);
  const request: ExtendedQuery = {
    ...(name === undefined ? {} : { name }),
    text,
    values: [...params],
    rowMode: "array",
    queryMode: "extended",
    types: SAME_TYPES,
  };
  const { command, rowCount, fields, rows } = await client.query<unknown[]>(request);
  if (form.arrayMode === true) return { command, rowCount, fields, rows };
  const named = rows.map((row) => Object.fromEntries(fields.map(({ name }, index) => [name, row[index]])));
  return { command, rowCount, fields, rows: named };
}

/** All or nothing. */
async function runTogether(client: PoolClient, statements: readonly Statement<Answer>[]): Promise<Answer[]> {
  await client.query("BEGIN");
  try {
    const answers: Answer[] = [];
    for (const statement of statements) answers.push(await run(client, statement));
    await client.query("COMMIT");
    return answers;
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    if (leavesConnection(error)) await client.query("ROLLBACK");
    throw error;
  }
}
