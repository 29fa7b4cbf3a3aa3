import { sql } from "drizzle-orm";
import { LIMITS } from "../../../schema/limits.ts";
import type { Plan } from "../../../schema/vocabulary.ts";
import type { ActivityEntry } from "../../domain/activity.ts";
import type { TestPerson } from "../../domain/outgoing/audience/plan-test.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import { logFrom } from "../activity.ts";
import type { Db } from "../db.ts";
import { underHouseholdLock } from "../household-lock.ts";
import { monthOf } from "./due-findings.ts";
import { messageRows } from "./enqueue.ts";

export type TestAudience = {
  homeName: string;
  plan: Plan;
  trialEndsAt: number | null;
  people: TestPerson[];
  smsSent: number;
};

/** The one member, or the owners where it is null. Null for a home that is gone. */
export async function findTestAudience(
  db: Db,
  { householdId, userId }: { householdId: string; userId: string | null },
  now: Date,
): Promise<TestAudience | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ audience: TestAudience }>(sql`
      select jsonb_build_object('homeName', home.name, 'plan', home.plan,
        'trialEndsAt', epoch_ms(home.trial_ends_at),
        'smsSent', coalesce((select usage.sent from sms_usage usage
          where usage.household_id = home.id and usage.month = ${monthOf(now)}), 0),
        'people', (
          select coalesce(jsonb_agg(jsonb_build_object('email', person.email, 'phone', person.phone,
            'phoneGone', person.phone_gone_at is not null,
            'pushTokens', (select coalesce(jsonb_agg(push.token), '[]') from push_tokens push
              where push.user_id = person.id)) order by person.id), '[]')
          from memberships member join users person on person.id = member.user_id
          where member.household_id = home.id
            and (member.user_id = ${userId}::text or (${userId}::text is null and member.role = 'owner')))
        ) as audience
      from households home where home.id = ${householdId}`),
  );
  return rows[0]?.audience ?? null;
}

export type TestMessages = {
  messages: SealedMessage[];
  entry: ActivityEntry;
  /** Tests after this count towards the limit. */
  countedSince: Date;
  smsCap: number;
};

export type TestVerdict = { verdict: "queued" | "sms_used_up" } | { verdict: "too_often"; fullSince: Date };

type Row = { is_queued: boolean; tests: number; oldest: string | null };

/** Counts, queues and logs in one statement; the count is of the activity itself. */
export async function queueTest(db: Db, test: TestMessages): Promise<TestVerdict> {
  const { messages, entry, countedSince, smsCap } = test;
  const texts = sql`${messages.filter(({ channel }) => channel === "sms").length}::integer`;
  const [row] = await underHouseholdLock<Row>(
    db,
    "once",
    entry.householdId,
    sql`
      with used as (
        select count(*)::integer as tests, min(at) as oldest from activity
        where household_id = ${entry.householdId} and action = ${entry.action}
          and at > ${countedSince.toISOString()}::timestamptz),
      allowed as (select 1 from used where tests < ${LIMITS.notificationTestsPerHour}::integer),
      counted as (
        insert into sms_usage (household_id, month, sent)
        select ${entry.householdId}, ${monthOf(entry.at)}, ${texts} from allowed
        where ${texts} between 1 and ${smsCap}::integer
        on conflict (household_id, month) do update set sent = sms_usage.sent + excluded.sent
          where sms_usage.sent + excluded.sent <= ${smsCap}::integer
        returning household_id),
      made as (select 1 from allowed where ${texts} = 0 or exists (select from counted)),
      queued as (
        ${messageRows(messages, entry.at, sql`exists (select from made)`)}),
      logged as (${logFrom("made", entry)})
      select exists (select from made) as is_queued, tests, oldest from used`,
  );
  return toVerdict(row, entry.at);
}

function toVerdict(row: Row | undefined, now: Date): TestVerdict {
  if (row?.is_queued) return { verdict: "queued" };
  const isTooOften = row !== undefined && row.tests >= LIMITS.notificationTestsPerHour;
  if (!isTooOften) return { verdict: "sms_used_up" };
  return { verdict: "too_often", fullSince: row.oldest === null ? now : new Date(row.oldest) };
}
