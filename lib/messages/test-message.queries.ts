import { sql } from "drizzle-orm";
import type { Language, Plan } from "../../schema/vocabulary.ts";
import { affordable, chargesLock, countCharges, STANDING_JSON } from "../budget/charges.queries.ts";
import { type Charge, type Counter, countKey, type HomeStanding } from "../budget/counts.ts";
import { type Db, householdLock } from "../kernel/db.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { Contact, Outsider, Person } from "./audience/due-finding.ts";
import { OUTSIDERS_JSON } from "./due-homes.queries.ts";
import { messageRows } from "./enqueue.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";
import type { SealedMessage } from "./message.ts";
import { CONTACTS_JSON, peopleJson, sentJson } from "./preferences.queries.ts";

export type TestAudience = {
  homeName: string;
  plan: Plan;
  trialEndsAt: number | null;
  standing: HomeStanding;
  contacts: (Contact & { language: Language })[];
  sent: Record<string, number>;
};

type Facts = Omit<TestAudience, "sent" | "contacts"> & {
  sent: (Counter & { sent: number })[];
  people: { contacts: Contact[]; language: Language }[];
};

/** The one member, or the owners where it is null. Null for a home that is gone. */
export async function findTestAudience(
  db: Db,
  { householdId, userId }: { householdId: string; userId: string | null },
  now: Date,
): Promise<TestAudience | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: Facts }>(sql`
      select jsonb_build_object('homeName', home.name, 'plan', home.plan,
        'trialEndsAt', epoch_ms(home.trial_ends_at), 'standing', ${STANDING_JSON}, 'sent', ${sentJson("home.id", now)},
        'people', (
          select coalesce(jsonb_agg(jsonb_build_object('contacts', ${CONTACTS_JSON}, 'language', person.language) order by person.id), '[]')
          from memberships member join users person on person.id = member.user_id
          where member.household_id = home.id
            and (member.user_id = ${userId}::text or (${userId}::text is null and member.role = 'owner')))
        ) as facts
      from households home where home.id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { people, sent, ...home } = row.facts;
  return {
    ...home,
    contacts: people.flatMap(({ contacts, language }) =>
      contacts.map((contact) => ({ ...contact, language: contact.language ?? language })),
    ),
    sent: byKey(sent),
  };
}

/** Everybody, with what they want to be told. */
export type HomeAudience = Omit<TestAudience, "contacts"> & { people: Person[]; outsiders: Outsider[] };

/** Null for a home that is gone. */
export async function findHomeAudience(db: Db, householdId: string, now: Date): Promise<HomeAudience | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: Omit<HomeAudience, "sent"> & Pick<Facts, "sent"> }>(sql`
      select jsonb_build_object('homeName', home.name, 'plan', home.plan,
        'trialEndsAt', epoch_ms(home.trial_ends_at), 'standing', ${STANDING_JSON},
        'sent', ${sentJson("home.id", now)}, 'people', ${peopleJson("home.id")},
        'outsiders', ${OUTSIDERS_JSON}) as facts
      from households home where home.id = ${householdId}`),
  );
  const facts = rows[0]?.facts;
  return facts === undefined ? null : { ...facts, sent: byKey(facts.sent) };
}

const byKey = (sent: Facts["sent"]): Record<string, number> =>
  Object.fromEntries(sent.map((counted) => [countKey(counted), counted.sent]));

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
