import { lte, type SQL, sql } from "drizzle-orm";
import { LIMITS } from "../../schema/limits.ts";
import { devices } from "../../schema/tables/device.ts";
import { QUIET_LIMITS } from "../alerts/quiet/quiet.ts";
import { DOWNGRADE_GRACE_DAYS, RETENTION_DAYS } from "../history/retention.ts";
import type { Db } from "../kernel/db.queries.ts";
import { MESSAGE_LIMITS } from "../outbox/limits.ts";
import { PEOPLE_LIMITS } from "../people/limits.ts";
import { PUCK_LIMITS } from "../pucks/limits.ts";
import { READING_LIMITS } from "../readings/limits.ts";
import { STATUS_LIMITS } from "../status/limits.ts";
import { JOB_LIMITS } from "./limits.ts";

const ago = (now: Date, amount: number, unit: "seconds" | "hours" | "days"): SQL =>
  sql`${now.toISOString()}::timestamptz - ${amount}::integer * ${sql.raw(`interval '1 ${unit}'`)}`;

/** The rows that nobody needs any more, by table. Limits count rows of the last hour: these rows are kept for a day. */
const DUE: Record<string, (now: Date) => SQL> = {
  sessions: (now) =>
    sql`expires_at <= ${ago(now, 0, "days")} or last_used_at <= ${ago(now, PEOPLE_LIMITS.sessionIdleDays, "days")}`,
  companion_sessions: (now) =>
    sql`ends_at <= ${ago(now, 0, "days")}
      or last_used_at <= ${ago(now, PUCK_LIMITS.companionRefreshDays, "days")}`,
  companion_refresh_tokens: (now) => sql`expires_at <= ${ago(now, 0, "days")}`,
  // Used challenges are kept longer: they show from where somebody usually signs in.
  sign_in_challenges: (now) => sql`expires_at <= ${ago(now, 1, "days")}
    and (used_at is null or used_at <= ${ago(now, PEOPLE_LIMITS.signInKnownDays, "days")})`,
  used_passkey_challenges: (now) => sql`expires_at <= ${ago(now, 0, "days")}`,
  invitations: (now) => sql`expires_at <= ${ago(now, 0, "days")}`,
  ingest_receipts: (now) => sql`created_at <= ${ago(now, LIMITS.idempotencyHours, "hours")}`,
  received_bodies: (now) => sql`received_at <= ${ago(now, READING_LIMITS.receivedBodyDays, "days")}`,
  request_receipts: (now) => sql`created_at <= ${ago(now, LIMITS.idempotencyHours, "hours")}`,
  inbound_receipts: (now) => sql`received_at <= ${ago(now, QUIET_LIMITS.inboundReplaySeconds, "seconds")}`,
  puck_claims: (now) => sql`created_at <= ${ago(now, 1, "days")}`,
  status_subscribers: (now) => sql`confirmed_at is null and confirm_expires_at <= ${ago(now, 1, "days")}`,
  // Messages about an alert are part of its timeline, so they are kept as long as the alert.
  outbox: (now) => sql`settled_at <= ${ago(now, JOB_LIMITS.outboxDays, "days")}
    and not exists (select from alerts where alerts.id = any(outbox.alert_ids))`,
  alert_links: (now) => sql`expires_at <= ${ago(now, 0, "days")}`,
  sending_counts: (now) => sql`period < to_char(${ago(now, JOB_LIMITS.outboxDays, "days")}, 'YYYY-MM')`,
  host_pace: (now) => sql`greatest(next_at, paused_until) <= ${ago(now, 1, "days")}`,
  contact_points: (now) => sql`(gone_at <= ${ago(now, JOB_LIMITS.outboxDays, "days")} and channel = 'push')
    or (verified_at is null and updated_at <= ${ago(now, 1, "days")})`,
  home_contacts: (now) =>
    sql`confirmed_at is null and updated_at <= ${ago(now, MESSAGE_LIMITS.homeContactAskDays, "days")}`,
  status_incidents: (now) => sql`closed_at <= ${ago(now, STATUS_LIMITS.statusIncidentKeptDays, "days")}`,
  job_runs: (now) => sql`started_at <= ${ago(now, JOB_LIMITS.jobRunDays, "days")}`,
};

export const HOUSEKEEPING_TABLES = Object.keys(DUE);

/** Deletes one batch of a table's rows and returns how many. Skips locked rows, so that nobody waits. */
export async function deleteDue(db: Db, table: string, now: Date, limit: number): Promise<number> {
  const due = DUE[table];
  if (due === undefined) throw new Error(`Nothing of ${table} is ever due`);
  const rows = await db.query<{ deleted: number }>(sql`
    with gone as (
      delete from ${sql.identifier(table)} where ctid in (
        select ctid from ${sql.identifier(table)} where ${due(now)} limit ${limit} for update skip locked)
      returning 1)
    select count(*)::integer as deleted from gone`);
  return rows[0]?.deleted ?? 0;
}

/** Clears the ingest keys of callouts whose time is up, and returns how many. */
export async function clearCallouts(db: Db, now: Date): Promise<number> {
  const cleared = await db("repeatable", (queries) =>
    queries
      .update(devices)
      .set({ calloutIngestKey: null, calloutUntil: null })
      .where(lte(devices.calloutUntil, now))
      .returning({ id: devices.id }),
  );
  return cleared.length;
}

/**
 * Deletes one batch of ended alerts and of activity that are older than their home's plan keeps, and returns how many.
 * Pro's retention also applies in a trial, and in the days of grace after Pro or the trial.
 */
export async function deleteOldLogs(db: Db, now: Date, limit: number): Promise<number> {
  const graceFrom = ago(now, DOWNGRADE_GRACE_DAYS, "days");
  const { free, pro } = RETENTION_DAYS;
  const rows = await db.query<{ deleted: number }>(sql`
    with home as (
      select id, case when plan = 'pro' or trial_ends_at > ${graceFrom} or downgraded_at > ${graceFrom}
        then ${ago(now, pro.log ?? 0, "days")} else ${ago(now, free.log ?? 0, "days")} end as kept_from
      from households
    ), old_alert as (
      delete from alerts where id in (
        select alert.id from home cross join lateral (
          select id, closed_at from alerts where household_id = home.id and opened_at < home.kept_from
            and closed_at < home.kept_from order by opened_at limit ${limit}) alert
        limit ${limit})
      returning 1
    ), old_entry as (
      delete from activity where id in (
        select entry.id from home cross join lateral (
          select id, at from activity where household_id = home.id order by id limit ${limit}) entry
        where entry.at < home.kept_from limit ${limit})
      returning 1
    )
    select ((select count(*) from old_alert) + (select count(*) from old_entry))::integer as deleted`);
  return rows[0]?.deleted ?? 0;
}
