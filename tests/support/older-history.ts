import path from "node:path";
import type { Resolution } from "../../schema/vocabulary.ts";

/** Runs a release's own code on the history in a database. */
export async function openOlderHistory(release: string, connectionString: string) {
  const part = (file: string) => import(path.join(release, file));
  const { openSqlConnections } = await part("local/machine/sql-client.ts");
  const { databaseOver } = await part("lib/kernel/db.queries.ts");
  const { rollUp } = await part("lib/history/roll-up.actions.ts");
  const { sealDays } = await part("lib/history/seal-days.actions.ts");
  const { sealMonths } = await part("lib/history/seal-months.actions.ts");
  const { listReadings } = await part("lib/readings/readings.queries.ts");
  const connections = openSqlConnections(connectionString);
  const db = databaseOver(connections.client, { pause: async () => {} });
  return {
    /** Runs all of maintenance's work on the history at a time. */
    compact: async (now: Date) => {
      const ports = { db, clock: () => now, report: () => undefined };
      for (const work of [rollUp, sealDays, sealMonths]) await work(ports);
    },
    read: (range: object, resolution: Resolution) => listReadings(db, { ...range, resolution }),
    close: () => connections.close(),
  };
}
