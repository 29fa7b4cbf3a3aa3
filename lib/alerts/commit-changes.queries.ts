import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kernel/db.queries.ts";
import type { Change } from "./decide/decide.ts";

/** A change and the id that its episode gets if it is the one to open it. */
export type IdentifiedChange = Change & { alertId: string };

/** What has been decided of a home, and when. */
type HomeChanges = { householdId: string; changes: IdentifiedChange[]; now: Date };

type WonChange = Pick<Change, "kind" | "subject"> & { householdId: string };

/**
 * Stores what has been decided: states, episodes and findings in one statement, each change only over the
 * version it was judged from. Answers those that won; for the others somebody else was first, and what is
 * true has to be looked at again. A repeated call wins nothing, so that nothing is told twice.
 */
export async function commitChanges(db: Db, homes: HomeChanges[]): Promise<WonChange[]> {
  if (homes.length === 0) return [];
  return await db.query<WonChange>(changesStatement(homes));
}

/** What was known of alerts that have ended, and whose subjects are gone. */
export async function forgetStates(db: Db, householdId: string, subjects: string[]): Promise<void> {
  await db.query(sql`
    delete from alert_states where household_id = ${householdId} and subject = any(${`{${subjects.join(",")}}`}::text[])`);
}

/**
 * The statement of `commitChanges`. An alert that opens or stays open needs its owner: a device that was deleted or
 * disabled meanwhile must not get an alert that nothing would ever end. Deleting and disabling lock the device's
 * row first. All take their rows in one order.
 */
function changesStatement(homes: HomeChanges[]): SQL {
  const input = JSON.stringify(
    homes.flatMap(({ householdId, changes, now }) =>
      changes.map((change) => ({ home: householdId, at: now.toISOString(), ...storedChange(change) })),
    ),
  );
  return sql`
      with given as materialized (
        select change.* from jsonb_to_recordset(${input}::jsonb) as change (
          home text, at timestamptz, kind text, subject text, expected integer, owner text, sensor text, stays boolean,
          state jsonb, episode jsonb, findings jsonb, held_kind text, held_subject text)
      ), touched as materialized (
        -- What a state disturbs is taken with its owner, before the states and in everybody's order.
        select device.id, device.household_id, device.enabled from devices device
        where device.id = any (array(
            select owner from given
            union select sensor.device_id from sensors sensor join given on sensor.id = given.sensor))
        order by device.id for no key update
      ), owner as materialized (
        select id, household_id from touched where enabled
      ), input as materialized (
        select given.* from given cross join (select count(*) from owner) taken
        where (not given.stays or given.owner is null or exists (
            select from owner where owner.id = given.owner and owner.household_id = given.home))
          and (not given.stays or given.sensor is null or exists (
            select from sensors sensor join owner on owner.id = sensor.device_id
            where sensor.id = given.sensor and owner.household_id = given.home))
      ), won as (
        insert into alert_states (household_id, kind, subject, version, state, updated_at)
        select home, kind, subject, expected + 1, state, at from input order by home, kind, subject
        on conflict (household_id, kind, subject) do update set
          version = excluded.version, state = excluded.state, updated_at = excluded.updated_at
          where alert_states.version = excluded.version - 1
        returning household_id, kind, subject
      ), speaker as materialized (
        select distinct on (home, kind, subject) home, kind, subject, id from (
          select known.household_id as home, known.kind, known.subject, known.episode, known.id from alerts known
          join input on input.home = known.household_id and input.held_kind = known.kind
            and input.held_subject = known.subject
          union all
          select input.home, input.kind, input.subject, (input.episode->>'episode')::integer, input.episode->>'id'
          from input where input.episode is not null and not exists (
            select from alerts known where known.household_id = input.home and known.kind = input.kind
              and known.subject = input.subject and known.episode = (input.episode->>'episode')::integer)) open
        order by home, kind, subject, episode desc
      ), episodes as (
        insert into alerts (id, household_id, kind, subject, episode, severity, opened_at, closed_at, close_reason,
          acknowledged_at, acknowledged_by, device_id, sensor_id, title, incident_id)
        select e.id, input.home, input.kind, input.subject, e.episode, e.severity, e.opened_at, e.closed_at,
          e.close_reason, e.acknowledged_at, e.acknowledged_by, e.device_id, e.sensor_id, e.title,
          (select speaker.id from speaker where speaker.home = input.home and speaker.kind = input.held_kind
            and speaker.subject = input.held_subject)
        from input
        join won on won.household_id = input.home and won.kind = input.kind and won.subject = input.subject,
          jsonb_to_record(input.episode) as e (
          id text, episode integer, severity text, opened_at timestamptz, closed_at timestamptz, close_reason text,
          acknowledged_at timestamptz, acknowledged_by text, device_id text, sensor_id text, title text)
        where input.episode is not null
        on conflict (household_id, kind, subject, episode) do update set
          severity = case when excluded.closed_at is null then excluded.severity else alerts.severity end,
          closed_at = excluded.closed_at,
          close_reason = coalesce(excluded.close_reason, alerts.close_reason),
          incident_id = coalesce(alerts.incident_id, excluded.incident_id),
          acknowledged_at = case when excluded.closed_at is null
            then excluded.acknowledged_at else alerts.acknowledged_at end,
          acknowledged_by = case when excluded.closed_at is null
            then excluded.acknowledged_by else alerts.acknowledged_by end
        returning id, household_id, kind, subject
      ), recorded as (
        insert into findings (alert_id, household_id, sequence, finding, at, tell_at)
        select episodes.id, input.home, (f.value->>'sequence')::integer, f.value, input.at,
          case when f.value->>'suppressedBy' is null then input.at end
        from input
        join episodes on episodes.household_id = input.home and episodes.kind = input.kind
          and episodes.subject = input.subject,
          jsonb_array_elements(input.findings) as f
        on conflict (alert_id, sequence) do nothing
      )
      select household_id as "householdId", kind, subject from won`;
}

const iso = (moment: number | null): string | null =>
  moment === null ? null : new Date(moment).toISOString();

const storedChange = (change: IdentifiedChange) => ({
  kind: change.kind,
  subject: change.subject,
  expected: change.expectedVersion,
  owner: change.about.deviceId,
  sensor: change.about.sensorId,
  stays: change.state.open,
  state: change.state,
  findings: change.findings,
  episode: storedEpisode(change),
  ...heldBy(change),
});

/** The alert that speaks for it, by its last finding that says so. */
function heldBy({ findings }: IdentifiedChange) {
  const last = findings.findLast((finding) => finding.heldBy !== undefined)?.heldBy;
  return { held_kind: last?.kind ?? null, held_subject: last?.subject ?? null };
}

/** Null before the first opening: then there is only a state to remember. */
function storedEpisode({ alertId, state, findings, about }: IdentifiedChange) {
  if (state.episode === 0 || state.openedAt === null) return null;
  const last = findings.at(-1);
  return {
    id: alertId,
    episode: state.episode,
    severity: state.severity ?? last?.severity ?? "warning",
    opened_at: iso(state.openedAt),
    closed_at: state.open ? null : iso(state.closedAt),
    close_reason: state.open ? null : (last?.reason ?? null),
    acknowledged_at: iso(state.ack?.at ?? null),
    acknowledged_by: state.ack?.by ?? null,
    device_id: about.deviceId,
    sensor_id: about.sensorId,
    title: about.title,
  };
}
