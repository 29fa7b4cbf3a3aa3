import { StoreError, toStoreError } from "./failure.queries.ts";
import { KERNEL_LIMITS } from "./limits.ts";
import { type SendSql, type SqlClient, sqlOverHttp } from "./sql-over-http.queries.ts";
import { type Queries, queriesOver } from "./statements.queries.ts";

/**
 * Runs database work and repeats what is safe to repeat. `repeatable` work gives the same result when it
 * runs twice, so that it is repeated after an unknown outcome too; `once` work only if it surely never ran.
 * @throws StoreError when the attempts are used up or the statement itself is refused
 */
export type Db = <T>(kind: "repeatable" | "once", work: (queries: Queries) => Promise<T>) => Promise<T>;

type DatabaseOptions = {
  url: string;
  /** Where statements are posted; Neon's own address for the host when absent. */
  endpoint?: string | undefined;
  /** Carries the calls in place of `fetch`. */
  send?: SendSql;
  pause: (ms: number) => Promise<void>;
  watch?: WatchAttempts | undefined;
};

/**
 * Called as an attempt begins, and told whether the database answered it; of one that it did not, it answers how many
 * milliseconds it took.
 */
export type WatchAttempts = () => { answered(): void; silent(): number };

export const databaseOver = (
  client: SqlClient,
  { pause, watch }: Pick<DatabaseOptions, "pause" | "watch">,
): Db => {
  const queries = queriesOver(client);
  return (kind, work) => attempt(kind, () => watched(() => work(queries), watch), pause);
};

export const openDatabase = ({ url, endpoint, send = sendInTime, ...how }: DatabaseOptions): Db =>
  databaseOver(sqlOverHttp(url, endpoint, send), how);

const sendInTime: SendSql = (url, init) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(KERNEL_LIMITS.storeAttemptMs) });

async function attempt<T>(
  kind: "repeatable" | "once",
  work: () => Promise<T>,
  pause: (ms: number) => Promise<void>,
): Promise<T> {
  let waitedMs = 0;
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (thrown) {
      const error = thrown instanceof StoreError ? thrown : toStoreError(thrown);
      waitedMs += error.waitedMs;
      error.waitedMs = waitedMs;
      if (tried >= KERNEL_LIMITS.storeAttemptsMax || !mayRepeat(kind, error)) throw error;
      await pause(KERNEL_LIMITS.storeRetryBaseMs * 3 ** (tried - 1));
    }
  }
}

/** Whatever PostgreSQL itself says is an answer, a refusal too. */
async function watched<T>(work: () => Promise<T>, watch: DatabaseOptions["watch"]): Promise<T> {
  const seen = watch?.();
  try {
    const result = await work();
    seen?.answered();
    return result;
  } catch (thrown) {
    const error = toStoreError(thrown);
    if (error.failure === "not_executed" || error.failure === "unknown") error.waitedMs = seen?.silent() ?? 0;
    else seen?.answered();
    throw error;
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
