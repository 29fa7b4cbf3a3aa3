import { neon, neonConfig } from "@neondatabase/serverless";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/neon-http";
import type { Queries } from "./statements.queries.ts";
import { causesOf, codeOf, messageOf } from "./text.ts";

/** The limits of a call to the database. Each name ends with its unit. */
export const STORE_LIMITS = { storeAttemptsMax: 3, storeAttemptMs: 6_000, storeRetryBaseMs: 100 } as const;

const NOT_EXECUTED_CODES = new Set(["57P03", "53300", "08001", "08004", "ECONNREFUSED", "ENOTFOUND"]);
const UNKNOWN_CODES = new Set(["57P01", "57P02", "08003", "08006", "08007", "40003", "ECONNRESET", "57014"]);
const ROLLED_BACK_CODES = new Set(["40001", "40P01", "55P03"]);

/** Errors of Neon's proxy, which has not reached the database (wrong password, deleted branch). They have no code. */
const NOT_EXECUTED_TEXT =
  /HTTP status (?:4\d\d|503)|Control plane request failed|Couldn't connect to compute node|Connection refused|ECONNREFUSED/i;

/**
 * The fate of a failed call's statement. `not_executed`: it never ran; `unknown`: it may have run; `rolled_back`: it
 * ran and was undone; `refused`: the statement itself is at fault, and a retry would fail too.
 */
type FailureClass = "not_executed" | "unknown" | "rolled_back" | "refused";

/** A failed database call. Its message contains neither the statement nor its parameters. */
export class StoreError extends Error {
  override name = "StoreError" as const;
  readonly failure: FailureClass;
  readonly code: string | undefined;
  /** How long the caller has waited so far, over all attempts, in milliseconds. */
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
 * Runs database work and retries where that is safe. `repeatable` work is idempotent: it is retried after an unknown
 * outcome too. `once` work is retried only if it surely took no effect.
 * @throws StoreError when the attempts are used up or a retry isn't safe
 */
export type Db = RunWork & {
  /** Runs one `repeatable` statement and returns its rows. */
  query: RunStatement;
  /** Runs one `once` statement and returns its rows. */
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
  /** Measures `waitedMs` of a failed call, which stays 0 without a clock. */
  clock?: (() => Date) | undefined;
};

export const databaseOver = (queries: Queries, how: Patience): Db =>
  dbOf((kind, work) => attempt(kind, () => work(queries), how));

/** The driver reads `signal` at each call, so each call gets its own timeout. */
const IN_TIME = {
  get signal() {
    return AbortSignal.timeout(STORE_LIMITS.storeAttemptMs);
  },
};

/** Queries over Neon's HTTP: each statement or batch is one POST. The default `endpoint` is Neon's own for the host. */
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

/** Locks a user's row, to serialize changes that count something of the user. */
export const userLock = (userId: string): SQL =>
  sql`select 1 from users where id = ${userId} for no key update`;

/** Locks a household's row, to serialize changes that count something of the home. Doesn't block readings. */
export const householdLock = (householdId: string): SQL =>
  sql`select 1 from households where id = ${householdId} for no key update`;

/**
 * Locks devices, given by their ids or by ids of their sensors. Every change of several devices or of their sensors
 * begins with this lock. It takes devices in the order of their ids, and each before its sensors, so that no two
 * callers deadlock.
 */
export const devicesLock = ({ householdId, deviceIds = [], sensorIds = [] }: LockedDevices): SQL => sql`
  select 1 from devices where household_id = coalesce(${householdId ?? null}, household_id) and id in (
    select jsonb_array_elements_text(${JSON.stringify(deviceIds)}::jsonb)
    union select device_id from sensors
    where id in (select jsonb_array_elements_text(${JSON.stringify(sensorIds)}::jsonb)))
  order by id for no key update`;

/** With a `householdId`, devices of other households are not locked. */
type LockedDevices = { householdId?: string; deviceIds?: string[]; sensorIds?: string[] };

/**
 * Locks names that have no row, with advisory locks. Every caller must name them in the same order, so that no two
 * callers deadlock.
 */
export const nameLock = (names: string[]): SQL => sql`
  select pg_advisory_xact_lock(hashtextextended(name, 0))
  from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name`;

/**
 * Runs `statement` in one transaction after its locks, in one HTTP call, and returns its first row. The statement's
 * snapshot is taken once it has the locks, so it sees all that earlier holders committed.
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
