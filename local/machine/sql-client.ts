import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import pg, { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { STORE_LIMITS } from "../../lib/kernel/db.queries.ts";
import type { Queries } from "../../lib/kernel/statements.queries.ts";
import { messageOf } from "../../lib/kernel/text.ts";

/** As many statements run at once; the others wait their turn. */
const CONNECTIONS_MAX = 8;
const IDLE_MS = 60_000;
const CONNECT_MS_MAX = 5_000;
/** The class of PostgreSQL's own codes for "no connection was made": the statement surely never ran. */
const NOT_CONNECTED = "08001";

/** One stored function and nothing else, with `$1, $2, …`. */
const FUNCTION_CALL = /^select \w+\((?:\s*\$\d+(?:::\w+(?:\[\])?)?,?)*\)(?: as \w+)?$/;
const NAMES_MAX = 50;

interface ConnectionRules {
  connectionsMax?: number;
  /** How long a statement waits for what another one holds; as long as it may take where absent. */
  lockMsMax?: number;
}

/** PostgreSQL by its own protocol. */
export function openSqlConnections(
  connectionString: string,
  { connectionsMax = CONNECTIONS_MAX, lockMsMax = 0 }: ConnectionRules = {},
) {
  // A time is sent as the same text whatever this machine's own time zone is.
  pg.defaults.parseInputDatesAsUTC = true;
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STORE_LIMITS.storeAttemptMs,
    // What a server says that hangs is not waited for either.
    query_timeout: STORE_LIMITS.storeAttemptMs,
    lock_timeout: lockMsMax,
    application_name: "hearthwatch",
    // The claim of messages looks dear by its estimate; compiling it takes many times as long as running it.
    options: "-c jit=off",
  });
  // An idle connection that breaks (PostgreSQL is started again) is replaced at the next call.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  return { queries: queriesOver(pool), close: () => pool.end() };
}

/** Drizzle's queries, each on a connection of its own or on that of the batch in which it stands. */
function queriesOver(pool: pg.Pool): Queries {
  /** What a call of one function does is not planned by its values: it is parsed once. */
  const nameOf = statementNames(NAMES_MAX, (text) => FUNCTION_CALL.test(text));
  const ofBatch = new AsyncLocalStorage<PoolClient>();
  const run = (client: PoolClient, config: QueryConfig, values: unknown[]): Promise<QueryResult> => {
    const name = config.name ?? nameOf(config.text);
    // Always Parse, Bind and Execute, as Neon: the simple protocol would let several statements through.
    const request = { ...config, ...(name === undefined ? {} : { name }), queryMode: "extended" };
    return client.query(request, values);
  };
  const query = (config: QueryConfig, values: unknown[] = []): Promise<QueryResult> => {
    const client = ofBatch.getStore();
    return client === undefined
      ? onConnection(pool, (own) => run(own, config, values))
      : run(client, config, values);
  };
  const batch = (statements: readonly PromiseLike<unknown>[]) =>
    onConnection(pool, (client) => ofBatch.run(client, () => inTransaction(client, statements)));
  // The same builders as over HTTP, whose results have the same rows; only the batch is another one.
  return Object.assign(drizzle({ client: Object.assign(Object.create(pool), { query }) }), {
    batch,
  }) as unknown as Queries;
}

/** All or nothing. Each statement begins when it is awaited. */
async function inTransaction(client: PoolClient, statements: readonly PromiseLike<unknown>[]) {
  await client.query("BEGIN");
  try {
    const answers: unknown[] = [];
    for (const statement of statements) answers.push(await statement);
    await client.query("COMMIT");
    return answers;
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    if (leavesConnection(causeOf(error))) await client.query("ROLLBACK");
    throw error;
  }
}

/** Drizzle wraps what PostgreSQL said. */
const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

/** A connection that breaks, or does not answer in time, is closed: what became of its statement is then unknown. */
async function onConnection<T>(pool: pg.Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let isUsable = true;
  try {
    return await work(client);
  } catch (error) {
    isUsable = leavesConnection(causeOf(error));
    throw error;
  } finally {
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

/**
 * The names under which connections keep statements parsed, each the same on all of them; absent for what is parsed anew:
 * what is beyond `max`, and what `isKept` leaves out.
 */
export function statementNames(
  max: number,
  isKept: (text: string) => boolean = () => true,
): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= max || !isKept(text)) return known;
    const name = `kept_${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** True if the connection can be used after this error. */
export function leavesConnection(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity !== "FATAL";
}
