import { sql } from "drizzle-orm";
import type { DueFinding } from "../../domain/outgoing/audience/due-finding.ts";
import type { Db } from "../db.ts";
import { messageRows, type QueuedMessage } from "./enqueue.ts";

/** Findings that nobody has been told of yet, oldest first, with all that telling them takes: one call. */
export async function listDueFindings(db: Db, now: Date, limit: number): Promise<DueFinding[]> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ facts: DueFinding }>(sql`
      select jsonb_build_object(
        'findingId', due.id, 'alertId', due.alert_id, 'finding', due.finding,
        'household', jsonb_build_object('id', home.id, 'name', home.name,
          'temperatureUnit', home.temperature_unit, 'timeZone', home.time_zone, 'plan', home.plan,
          'trialEndsAt', epoch_ms(home.trial_ends_at)),
        'names', jsonb_build_object('sensor', sensor.label, 'device', device.name, 'space', device.space),
        'people', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'userId', person.id, 'email', person.email,
            'phone', person.phone, 'phoneGone', person.phone_gone_at is not null,
            'preferences', member.notifications, 'memberSince', epoch_ms(member.created_at),
            'pushTokens', (select coalesce(jsonb_agg(push.token), '[]') from push_tokens push
              where push.user_id = person.id)
          ) order by member.created_at, person.id), '[]')
          from memberships member join users person on person.id = member.user_id
          where member.household_id = home.id),
        'toldBefore', case when due.finding->>'transition' = 'closed' then jsonb_build_object(
          'news', (
            select coalesce(jsonb_agg(news), '[]') from (
              select earlier.finding->>'transition' as transition, earlier.finding->>'severity' as severity,
                epoch_ms(max(coalesce(earlier.told_at, ${now.toISOString()}::timestamptz))) as "toldAt"
              from findings earlier
              where earlier.alert_id = due.alert_id and earlier.sequence < due.sequence
                and earlier.tell_at is not null
              group by 1, 2) news),
          'recipients', (
            select coalesce(jsonb_agg(distinct message.recipient), '[]') from outbox message
            where message.household_id = due.household_id
              and starts_with(message.dedupe_key, due.alert_id || '/'))) end,
        'smsSent', coalesce((select usage.sent from sms_usage usage
          where usage.household_id = home.id and usage.month = ${monthOf(now)}), 0)
      ) as facts
      from (
        select * from findings
        where told_at is null and tell_at is not null and tell_at <= ${now.toISOString()}::timestamptz
        order by tell_at, id limit ${limit}
      ) due
      join alerts alert on alert.id = due.alert_id
      join households home on home.id = due.household_id
      left join sensors sensor on sensor.id = alert.sensor_id
      left join devices device on device.id = alert.device_id
      order by due.id`),
  );
  return rows.map(({ facts }) => facts);
}

export type WrittenFinding = {
  findingId: number;
  householdId: string;
  alertId: string;
  messages: QueuedMessage[];
  /** Which messages of this alert that wait still these make pointless. */
  overtakes: "nothing" | "same_recipient" | "everything";
  smsBefore: number;
};

/**
 * Queues a finding's messages and marks it told, in one statement and once. False where there is nothing left to
 * do for this teller: another was first, or the month's count of text messages has moved meanwhile, so that it
 * has to be planned anew.
 */
export async function commitNotices(db: Db, telling: WrittenFinding, now: Date): Promise<boolean> {
  const { householdId, overtakes } = telling;
  const texts = sql`${telling.messages.filter(({ channel }) => channel === "sms").length}::integer`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute(sql`
      with due as (
        select id from findings where id = ${telling.findingId} and told_at is null for update
      ), message as (
        select channel, recipient
        from jsonb_to_recordset(${JSON.stringify(telling.messages)}::jsonb) as m (channel text, recipient text)
      ), counted as (
        insert into sms_usage (household_id, month, sent)
        select ${householdId}, ${monthOf(now)}, ${texts} from due where ${texts} > 0
        on conflict (household_id, month) do update set sent = sms_usage.sent + excluded.sent
          where sms_usage.sent = ${telling.smsBefore}::integer
        returning household_id
      ), changed as (
        update findings set told_at = ${at} from due
        where findings.id = due.id and (${texts} = 0 or exists (select from counted))
        returning findings.id
      ), overtaken as (
        update outbox set state = 'dropped', settled_at = ${at}, last_error = 'Overtaken by later news'
        where ${overtakes !== "nothing"} and household_id = ${householdId} and state = 'pending'
          and starts_with(dedupe_key, ${`${telling.alertId}/`}) and exists (select from changed)
          and (${overtakes === "everything"} or (channel, recipient) in (select channel, recipient from message))
      ), queued as (
        ${messageRows(telling.messages, now, sql`exists (select from changed)`)}
      )
      select id from changed`),
  );
  return rows.length > 0;
}

/** What nobody could be told of now is looked at again then, behind the others. */
export async function postponeFinding(db: Db, findingId: number, until: Date): Promise<void> {
  await db("repeatable", (queries) =>
    queries.execute(sql`
      update findings set tell_at = ${until.toISOString()}::timestamptz
      where id = ${findingId} and told_at is null`),
  );
}

/** As `sms_usage` names it. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);
