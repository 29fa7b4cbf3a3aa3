import { type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import type { Channel, DrillSkip, Plan } from "../../schema/vocabulary.ts";
import { affordable, chargesLock, countCharges, STANDING_JSON } from "../budget/charges.queries.ts";
import { type Charge, type Counter, countKey, type HomeStanding } from "../budget/counts.ts";
import { type Db, householdLock } from "../kernel/db.queries.ts";
import { byteaText, isoTime } from "../kernel/statements.queries.ts";
import type { Outsider, Person } from "../messages/audience/due-finding.ts";
import { OUTSIDERS_JSON } from "../messages/due-homes.queries.ts";
import { messageRows } from "../messages/enqueue.queries.ts";
import type { SealedMessage } from "../messages/message.ts";
import { peopleJson, sentJson } from "../messages/preferences.queries.ts";
import { logFrom } from "../people/activity.queries.ts";
import type { ActivityEntry } from "../people/activity.ts";
import type { DrillRecord } from "./drill.ts";

type DrillAudience = {
  homeName: string;
  plan: Plan;
  trialEndsAt: number | null;
  standing: HomeStanding;
  people: Person[];
  outsiders: Outsider[];
  sent: Record<string, number>;
};

type Facts = Omit<DrillAudience, "sent"> & { sent: (Counter & { sent: number })[] };

/** Null for a home that is gone. */
export async function findDrillAudience(
  db: Db,
  householdId: string,
  now: Date,
): Promise<DrillAudience | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: Facts }>(sql`
      select jsonb_build_object('homeName', home.name, 'plan', home.plan,
        'trialEndsAt', epoch_ms(home.trial_ends_at), 'standing', ${STANDING_JSON},
        'sent', ${sentJson("home.id", now)}, 'people', ${peopleJson("home.id")},
        'outsiders', ${OUTSIDERS_JSON}) as facts
      from households home where home.id = ${householdId}`),
  );
  const facts = rows[0]?.facts;
  if (facts === undefined) return null;
  return { ...facts, sent: Object.fromEntries(facts.sent.map((row) => [countKey(row), row.sent])) };
}

type NewDrill = {
  id: string;
  expiresAt: Date;
  sensors: DrillRecord["sensors"];
  contacts: {
    id: string;
    userId: string | null;
    contactId: string | null;
    channel: Channel;
    recipient: string;
    skipped: DrillSkip | null;
    tokenHash: Uint8Array | null;
  }[];
  messages: SealedMessage[];
  charges: Charge[];
  entry: ActivityEntry;
  /** Drills after this count towards the limit. */
  countedSince: Date;
};

type DrillVerdict = { verdict: "started" | "used_up" } | { verdict: "too_often"; fullSince: Date };

type Verdict = { is_started: boolean; drills: number; oldest: string | null };

/** Counts, notes, queues and logs in one statement, or does nothing of it. */
export async function startDrill(db: Db, drill: NewDrill): Promise<DrillVerdict> {
  const { id, entry, charges, messages, countedSince, expiresAt } = drill;
  const { householdId, at } = entry;
  const contacts = drill.contacts.map(({ tokenHash, ...contact }, place) => ({
    ...contact,
    place,
    tokenHash: tokenHash === null ? null : byteaText(tokenHash),
  }));
  const results = await db("once", (queries) =>
    queries.batch([
      queries.execute(householdLock(householdId)),
      queries.execute(chargesLock(charges)),
      queries.execute<Verdict>(sql`
        with used as (
          select count(*)::integer as drills, min(created_at) as oldest from drills
          where household_id = ${householdId} and created_at > ${countedSince.toISOString()}::timestamptz),
        ${affordable(charges)},
        made as (
          insert into drills (id, household_id, created_at, expires_at, sensors)
          select ${id}, ${householdId}, ${at.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz,
            ${JSON.stringify(drill.sensors)}::jsonb
          from used, affordable where drills < ${LIMITS.drillsPerDay}::integer returning id),
        noted as (
          insert into drill_messages (id, household_id, drill_id, user_id, contact_id, place, channel, recipient,
            skipped, token_hash)
          select c.id, ${householdId}, made.id, c."userId", c."contactId", c.place, c.channel, c.recipient,
            c.skipped, c."tokenHash"::bytea
          from made, jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as c (id text, "userId" text,
            "contactId" text, place integer, channel text, recipient text, skipped text, "tokenHash" text)),
        counted as (${countCharges("made")}),
        queued as (${messageRows(messages, at, sql`exists (select from made)`)}),
        logged as (${logFrom("made", entry)})
        select exists (select from made) as is_started, drills, oldest from used`),
    ]),
  );
  const row = results[2].rows[0];
  if (row?.is_started) return { verdict: "started" };
  if (row === undefined || row.drills < LIMITS.drillsPerDay) return { verdict: "used_up" };
  return { verdict: "too_often", fullSince: row.oldest === null ? at : new Date(row.oldest) };
}

/** The home's drill of that id, or its newest where `id` is null. Null where there is none. */
export async function findDrill(db: Db, householdId: string, id: string | null): Promise<DrillRecord | null> {
  const isAsked: SQL = id === null ? sql`true` : sql`drill.id = ${id}`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<DrillRecord>(sql`
      select drill.id, ${isoTime("drill.created_at")} as "createdAt", ${isoTime("drill.expires_at")} as "expiresAt",
        drill.sensors, (
        select coalesce(json_agg(json_build_object('who', coalesce(person.email, outsider.name, ''),
          'isOutside', outsider.id is not null, 'channel', contact.channel, 'recipient', contact.recipient,
          'skipped', contact.skipped, 'tappedAt', ${isoTime("contact.tapped_at")}, 'state', message.state,
          'settledAt', ${isoTime("message.settled_at")}, 'lastError', message.last_error) order by contact.place), '[]')
        from drill_messages contact
        left join users person on person.id = contact.user_id
        left join home_contacts outsider on outsider.id = contact.contact_id
        left join outbox message on message.id = contact.id
        where contact.drill_id = drill.id) as contacts
      from drills drill where drill.household_id = ${householdId} and ${isAsked}
      order by drill.created_at desc, drill.id desc limit 1`),
  );
  return rows[0] ?? null;
}
