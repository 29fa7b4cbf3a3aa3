import { Client } from "pg";
import type { BackupCounts } from "./manifest.ts";

const DATABASE = "hearthwatch";

/** Null where the database does not exist yet, or has no tables. */
export async function countRows(connectionString: string): Promise<BackupCounts | null> {
  const url = new URL(connectionString);
  url.pathname = `/${DATABASE}`;
  const client = new Client({ connectionString: url.href });
  // A connection that breaks fails the statement that waits for it; alone it must not end a service that makes a backup.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ devices: number; readings: number; last: Date | null }>(
      `select (select count(*)::integer from devices) as devices,
        (select count(*)::integer from snapshots) as readings,
        (select max(recorded_at) from snapshots) as last`,
    );
    const [row] = rows;
    if (row === undefined) return null;
    const lastReadingAt = row.last?.toISOString() ?? null;
    return { devices: row.devices, recentReadings: row.readings, lastReadingAt };
  } catch (error) {
    if (hasNoTables(error)) return null;
    throw error;
  } finally {
    await client.end();
  }
}

/** invalid_catalog_name, undefined_table */
const hasNoTables = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["3D000", "42P01"].includes(String(error.code));
