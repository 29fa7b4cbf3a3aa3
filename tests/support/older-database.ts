import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { memoryFolder } from "./memory-folder.ts";
import { PROJECT_FOLDER } from "./processes.ts";

/** What the baseline and its functions came to: two migrations. */
const BASELINE_MIGRATIONS = 2;
const NAMED_MAX = 5;

/** What tables are called since the baseline. */
const TABLES: Record<string, string> = { household_looks: "household_checks", held_values: "carried_values" };
/** What columns, and keys in their JSON, are called since, by the table's name of then. */
const KEYS: Record<string, Record<string, string>> = {
  alert_states: { told: "notified", calm: "closing", toldAt: "notifiedAt" },
  devices: { calm_low: "deadband_low", calm_high: "deadband_high", calm_version: "deadband_version" },
  escalation_steps: { told_at: "notified_at", members_told: "members_notified" },
  findings: { told_at: "notified_at", heldBy: "suppressedBy" },
};

/** Rows by their table, as `to_jsonb` gives them. */
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

/** Applies the migrations of a folder, as the program that they belong to did. */
export const migrateWith = (connectionString: string, migrationsFolder: string): Promise<void> =>
  onDatabase(connectionString, (client) => migrate(drizzle({ client }), { migrationsFolder }));

/** A copy of our migrations that ends with the baseline; the caller removes it. */
export async function baselineMigrations(): Promise<string> {
  const folder = await memoryFolder("hearthwatch-baseline-");
  await cp(path.join(PROJECT_FOLDER, "drizzle"), folder, { recursive: true });
  const file = path.join(folder, "meta", "_journal.json");
  const journal: { entries: unknown[] } = JSON.parse(await readFile(file, "utf8"));
  journal.entries = journal.entries.slice(0, BASELINE_MIGRATIONS);
  await writeFile(file, JSON.stringify(journal));
  return folder;
}

/** Stores rows as they were dumped, past triggers and keys, which they have passed once. */
export const storeRows = (connectionString: string, rows: Rows, days: readonly string[]): Promise<void> =>
  onDatabase(connectionString, async (client) => {
    await client.query("set session_replication_role = replica");
    for (const day of days) await client.query("select ensure_snapshot_day($1)", [day]);
    for (const [table, of] of Object.entries(rows)) {
      const columns = Object.keys(of[0] ?? {})
        .map((name) => client.escapeIdentifier(name))
        .join(", ");
      await client.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(of)],
      );
    }
  });

/** Everything that the database holds, but what Drizzle notes of its migrations. */
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

/** The same by the names of today. */
export const renamedRows = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([table, of]) => [
      TABLES[table] ?? table,
      of.map((row) => renamedKeys(row, KEYS[table] ?? {}) as Record<string, unknown>),
    ]),
  );

function renamedKeys(value: unknown, names: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => renamedKeys(each, names));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [names[key] ?? key, renamedKeys(each, names)]),
  );
}

/** The rows that are no more, or whose columns hold something else than they did. A new column may be there. */
export function lostOf(before: Rows, after: Rows): string[] {
  const lost = Object.entries(before).flatMap(([table, rows]) =>
    rows
      .filter((row) => !(after[table] ?? []).some((kept) => isKept(table, row, kept)))
      .map((row) => `${table}: ${JSON.stringify(row)}`),
  );
  return lost.slice(0, NAMED_MAX);
}

/** Columns that went with what they were for: Redis counts a device's posts now, not its row. */
const DROPPED: Record<string, readonly string[]> = { devices: ["window_at", "window_posts"] };

const isKept = (table: string, row: Record<string, unknown>, kept: Record<string, unknown>): boolean =>
  Object.entries(row).every(
    ([column, value]) => DROPPED[table]?.includes(column) || isDeepStrictEqual(kept[column], value),
  );
