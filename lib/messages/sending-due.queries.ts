import { and, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { findings } from "../../schema/tables/alert.ts";
import { incidents } from "../../schema/tables/incident.ts";
import { outbox } from "../../schema/tables/outbox.ts";
import { statusNews } from "../../schema/tables/status-incident.ts";
import { runOut } from "../alerts/expire-acknowledgements.queries.ts";
import { failureOf } from "../jobs/jobs.ts";
import type { Db } from "../kernel/db.queries.ts";
import { queryBuilder } from "../kernel/statements.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { dueSteps } from "./due-steps.queries.ts";
import { isPointlessRing } from "./end-rings.queries.ts";

/**
 * Whether a dispatch would find anything: news to be worded, a message to be sent, or its own failure, which
 * its next success ends. One look, which writes nothing.
 */
export async function isSendingDue(db: Db, now: Date): Promise<boolean> {
  const [found] = await db("repeatable", (queries) =>
    queries.select({ isDue: or(...dueWork(now)) as SQL<boolean> }).from(sql`(select) as nothing`),
  );
  return found?.isDue === true;
}

const one = { one: sql`1` };

const dueWork = (now: Date): SQL[] =>
  [
    queryBuilder
      .select(one)
      .from(findings)
      .where(and(isNull(findings.toldAt), lte(findings.tellAt, now))),
    queryBuilder
      .select(one)
      .from(outbox)
      .where(
        and(
          eq(outbox.state, "pending"),
          lte(outbox.nextAttemptAt, now),
          or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, now)),
        ),
      ),
    queryBuilder.select(one).from(outbox).where(isPointlessRing(now)),
    queryBuilder.select(one).from(dueSteps(now)),
    queryBuilder.select(one).from(runOut(now)),
    queryBuilder
      .select(one)
      .from(statusNews)
      .where(
        and(
          isNull(statusNews.mailedAt),
          gt(statusNews.at, new Date(now.getTime() - LIMITS.statusMailHours * HOUR_MS)),
        ),
      ),
    queryBuilder
      .select(one)
      .from(incidents)
      .where(and(isNull(incidents.closedAt), eq(incidents.subject, failureOf("dispatch")))),
  ].map((rows) => sql`exists (${rows})`);
