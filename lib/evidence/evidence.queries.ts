import { and, desc, eq, lte, sql } from "drizzle-orm";
import { evidenceDocuments, evidenceKeys } from "../../schema/tables/evidence.ts";
import type { Finding } from "../alerts/finding.ts";
import { ALERT_JSON, type AlertJson, alertRecord } from "../alerts/list.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { dateOf, insertSelect, isoTime } from "../kernel/statements.queries.ts";
import { type ChainRow, EVIDENCE_LIMITS } from "./chain.ts";
import type { EvidenceFacts, RecordedAct, RecordedMessage, RecordedStep } from "./evidence-content.ts";

const HOURS_AROUND = 24;

/** What of a document the chain is made of. */
const LINK = {
  id: evidenceDocuments.id,
  position: evidenceDocuments.position,
  day: evidenceDocuments.day,
  previous: evidenceDocuments.previous,
  digest: evidenceDocuments.digest,
};

type Row = {
  home: EvidenceFacts["home"];
  alert: AlertJson;
  owned: EvidenceFacts["owned"];
  findings: { finding: Finding; notifiedAt: string | null }[];
  messages: RecordedMessage[];
  steps: RecordedStep[];
  acts: RecordedAct[];
};

/** What is done about a home while an alert is open, and may have moved it. */
const ACTIONS_THAT_MOVE = [
  "alert_settings_changed",
  "rule_created",
  "rule_changed",
  "rule_deleted",
  "sensors_changed",
  "device_changed",
  "device_deleted",
  "snoozed",
  "snooze_cleared",
  "vacation_started",
  "vacation_cleared",
  "notifications_changed",
];

/** Reads it in one call. Null alike for an unknown alert and another household's. */
export async function findEvidenceFacts(
  db: Db,
  { householdId, alertId }: { householdId: string; alertId: string },
): Promise<EvidenceFacts | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select ${ALERT_JSON} as alert,
        json_build_object('id', home.id, 'name', home.name, 'timeZone', home.time_zone, 'plan', home.plan) as home, (
        select coalesce(json_agg(json_build_object('id', mine.id, 'kind', mine.kind, 'title', mine.title,
          'openedAt', ${isoTime("mine.opened_at")}, 'closedAt', ${isoTime("mine.closed_at")},
          'sensorId', mine.sensor_id) order by mine.opened_at, mine.id), '[]')
        from (select * from alerts owned where owned.incident_id = alert.id and owned.household_id = alert.household_id
          order by owned.opened_at, owned.id limit ${EVIDENCE_LIMITS.ownedMax}) as mine) as owned, (
        select coalesce(json_agg(json_build_object('finding', recorded.finding, 'notifiedAt', recorded.notified_at)
          order by recorded.sequence), '[]')
        from (select * from findings where findings.alert_id = alert.id
          order by findings.sequence limit ${EVIDENCE_LIMITS.findingsMax}) as recorded) as findings, (
        select coalesce(json_agg(json_build_object('id', message.id, 'kind', message.kind, 'channel', message.channel,
          'recipient', message.recipient, 'state', message.state, 'attempts', message.attempts,
          'providerId', message.provider_id, 'lastError', message.last_error,
          'createdAt', ${isoTime("message.created_at")}, 'attemptedAt', ${isoTime("message.attempted_at")},
          'settledAt', ${isoTime("message.settled_at")}, 'receipt', message.receipt,
          'receiptAt', ${isoTime("message.receipt_at")}) order by message.created_at, message.id), '[]')
        from (select * from outbox where outbox.household_id = alert.household_id
            and outbox.created_at >= alert.opened_at
            and (starts_with(outbox.dedupe_key, alert.id || '/') or alert.id = any(outbox.alert_ids))
          order by outbox.created_at, outbox.id limit ${EVIDENCE_LIMITS.messagesMax}) as message) as messages, (
        select coalesce(json_agg(json_build_object('round', stepped.round, 'place', stepped.place, 'step', stepped.step,
          'name', coalesce(
            (select email from users where users.id = stepped.step->>'whom'),
            (select name from home_contacts where home_contacts.id = stepped.step->>'whom')),
          'dueAt', ${isoTime("stepped.due_at")}, 'notifiedAt', ${isoTime("stepped.notified_at")},
          'endedAt', ${isoTime("stepped.ended_at")}, 'messageIds', to_json(stepped.message_ids))
          order by stepped.round, stepped.place), '[]')
        from (select * from escalation_steps where escalation_steps.alert_id = alert.id
          order by round, place limit ${EVIDENCE_LIMITS.stepsMax}) as stepped) as steps, (
        select coalesce(json_agg(json_build_object('at', ${isoTime("act.at")}, 'action', act.action,
          'subject', act.subject, 'details', act.details,
          'actor', json_build_object('type', act.actor_type, 'id', act.actor_id, 'name', coalesce(
            (select email from users where users.id = act.actor_id),
            (select name from api_keys where api_keys.id = act.actor_id),
            (select name from inbound_tokens where inbound_tokens.id = act.actor_id),
            (select name from home_contacts where home_contacts.id = act.actor_id)))) order by act.id), '[]')
        from (select * from activity where activity.household_id = alert.household_id
            and (activity.subject = alert.id or (
              activity.action in (select jsonb_array_elements_text(${JSON.stringify(ACTIONS_THAT_MOVE)}::jsonb))
              and activity.at >= alert.opened_at - ${HOURS_AROUND} * interval '1 hour'
              and activity.at <= coalesce(alert.closed_at, 'infinity')))
          order by activity.id limit ${EVIDENCE_LIMITS.actsMax}) as act) as acts
      from alerts alert join households home on home.id = alert.household_id
      where alert.id = ${alertId} and alert.household_id = ${householdId}`),
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    ...row,
    alert: alertRecord(row.alert),
    findings: row.findings.map(({ finding, notifiedAt }) => ({ finding, notifiedAt: dateOf(notifiedAt) })),
  };
}

type StoredKey = typeof evidenceKeys.$inferSelect;

export type StoredDocument = typeof evidenceDocuments.$inferSelect;

/** The keys that ever signed, the newest first. */
export const listKeys = (db: Db, limit: number): Promise<StoredKey[]> =>
  db("repeatable", (queries) =>
    queries.select().from(evidenceKeys).orderBy(desc(evidenceKeys.generation)).limit(limit),
  );

export async function findKey(db: Db, kid: string): Promise<StoredKey | null> {
  const [key = null] = await db("repeatable", (queries) =>
    queries.select().from(evidenceKeys).where(eq(evidenceKeys.kid, kid)),
  );
  return key;
}

/** Does nothing where another one made this generation meanwhile. */
export async function addKey(db: Db, key: StoredKey): Promise<void> {
  await db("repeatable", (queries) => queries.insert(evidenceKeys).values(key).onConflictDoNothing());
}

/** The home's newest documents up to a position, oldest first. */
export async function listChain(
  db: Db,
  { householdId, upTo, limit }: { householdId: string; upTo: number; limit: number },
): Promise<ChainRow[]> {
  const rows = await db("repeatable", (queries) =>
    queries
      .select(LINK)
      .from(evidenceDocuments)
      .where(and(eq(evidenceDocuments.householdId, householdId), lte(evidenceDocuments.position, upTo)))
      .orderBy(desc(evidenceDocuments.position))
      .limit(limit),
  );
  return rows.toReversed();
}

/** The last document of the home; and, of its days, the last one whole. */
export async function findHead(db: Db, householdId: string): Promise<StoredDocument | null> {
  const [head = null] = await db("repeatable", (queries) =>
    queries
      .select()
      .from(evidenceDocuments)
      .where(eq(evidenceDocuments.householdId, householdId))
      .orderBy(desc(evidenceDocuments.position))
      .limit(1),
  );
  return head;
}

/** The documents of one day, in order. */
export const listDay = (db: Db, householdId: string, day: string): Promise<ChainRow[]> =>
  db("repeatable", (queries) =>
    queries
      .select(LINK)
      .from(evidenceDocuments)
      .where(and(eq(evidenceDocuments.householdId, householdId), eq(evidenceDocuments.day, day)))
      .orderBy(evidenceDocuments.position),
  );

/** The newest document of an alert with this content. */
export async function findIssued(
  db: Db,
  { householdId, alertId, content }: { householdId: string; alertId: string; content: string },
): Promise<StoredDocument | null> {
  const [issued = null] = await db("repeatable", (queries) =>
    queries
      .select()
      .from(evidenceDocuments)
      .where(
        and(
          eq(evidenceDocuments.alertId, alertId),
          eq(evidenceDocuments.householdId, householdId),
          eq(evidenceDocuments.content, content),
        ),
      )
      .orderBy(desc(evidenceDocuments.position))
      .limit(1),
  );
  return issued;
}

export async function findDocument(db: Db, id: string): Promise<StoredDocument | null> {
  const [found = null] = await db("repeatable", (queries) =>
    queries.select().from(evidenceDocuments).where(eq(evidenceDocuments.id, id)),
  );
  return found;
}

/** True if it took its place: not if another document took it, or if an earlier one is gone. */
export async function addDocument(db: Db, document: StoredDocument): Promise<boolean> {
  const { householdId, position } = document;
  const { rows } = await db("once", (queries) =>
    queries.execute(
      sql`${insertSelect(
        evidenceDocuments,
        document,
        sql`where coalesce((select max(place.position) from evidence_documents place
        where place.household_id = ${householdId}), 0) = ${position - 1}
        on conflict do nothing returning 1`,
      )}`,
    ),
  );
  return rows.length > 0;
}
