import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import pg, { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from "pg";
import { STORE_LIMITS } from "../../lib/kernel/db.queries.ts";
import type { Queries } from "../../lib/kernel/statements.queries.ts";
import { messageOf } from "../../lib/kernel/text.ts";

/** Statements that run at once; the others wait. */
const CONNECTIONS_MAX = 8;
const IDLE_MS = 60_000;
const CONNECT_MS_MAX = 5_000;
/** PostgreSQL's error class for "no connection": the statement surely never ran. */
const NOT_CONNECTED = "08001";

/** A call of one stored function and nothing else, with `$1, $2, …`. */
const FUNCTION_CALL = /^select \w+\((?:\s*\$\d+(?:::\w+(?:\[\])?)?,?)*\)(?: as \w+)?$/;
const NAMES_MAX = 50;

interface ConnectionRules {
  connectionsMax?: number;
  /** How long a statement waits for a lock, in milliseconds; if absent, as long as the statement may take. */
  lockMsMax?: number;
}

/** Opens connections to PostgreSQL over its own protocol. */
export function openSqlConnections(
  connectionString: string,
  { connectionsMax = CONNECTIONS_MAX, lockMsMax = 0 }: ConnectionRules = {},
) {
  // Makes a time the same text whatever this machine's time zone is.
  pg.defaults.parseInputDatesAsUTC = true;
  const pool = new pg.Pool({
    connectionString,
    max: connectionsMax,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    statement_timeout: STORE_LIMITS.storeAttemptMs,
    // Doesn't wait for a server that hangs, either.
    query_timeout: STORE_LIMITS.storeAttemptMs,
    lock_timeout: lockMsMax,
    application_name: "hearthwatch",
    // PostgreSQL overestimates the claim of messages, and compiling it would take many times as long as running it.
    options: "-c jit=off",
  });
  // An idle connection that breaks (such as at a restart of PostgreSQL) is replaced at the next call.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  return { queries: queriesOver(pool), close: () => pool.end() };
}

/** Wraps Drizzle's queries: each runs on its own connection, or on its batch's. */
function queriesOver(pool: pg.Pool): Queries {
  /** A call of a stored function needs no plan for its values, so it is parsed once. */
  const nameOf = statementNames(NAMES_MAX, (text) => FUNCTION_CALL.test(text));
  const ofBatch = new AsyncLocalStorage<PoolClient>();
  const run = (client: PoolClient, config: QueryConfig, values: unknown[]): Promise<QueryResult> => {
    const name = config.name ?? nameOf(config.text);
    // Always uses Parse, Bind and Execute, as Neon does: the simple protocol would allow several statements in one.
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
  // The same builders as over HTTP, whose results have the same rows; only the batch differs.
  return Object.assign(drizzle({ client: Object.assign(Object.create(pool), { query }) }), {
    batch,
  }) as unknown as Queries;
}

/** Runs all statements or none. Each begins when it is awaited. */
async function inTransaction(client: PoolClient, statements: readonly PromiseLike<unknown>[]) {
  await client.query("BEGIN");
  try {
    const answers: unknown[] = [];
    for (const statement of statements) answers.push(await statement);
    await client.query("COMMIT");
    return answers;
  } catch (error) {
    // A broken connection has already rolled back.
    if (leavesConnection(causeOf(error))) await client.query("ROLLBACK");
    throw error;
  }
}

/** Drizzle wraps PostgreSQL's error. */
const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

/** Closes a connection that breaks or doesn't answer in time: the result of its statement is then unknown. */
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
 * Returns a function that names statements, so that connections keep them parsed; names are the same on all
 * connections. It returns undefined for statements that aren't kept: beyond `max`, or rejected by `isKept`.
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

/** Returns whether the connection can be used after this error. */
export function leavesConnection(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity !== "FATAL";
}
