import { isNull } from "drizzle-orm";
import { clockChecks } from "../../schema/tables/clock-check.ts";
import type { Job } from "../domain/cron/jobs.ts";
import type { Db } from "./db.ts";

/** Tells those who ask that the clock has called. Where nobody asks nothing is written. */
export async function answerClockChecks(db: Db, job: Job, now: Date): Promise<void> {
  await db("repeatable", (queries) =>
    queries.update(clockChecks).set({ answeredAt: now, job }).where(isNull(clockChecks.answeredAt)),
  );
}
