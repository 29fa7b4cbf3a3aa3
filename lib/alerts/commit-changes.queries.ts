import { type SQL, sql } from "drizzle-orm";
import type { KeptGuess } from "../devices/placement/guesses.ts";
import { type Db, devicesLock } from "../kernel/db.queries.ts";
import { byteaText } from "../kernel/statements.queries.ts";
import { DAY_MS } from "../kernel/time.ts";
import type { Change } from "./decide/decide.ts";
import type { Findings } from "./judge-household.ts";
import type { FoundFault } from "./kinds/sensor-fault.ts";

/** A change, and the id for its episode if this change opens it. */
export type IdentifiedChange = Change & { alertId: string };

/** The changes decided for a home, and when. */
type HomeChanges = { householdId: string; changes: IdentifiedChange[]; now: Date };

type WonChange = Pick<Change, "kind" | "subject"> & { householdId: string };

/**
 * Stores states, episodes and findings in one statement, each change only over the version that it was decided on.
 * Returns the changes that won; for the others somebody else was first, and their homes must be evaluated again. A
 * repeated call wins nothing, so nothing is notified twice.
 */
export async function commitChanges(db: Db, homes: HomeChanges[]): Promise<WonChange[]> {
  if (homes.length === 0) return [];
  return await db.query<WonChange>(changesStatement(homes));
}

/** Deletes the states of ended alerts whose subjects are gone. */
export async function forgetStates(db: Db, householdId: string, subjects: string[]): Promise<void> {
  await db.query(sql`
    delete from alert_states where household_id = ${householdId} and not (state->>'open')::boolean
      and subject in (select jsonb_array_elements_text(${JSON.stringify(subjects)}::jsonb))`);
}

/**
 * The statement of `commitChanges`. An alert that opens or stays open needs its owner: a device that was deleted or
 * disabled meanwhile must not get an alert that nothing would ever end. Deleting and disabling lock the device's row
 * first. All statements lock their rows in the same order.
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
        -- A trigger on states updates devices: these are locked first, in the order of every other statement.
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

/** A timestamp in the state of a row aliased `input`; null if it has none. */
const momentIn = (path: string): SQL =>
  sql`'epoch'::timestamptz + (input.${sql.raw(path)})::float8 * interval '1 millisecond'`;

const EPISODE: SQL = sql`(input.state->>'episode')::integer`;
/** Before the first opening there is only a state to remember. */
const HAS_OPENED: SQL = sql`input.state->>'openedAt' is not null`;

function storedChange({ kind, subject, version, about, state, findings, ...change }: IdentifiedChange) {
  const last = findings.at(-1);
  const speaker = findings.findLast(({ heldBy }) => heldBy !== undefined)?.heldBy;
  return {
    kind,
    subject,
    expected: version,
    state,
    findings,
    stays: state.open,
    id: change.alertId,
    owner: about.deviceId,
    sensor: about.sensorId,
    title: about.title,
    severity: state.severity ?? last?.severity ?? "warning",
    reason: state.open ? null : (last?.reason ?? null),
    held_kind: speaker?.kind ?? null,
    held_subject: speaker?.subject ?? null,
  };
}

/** Stores bands unless the facts behind them have changed: `version` is the one that came with the facts. */
export async function storeDeadband(
  db: Db,
  deviceId: string,
  version: number,
  bands: readonly { position: number; low: number; high: number }[],
): Promise<void> {
  const kept = bands.map(({ position, low, high }) => ({ position, low: String(low), high: String(high) }));
  await db.query(
    sql`select store_deadband(${deviceId}, ${version}::integer, ${JSON.stringify(kept)}::jsonb)`,
  );
}

/** A home leased to this tick. `asked`: how many checks of it were requested so far. */
export type ClaimedCheck = { householdId: string; asked: number };

/** Well beyond the longest wait for a check (`nextCheckAt`). */
const CHECK_MS_MAX = 2 * DAY_MS;

/**
 * Leases up to `limit` due homes, those waiting longest first, without `except`. Two ticks never get the same home,
 * and a home whose row is locked is skipped.
 */
export async function claimDueChecks(
  db: Db,
  { dueBy, leaseUntil, limit, except }: { dueBy: Date; leaseUntil: Date; limit: number; except: string[] },
): Promise<ClaimedCheck[]> {
  // A check further ahead than any was set by a clock that was ahead: its home would not be evaluated until then.
  const ahead = new Date(leaseUntil.getTime() + CHECK_MS_MAX);
  return await db.mutate<ClaimedCheck>(sql`
    update household_checks due_check set due_at = ${leaseUntil.toISOString()}::timestamptz
    from (
      select household_id from household_checks
      where (due_at <= ${dueBy.toISOString()}::timestamptz or due_at > ${ahead.toISOString()}::timestamptz)
        and household_id not in (select jsonb_array_elements_text(${JSON.stringify(except)}::jsonb))
      order by due_at limit ${limit}::integer for update skip locked
    ) due
    where due_check.household_id = due.household_id
    returning due_check.household_id as "householdId", due_check.asked`);
}

/** Counts the homes that are due by a moment and not leased. */
export async function countDueChecks(db: Db, dueBy: Date): Promise<number> {
  const rows = await db.query<{ due: number }>(sql`
    select count(*)::integer as due from household_checks where due_at <= ${dueBy.toISOString()}::timestamptz`);
  return rows[0]?.due ?? 0;
}

type SettledCheck = ClaimedCheck & { dueAt: Date } & Partial<Pick<Findings, "outdoor">>;

/** Sets each home's next check, unless another was requested since the home was claimed: then it stays due. */
export const settleChecks = (checks: SettledCheck[]): SQL => sql`
  with ours as (
    -- Who has locked a row is requesting a check and claims it next: if we held the row, the claim would skip it.
    select household_id, asked, due_at from household_checks
    where household_id = any(array(
      select "householdId" from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as wanted ("householdId" text)))
    for update skip locked)
  update household_checks due_check set outdoor = coalesce(wanted.outdoor, due_check.outdoor),
    due_at = case when ours.asked = wanted.asked then wanted."dueAt" else ours.due_at end
  from ours join jsonb_to_recordset(${JSON.stringify(checks)}::jsonb)
    as wanted ("householdId" text, asked integer, "dueAt" timestamptz, outdoor jsonb)
    on wanted."householdId" = ours.household_id
  where due_check.household_id = ours.household_id`;

/** Makes the home due at once, whenever its next check was. */
export async function requestCheck(db: Db, householdId: string): Promise<void> {
  await db.query(sql`select request_check(${householdId})`);
}

/** A finished check: what to store beside changes, and when the next one is due. */
type KeptCheck = ClaimedCheck & { findings: Findings; dueAt: Date };

/** Stores the results of checks in one transaction. */
export async function keepJudged(db: Db, homes: KeptCheck[]): Promise<void> {
  if (homes.length === 0) return;
  const checks = homes.map(({ householdId, asked, dueAt, findings: { outdoor } }) => ({
    householdId,
    asked,
    dueAt,
    outdoor,
  }));
  const faults = homes.flatMap(({ findings }) => findings.faults);
  const guesses = homes.flatMap(({ findings }) => findings.guesses);
  const sensorIds = [faults, guesses].flatMap((rows) => rows.map(({ sensorId }) => sensorId));
  await db("repeatable", (queries) =>
    queries.batch([
      // Locks devices before sensors, as an ingest does. Due checks come last: nobody waits for their rows.
      queries.execute(devicesLock({ sensorIds })),
      queries.execute(rememberFaults(faults)),
      queries.execute(rememberGuesses(guesses)),
      queries.execute(settleChecks(checks)),
    ]),
  );
}

/** Stores the faults that a study found, and clears those that it no longer finds. */
const rememberFaults = (found: FoundFault[]): SQL => sql`
  update sensors set fault = found.fault, faulty_since = 'epoch'::timestamptz + found.since * interval '1 millisecond'
  from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found ("sensorId" text, fault text, since float8)
  where sensors.id = found."sensorId" and sensors.fault is distinct from found.fault`;

/** Stores guesses that rest on the current reading, so that they stay when it changes. */
const rememberGuesses = (guesses: KeptGuess[]): SQL => sql`
  update sensors set placement_guess = kept.guess
  from jsonb_to_recordset(${JSON.stringify(guesses)}::jsonb) as kept ("sensorId" text, guess jsonb)
  where sensors.id = kept."sensorId"`;

/**
 * Stores which known sensors of a device only reported that they are unplugged, in a refused body, and marks their
 * home as due. An unknown key changes nothing.
 */
export async function noteUnplugged(db: Db, hash: Uint8Array, keys: string[], now: Date): Promise<void> {
  const keyHash = byteaText(hash);
  await db.query(sql`
    with noted as (
      update sensors sensor set faulty_at = least(${now.toISOString()}::timestamptz, clock_timestamp())
      from (
        -- The device is locked before its sensors, as by an ingest.
        select id, household_id from devices where ingest_key_hash = ${keyHash}::bytea for no key update) device
      where sensor.device_id = device.id and sensor.faulty_at is null
        and sensor.key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))
      returning device.household_id)
    select request_check(household_id) from (select distinct household_id from noted) home`);
}
