import { sql } from "drizzle-orm";
import type { Plan } from "../../schema/vocabulary.ts";
import { affordable, chargesLock, countCharges, STANDING_JSON } from "../budget/charges.queries.ts";
import { type Charge, type Counter, capHome, countKey, type HomeStanding } from "../budget/counts.ts";
import { type Db, householdLock } from "../kernel/db.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { HomeAudience } from "./audience/plan-test.ts";
import { OUTSIDERS_JSON } from "./due-homes.queries.ts";
import { messageRows } from "./enqueue.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";
import type { SealedMessage } from "./message.ts";
import { peopleJson, sentJson } from "./preferences.queries.ts";

/** Null for a home that is gone. */
export async function findHomeAudience(db: Db, householdId: string, now: Date): Promise<HomeAudience | null> {
  const rows = await db.query<{ facts: Facts }>(sql`
    select jsonb_build_object('homeName', home.name, 'plan', home.plan,
      'trialEndsAt', epoch_ms(home.trial_ends_at), 'standing', ${STANDING_JSON},
      'sent', ${sentJson("home.id", now)}, 'people', ${peopleJson("home.id")},
      'outsiders', ${OUTSIDERS_JSON}) as facts
    from households home where home.id = ${householdId}`);
  if (rows[0] === undefined) return null;
  const { plan, trialEndsAt, standing, sent, ...audience } = rows[0].facts;
  return {
    ...audience,
    household: capHome({ id: householdId, plan, trialEndsAt }, standing, now.getTime()),
    sent: Object.fromEntries(sent.map((counted) => [countKey(counted), counted.sent])),
  };
}

type Facts = Pick<HomeAudience, "homeName" | "people" | "outsiders"> & {
  plan: Plan;
  trialEndsAt: number | null;
  standing: HomeStanding;
  sent: (Counter & { sent: number })[];
};

type TestMessages = {
  messages: SealedMessage[];
  entry: ActivityEntry;
  /** Tests after this count towards the limit. */
  countedSince: Date;
  charges: Charge[];
};

export type TestVerdict = { verdict: "queued" | "used_up" } | { verdict: "too_often"; fullSince: Date };

type Row = { is_queued: boolean; tests: number; oldest: string | null };

/** Counts, queues and logs in one statement; the number of tests is that of the activity itself. */
export async function queueTest(db: Db, test: TestMessages): Promise<TestVerdict> {
  const { messages, entry, countedSince, charges } = test;
  const results = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(entry.householdId)),
      queries.execute(chargesLock(charges)),
      queries.execute<Row>(sql`
        with used as (
          select count(*)::integer as tests, min(at) as oldest from activity
          where household_id = ${entry.householdId} and action = ${entry.action}
            and at > ${countedSince.toISOString()}::timestamptz),
        ${affordable(charges)},
        made as (
          select 1 from used, affordable where tests < ${MESSAGE_LIMITS.notificationTestsPerHour}::integer),
        counted as (${countCharges("made")}),
        queued as (${messageRows(messages, entry.at, sql`exists (select from made)`)}),
        logged as (${logFrom("made", entry)})
        select exists (select from made) as is_queued, tests, oldest from used`),
    ]),
  );
  return toVerdict(results[2].rows[0], entry.at);
}

function toVerdict(row: Row | undefined, now: Date): TestVerdict {
  if (row?.is_queued) return { verdict: "queued" };
  const isTooOften = row !== undefined && row.tests >= MESSAGE_LIMITS.notificationTestsPerHour;
  if (!isTooOften) return { verdict: "used_up" };
  return { verdict: "too_often", fullSince: row.oldest === null ? now : new Date(row.oldest) };
}
