import { isDeepStrictEqual } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";

const NAMED_MAX = 5;

/** Rows by table, as `to_jsonb` returns them. */
export type Rows = Record<string, Record<string, unknown>[]>;

async function onDatabase<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Applies a folder's migrations, as the program of that version did. */
export const migrateWith = (connectionString: string, migrationsFolder: string): Promise<void> =>
  onDatabase(connectionString, (client) => migrate(drizzle({ client }), { migrationsFolder }));

/** Returns everything in the database, except Drizzle's record of its migrations. */
export const rowsOf = (connectionString: string): Promise<Rows> =>
  onDatabase(connectionString, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname = 'public' and relkind in ('r', 'p') and not relispartition`,
    );
    const found: Rows = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(kept) as row from ${client.escapeIdentifier(name)} as kept`,
      );
      found[name] = rows.map(({ row }) => row);
    }
    return found;
  });

/** Returns the rows that are gone, or whose columns have changed. New columns are allowed. */
export function lostOf(before: Rows, after: Rows): string[] {
  const lost = Object.entries(before).flatMap(([table, rows]) =>
    GONE.includes(table)
      ? []
      : rows
          .filter((row) => !(after[table] ?? []).some((kept) => isKept(table, row, kept)))
          .map((row) => `${table}: ${JSON.stringify(row)}`),
  );
  return lost.slice(0, NAMED_MAX);
}

/** Tables and columns that were removed with their feature. */
const GONE = [
  "evidence_keys",
  "evidence_documents",
  "recovery_codes",
  "battery_days",
  "clock_checks",
  "responder_links",
  // Another test reads their history.
  "history_15m",
  "history_15m_months",
  "history_1h",
  "history_1h_months",
];
const DROPPED: Record<string, readonly string[]> = {
  bays: ["sensor_ids"],
  city_aggregates: ["freeze_share", "outage_share"],
  contact_points: ["previous_key_until", "after_minutes"],
  job_runs: ["counts"],
  inbound_tokens: ["requires_timestamp"],
  passkeys: ["backed_up"],
  outbox: ["replay_of"],
  devices: ["window_at", "window_posts", "rhythm", "alert_settings", "ingest_key_hint"],
  sessions: ["token_hint"],
  sensors: ["tau_hours"],
  users: ["passkey_required", "blocked_for"],
  sign_in_challenges: ["ip"],
  pull_feeds: ["is_slow"],
  history_1d: ["low_at", "high_at"],
  history_chunks: ["chunk"],
  rolled_days: ["sealed"],
  sealed_days: ["months_before"],
};

const isKept = (table: string, row: Record<string, unknown>, kept: Record<string, unknown>): boolean =>
  Object.entries(row).every(
    ([column, value]) => DROPPED[table]?.includes(column) || isDeepStrictEqual(kept[column], value),
  );
