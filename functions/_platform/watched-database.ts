import type { Db, WatchAttempts } from "../../lib/kernel/db.queries.ts";
import type { Clock } from "../../lib/kernel/ports.ts";
import { webRandom } from "../../lib/kernel/web-crypto.vendor.ts";
import { STATUS_LIMITS } from "../../lib/status/limits.ts";
import { watchOutages } from "../../lib/status/outage-watch.vendor.ts";
import { keepDatabaseOutage } from "../../lib/status/watch-providers.actions.ts";

export type WatchedDatabase = {
  db: Db;
  /** Since when the database has answered nothing of this instance; null while it does. */
  databaseSilentSince: () => Date | null;
  /** Puts an outage on record that has ended; null where there is none. */
  keepOutage: () => Promise<void> | null;
};

/** The database as `open` opens it, with what this instance knows of it from its own calls. */
export function watchedDatabase(clock: Clock, open: (watch: WatchAttempts) => Db): WatchedDatabase {
  const watch = watchOutages(clock, STATUS_LIMITS.outageSeconds * 1_000);
  const db = open(() => {
    const begunAt = clock();
    const silent = () => {
      watch.silent(begunAt);
      return clock().getTime() - begunAt.getTime();
    };
    return { answered: watch.answered, silent };
  });
  const keepOutage = () => {
    const outage = watch.takeEnded();
    if (outage === null) return null;
    return keepDatabaseOutage({ db, random: webRandom }, outage).catch((error: unknown) => {
      watch.giveBack(outage);
      throw error;
    });
  };
  return { db, databaseSilentSince: watch.silentSince, keepOutage };
}
