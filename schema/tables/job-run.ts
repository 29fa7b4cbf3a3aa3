import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "./columns.ts";

/** The ledger of the clock: one row a job and tick, so that a tick that fires twice runs once. */
export const jobRuns = pgTable(
  "job_runs",
  {
    job: text("job").notNull(),
    /** The time the tick stands for, not the time it fired. */
    tick: moment("tick").notNull(),
    startedAt: moment("started_at").notNull(),
    /** Past this an unfinished run is taken for dead and may be taken over. */
    leaseUntil: moment("lease_until").notNull(),
    finishedAt: moment("finished_at"),
    attempts: integer("attempts").notNull().default(1),
    error: text("error"),
  },
  (table) => [
    primaryKey({ columns: [table.job, table.tick] }),
    index("job_runs_started").on(table.startedAt),
  ],
);
