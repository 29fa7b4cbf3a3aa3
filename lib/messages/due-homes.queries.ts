import { type SQL, sql } from "drizzle-orm";
import { IS_EASING, IS_URGENT, STATE_OF_ALERT } from "../alerts/alerts.queries.ts";
import type { Db } from "../kernel/db.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { hourBeforeJson } from "../readings/shown.queries.ts";
import type { DueHome } from "./audience/due-finding.ts";
import { audienceFields, audienceOf, type StoredAudience } from "./audience.queries.ts";

/** A step skips recipients who got a message about its alert within this time, or are being sent it now. */
const JUST_NOTIFIED = sql`interval '1 minute'`;

const BESIDE = sql`join alerts alert on alert.id = due.alert_id
  left join sensors sensor on sensor.id = alert.sensor_id
  left join devices device on device.id = alert.device_id`;

/**
 * True if the step before the row `step` reached nobody, because its providers are down or refused. The row keeps its
 * usual time if that step had no messages, or has any still on their way. A step's messages have its `notified_at` as
 * their creation time, because one commit writes both.
 */
const HAS_FAILED_BEFORE = sql`coalesce((
  select bool_or(message.state = 'dead' or (message.state = 'pending' and message.last_error is not null))
    and not bool_or(message.state = 'sent' or (message.state = 'pending' and message.last_error is null))
  from outbox message
  where message.household_id = step.household_id and step.alert_id = any(message.alert_ids)
    and message.created_at = (
      select earlier.notified_at from escalation_steps earlier
      where earlier.alert_id = step.alert_id and earlier.round = step.round and earlier.place < step.place
      order by earlier.place desc limit 1)), false)`;

/** The due steps `step` of alerts `alert` that are open, urgent and unacknowledged. */
export const dueSteps = (now: Date) => sql`escalation_steps step join alerts alert on alert.id = step.alert_id
    and step.notified_at is null and step.ended_at is null
    and (step.due_at <= ${now.toISOString()}::timestamptz or ${HAS_FAILED_BEFORE})
    and alert.closed_at is null and alert.acknowledged_at is null and ${IS_URGENT}
    and not ${IS_EASING}`;

export const wasJustSent = (now: Date): SQL =>
  sql`(message.state = 'sent' and message.settled_at > ${now.toISOString()}::timestamptz - ${JUST_NOTIFIED})`;

/** True if a dispatcher is making the message's first attempt; a retry may fail again and does not count. */
export const isJustSending = (now: Date): SQL =>
  sql`(message.state = 'pending' and message.last_error is null and message.lease_until > ${now.toISOString()}::timestamptz)`;

/**
 * True if the default steps have already sent the message in this round: their step that names texts does not text
 * people again who were texted at once. A home's own steps are all taken literally.
 */
const WAS_SENT_THIS_ROUND = sql`(message.state = 'sent' and jsonb_typeof(step.step->'channels') = 'array'
  and not exists (select from escalations own where own.household_id = step.household_id)
  and message.settled_at >= (select min(first.due_at) from escalation_steps first
    where first.alert_id = step.alert_id and first.round = step.round))`;

const stepSource = (now: Date): SQL => sql`(
  select step.id as step_id, step.round, step.place, step.step, step.members_notified, latest.*, (
      select coalesce(jsonb_agg(earlier.step order by earlier.place), '[]') from escalation_steps earlier
      where earlier.alert_id = step.alert_id and earlier.round = step.round and earlier.place < step.place) as before, (
      select coalesce(jsonb_agg(jsonb_build_object('channel', message.channel, 'recipient', message.recipient)), '[]')
      from outbox message
      where message.household_id = step.household_id and step.alert_id = any(message.alert_ids)
        and (${wasJustSent(now)} or ${isJustSending(now)} or ${WAS_SENT_THIS_ROUND})) as just_notified
  from ${dueSteps(now)}
  cross join lateral (
    select id, alert_id, household_id, sequence, finding, at from findings
    where findings.alert_id = alert.id and findings.tell_at is not null
      and findings.finding->>'transition' not in ('eased', 'closed')
    order by findings.sequence desc limit 1) latest
  where step.household_id = home.id
  order by step.due_at, step.id limit ${MESSAGE_LIMITS.writeFindingsMax}::integer)`;

type Facts = StoredAudience & Pick<DueHome, "findings" | "steps" | "escalation" | "card">;

/** Lists homes with due findings or steps, the longest waiting first, with everything needed to notify people. */
export async function listDueHomes(db: Db, now: Date): Promise<DueHome[]> {
  const rows = await db.query<{ facts: Facts }>(sql`
    select jsonb_build_object(${audienceFields(now)}, 'findings', ${dueJson(now)}, 'steps', ${stepsJson(now)},
      'escalation', (select own.steps from escalations own where own.household_id = home.id),
      'card', (select jsonb_build_object('address', card.card->'places'->'address', 'call', card.card->'calls'->0)
        from emergency_cards card where card.household_id = home.id and card.is_shared)) as facts
    from (
      select household_id, min(since) as since from (
        select household_id, min(tell_at) as since from findings
        where notified_at is null and tell_at <= ${now.toISOString()}::timestamptz
        group by household_id
        union all
        select step.household_id, min(step.due_at) from ${dueSteps(now)} group by step.household_id) waiting
      group by household_id order by since, household_id limit ${MESSAGE_LIMITS.writeHomesMax}::integer
    ) due_home
    join households home on home.id = due_home.household_id
    order by due_home.since, home.id`);
  return rows.map(({ facts }) => audienceOf(facts, now));
}

/** The row `due`, joined with its alert, sensor and device, as `DueFinding` JSON. */
const findingJson = (now: Date, finding: SQL = sql`due.finding`) => sql`jsonb_build_object(
    'findingId', due.id, 'openedAt', epoch_ms(alert.opened_at), 'alertId', due.alert_id, 'finding', ${finding},
    'names', jsonb_build_object('sensor', nullif(sensor.label, sensor.key), 'sensorKind', sensor.kind,
      'device', case when sensor.label = sensor.key and device.space <> '' then null else device.name end,
      'space', device.space, 'batteryPct', device.battery_pct, 'about', jsonb_build_object('sensorId', alert.sensor_id, 'sensor', sensor.label,
        'deviceId', alert.device_id, 'device', device.name)),
    'before', ${hourBeforeJson(sql`due.at`)},
    'lastDay', ${lastDayJson},
    'notifiedBefore', case when due.finding->>'transition' = 'closed' then ${notifiedBeforeJson(now)} end,
    'lastNotifiedAt', case when due.finding->>'transition' = 'reminded' then (
      select epoch_ms(max(earlier.notified_at)) from findings earlier
      where earlier.alert_id = due.alert_id and earlier.sequence < due.sequence) end)`;

const dueJson = (now: Date) => sql`(
  select coalesce(jsonb_agg(${findingJson(now)} order by due.id), '[]')
  from (
    select * from findings
    where household_id = home.id and notified_at is null and tell_at <= ${now.toISOString()}::timestamptz
    order by tell_at, id limit ${MESSAGE_LIMITS.writeFindingsMax}::integer
  ) due ${BESIDE})`;

/** The finding of the row `due` with its sensor's newest reading as evidence, unless that reading is not believed. */
const CURRENT_FINDING = sql`coalesce((
  select jsonb_set(due.finding, '{evidence}', due.finding->'evidence' || jsonb_build_object(
    'value', its.latest_values[shown.position], 'at', epoch_ms(its.latest_at[shown.position])))
  from sensors shown join devices its on its.id = shown.device_id and its.household_id = due.household_id
  where shown.id = coalesce(alert.sensor_id, due.finding->'evidence'->>'sensorId')
    and shown.unit is not distinct from due.finding->'evidence'->>'unit'
    and its.latest_values[shown.position] is not null
    and epoch_ms(its.latest_at[shown.position]) > (due.finding->'evidence'->>'at')::float8
    and not exists (select from ${STATE_OF_ALERT}
      and (known.state->>'doubted')::float8 = epoch_ms(its.latest_at[shown.position]))), due.finding)`;

const stepsJson = (now: Date) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('stepId', due.step_id, 'round', due.round, 'place', due.place,
    'step', due.step, 'membersNotified', due.members_notified, 'before', due.before, 'justNotified', due.just_notified,
    'due', ${findingJson(now, CURRENT_FINDING)})
    order by due.step_id), '[]')
  from ${stepSource(now)} due ${BESIDE})`;

/** The sensor's hourly means in the 24 hours before the finding, oldest first, and its lowest and highest reading. */
const lastDayJson = sql`(
  select jsonb_build_object('unit', shown.unit, 'hours', jsonb_agg(hour.mean order by ago desc),
    'low', min(hour.low), 'high', max(hour.high))
  from sensors shown
  join devices its on its.id = shown.device_id and its.household_id = due.household_id
  cross join generate_series(0, 23) ago
  cross join lateral (
    select avg(reading.values[shown.position]) as mean, min(reading.values[shown.position]) as low,
      max(reading.values[shown.position]) as high
    from snapshots reading
    where reading.device_number = its.number
      and reading.recorded_at > due.at - (ago + 1) * interval '1 hour'
      and reading.recorded_at <= due.at - ago * interval '1 hour') hour
  where shown.id = coalesce(alert.sensor_id, due.finding->'evidence'->>'sensorId')
    and not shown.is_state and shown.unit is not null
  group by shown.id)`;

const notifiedBeforeJson = (now: Date) => sql`jsonb_build_object(
  'news', (
    select coalesce(jsonb_agg(news), '[]') from (
      select earlier.finding->>'transition' as transition, earlier.finding->>'severity' as severity,
        epoch_ms(max(coalesce(earlier.notified_at, ${now.toISOString()}::timestamptz))) as "notifiedAt"
      from findings earlier
      where earlier.alert_id = due.alert_id and earlier.sequence < due.sequence and earlier.tell_at is not null
      group by 1, 2) news),
  'recipients', (
    select coalesce(jsonb_agg(distinct jsonb_build_object('channel', message.channel, 'recipient',
      message.recipient)), '[]')
    from outbox message
    where message.household_id = due.household_id and due.alert_id = any(message.alert_ids)))`;

/** Postpones a home's findings and steps whose messages could not be written, so that the others go first. */
export async function postpone(db: Db, { findings, steps }: DueHome, until: Date): Promise<void> {
  const ids = (numbers: number[]) => sql`any(${`{${numbers.join(",")}}`}::bigint[])`;
  await db.query(sql`
    with finding as (
      update findings set tell_at = ${until.toISOString()}::timestamptz
      where notified_at is null and id = ${ids(findings.map(({ findingId }) => findingId))})
    update escalation_steps set due_at = ${until.toISOString()}::timestamptz
    where notified_at is null and id = ${ids(steps.map(({ stepId }) => stepId))}`);
}
