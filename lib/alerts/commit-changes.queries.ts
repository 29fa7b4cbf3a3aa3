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
          home text, at timestamptz, kind text, subject text, expected integer, owner text, sensor text, title text,
          stays boolean, id text, severity text, reason text, state jsonb, findings jsonb, held_kind text,
          held_subject text)
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
          select input.home, input.kind, input.subject, ${EPISODE}, input.id
          from input where ${HAS_OPENED} and not exists (
            select from alerts known where known.household_id = input.home and known.kind = input.kind
              and known.subject = input.subject and known.episode = ${EPISODE})) open
        order by home, kind, subject, episode desc
      ), episodes as (
        insert into alerts (id, household_id, kind, subject, episode, severity, opened_at, closed_at, close_reason,
          acknowledged_at, acknowledged_by, device_id, sensor_id, title, incident_id)
        select input.id, input.home, input.kind, input.subject, ${EPISODE}, input.severity,
          ${momentIn("state->>'openedAt'")}, case when not stays then ${momentIn("state->>'closedAt'")} end, input.reason,
          ${momentIn("state->'ack'->>'at'")}, state->'ack'->>'by', input.owner, input.sensor, input.title,
          (select speaker.id from speaker where speaker.home = input.home and speaker.kind = input.held_kind
            and speaker.subject = input.held_subject)
        from input
        join won on won.household_id = input.home and won.kind = input.kind and won.subject = input.subject
        where ${HAS_OPENED}
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

/** A moment of the state of a row named `input`; null where it has none. */
const momentIn = (path: string): SQL =>
  sql`'epoch'::timestamptz + (input.${sql.raw(path)})::float8 * interval '1 millisecond'`;

const EPISODE: SQL = sql`(input.state->>'episode')::integer`;
/** Before the first opening there is only a state to remember. */
const HAS_OPENED: SQL = sql`input.state->>'openedAt' is not null`;

function storedChange({ kind, subject, version, about, state, findings, ...change }: IdentifiedChange) {
  const last = findings.at(-1);
  return {
    ...{ kind, subject, expected: version, state, findings, stays: state.open, id: change.alertId },
    ...{ owner: about.deviceId, sensor: about.sensorId, title: about.title },
    severity: state.severity ?? last?.severity ?? "warning",
    reason: state.open ? null : (last?.reason ?? null),
    ...heldBy(findings),
  };
}

/** The alert that speaks for it, by its last finding that says so. */
function heldBy(findings: IdentifiedChange["findings"]) {
  const last = findings.findLast((finding) => finding.heldBy !== undefined)?.heldBy;
  return { held_kind: last?.kind ?? null, held_subject: last?.subject ?? null };
}
