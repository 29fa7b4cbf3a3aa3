import { isNull } from "drizzle-orm";
import { clockChecks } from "../../schema/tables/clock-check.ts";
import type { Db } from "../kernel/db.queries.ts";
import type { Job } from "./jobs.ts";

/** Tells those who ask that the clock has called. Where nobody asks nothing is written. */
export async function answerClockChecks(db: Db, job: Job, now: Date): Promise<void> {
  await db("repeatable", (queries) =>
    queries.update(clockChecks).set({ answeredAt: now, job }).where(isNull(clockChecks.answeredAt)),
  );
}
