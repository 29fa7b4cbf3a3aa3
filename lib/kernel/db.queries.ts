import { neon, neonConfig } from "@neondatabase/serverless";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/neon-http";
import type { Queries } from "./statements.queries.ts";
import { causesOf, codeOf, messageOf } from "./text.ts";

/** The limits of a call to the store, unit last. */
export const STORE_LIMITS = { storeAttemptsMax: 3, storeAttemptMs: 6_000, storeRetryBaseMs: 100 } as const;

const NOT_EXECUTED_CODES = new Set(["57P03", "53300", "08001", "08004", "ECONNREFUSED", "ENOTFOUND"]);
const UNKNOWN_CODES = new Set(["57P01", "57P02", "08003", "08006", "08007", "40003", "ECONNRESET", "57014"]);
const ROLLED_BACK_CODES = new Set(["40001", "40P01", "55P03"]);

/** Neon's proxy answers these without having reached the database (a wrong password, a branch that is gone); they carry no code, only a text. */
const NOT_EXECUTED_TEXT =
  /HTTP status (?:4\d\d|503)|Control plane request failed|Couldn't connect to compute node|Connection refused|ECONNREFUSED/i;

/**
 * What a failed call means for the statement it carried:
 * `not_executed` it never ran · `unknown` it may have run · `rolled_back` it ran and was undone ·
 * `refused` the statement itself is at fault, and would be again.
 */
type FailureClass = "not_executed" | "unknown" | "rolled_back" | "refused";

/** A failed database call as one error: its class, and a message without statement or parameters. */
export class StoreError extends Error {
  override name = "StoreError" as const;
  readonly failure: FailureClass;
  readonly code: string | undefined;
  /** For how long the caller has waited, all attempts together. */
  waitedMs = 0;

  constructor(failure: FailureClass, code: string | undefined, message: string) {
    super(message);
    this.failure = failure;
    this.code = code;
  }
}

export function toStoreError(thrown: unknown): StoreError {
  const chain = causesOf(thrown);
  const code = chain.map(codeOf).find((found) => found !== undefined);
  const innermost = chain.at(-1);
  const message = messageOf(innermost);
  return new StoreError(classify(code, chain), code, message);
}

function classify(code: string | undefined, chain: unknown[]): FailureClass {
  if (code !== undefined) {
    if (NOT_EXECUTED_CODES.has(code)) return "not_executed";
    if (UNKNOWN_CODES.has(code)) return "unknown";
    if (ROLLED_BACK_CODES.has(code)) return "rolled_back";
    if (/^[0-9A-Z]{5}$/.test(code)) return "refused";
  }
  const isRefused = chain.some((error) => error instanceof Error && NOT_EXECUTED_TEXT.test(error.message));
  return isRefused ? "not_executed" : "unknown";
}

/**
 * Runs database work and repeats what is safe to repeat. `repeatable` work gives the same result when it
 * runs twice, so that it is repeated after an unknown outcome too; `once` work only if it surely never ran.
 * @throws StoreError when the attempts are used up or the statement itself is refused
 */
export type Db = RunWork & {
  /** The rows of one statement that is repeatable … */
  query: RunStatement;
  /** … and of one that may run only once. */
  mutate: RunStatement;
};

type RunWork = <T>(kind: "repeatable" | "once", work: (queries: Queries) => Promise<T>) => Promise<T>;

type RunStatement = <Row extends Record<string, unknown>>(statement: SQLWrapper) => Promise<Row[]>;

export const dbOf = (run: RunWork): Db =>
  Object.assign(run, {
    query: <Row extends Record<string, unknown>>(statement: SQLWrapper) =>
      run("repeatable", async (queries) => (await queries.execute<Row>(statement)).rows),
    mutate: <Row extends Record<string, unknown>>(statement: SQLWrapper) =>
      run("once", async (queries) => (await queries.execute<Row>(statement)).rows),
  });

type Patience = {
  pause: (ms: number) => Promise<void>;
  /** Tells how long a call has waited that failed. */
  clock?: (() => Date) | undefined;
};

export const databaseOver = (queries: Queries, how: Patience): Db =>
  dbOf((kind, work) => attempt(kind, () => work(queries), how));

/** The driver takes it up at each call, so that each has its own time. */
const IN_TIME = {
  get signal() {
    return AbortSignal.timeout(STORE_LIMITS.storeAttemptMs);
  },
};

/** Neon's SQL over HTTP: a statement, or a batch of them, is one POST, to Neon's own address for the host without an endpoint. */
export function neonQueries(url: string, endpoint?: string): Queries {
  if (endpoint !== undefined) neonConfig.fetchEndpoint = endpoint;
  return drizzle(neon(url, { fetchOptions: IN_TIME }));
}

async function attempt<T>(kind: "repeatable" | "once", work: () => Promise<T>, { pause, clock }: Patience) {
  const begunMs = clock?.().getTime() ?? 0;
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (thrown) {
      const error = thrown instanceof StoreError ? thrown : toStoreError(thrown);
      error.waitedMs = (clock?.().getTime() ?? 0) - begunMs;
      if (tried >= STORE_LIMITS.storeAttemptsMax || !mayRepeat(kind, error)) throw error;
      await pause(STORE_LIMITS.storeRetryBaseMs * 3 ** (tried - 1));
    }
  }
}

function mayRepeat(kind: "repeatable" | "once", error: StoreError): boolean {
  switch (error.failure) {
    case "not_executed":
    case "rolled_back":
      return true;
    case "unknown":
      return kind === "repeatable";
    case "refused":
      return false;
    default:
      return error.failure satisfies never;
  }
}

/** So many seconds after `moment`. */
export const secondsAfter = (moment: SQLWrapper, seconds: SQLWrapper): SQL =>
  sql`${moment} + ${seconds}::float8 * interval '1 second'`;

/** Serializes changes that count what one user has or does. */
export const userLock = (userId: string): SQL =>
  sql`select 1 from users where id = ${userId} for no key update`;

/** Serializes changes that count what one household has. Readings go on meanwhile. */
export const householdLock = (householdId: string): SQL =>
  sql`select 1 from households where id = ${householdId} for no key update`;

/**
 * Locks devices, named by themselves or by their sensors. Every change of several devices, or of their sensors,
 * begins with this: devices are locked in the order of their ids, and each before its sensors, so that no two
 * callers wait for each other.
 */
export const devicesLock = ({ householdId, deviceIds = [], sensorIds = [] }: LockedDevices): SQL => sql`
  select 1 from devices where household_id = coalesce(${householdId ?? null}, household_id) and id in (
    select jsonb_array_elements_text(${JSON.stringify(deviceIds)}::jsonb)
    union select device_id from sensors
    where id in (select jsonb_array_elements_text(${JSON.stringify(sensorIds)}::jsonb)))
  order by id for no key update`;

/** Of one household where that is given. */
type LockedDevices = { householdId?: string; deviceIds?: string[]; sensorIds?: string[] };

/**
 * Locks subjects without a row. Every caller names them in the same order, so that no two wait for each
 * other.
 */
export const nameLock = (names: string[]): SQL => sql`
  select pg_advisory_xact_lock(hashtextextended(name, 0))
  from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name`;

/**
 * Runs `statement` in one transaction behind its locks: it begins when the transaction before has committed, and
 * so counts what that one added. One HTTP call; gives the statement's first row.
 */
export async function underLock<Row extends Record<string, unknown>>(
  db: Db,
  lock: SQLWrapper | readonly [SQLWrapper, ...SQLWrapper[]],
  statement: SQLWrapper,
  kind: "repeatable" | "once" = "once",
): Promise<Row | undefined> {
  const [first, ...others] = Array.isArray(lock) ? lock : [lock];
  const results = await db(kind, (queries) =>
    queries.batch([
      queries.execute<Row>(first),
      ...others.map((other) => queries.execute<Row>(other)),
      queries.execute<Row>(statement),
    ]),
  );
  return results.at(-1)?.rows[0];
}
