import { sql } from "drizzle-orm";
import type { StatusImpact } from "../../schema/vocabulary.ts";
import { TIMED_JOBS, type TimedJob } from "../jobs/jobs.ts";
import { type Db, nameLock, underLock } from "../kernel/db.queries.ts";
import { dateOf } from "../kernel/statements.queries.ts";
import type { AutomaticFacts, StatusIncident } from "./automatic-incidents.ts";
import { type IncidentRow, incidentOf, incidentsJson, recentIncidents } from "./incidents.queries.ts";
import type { ChannelTraffic, StatusFacts } from "./judge-status.ts";
import { STATUS_LIMITS } from "./limits.ts";

type Row = {
  last_tick: string | null;
  incidents: IncidentRow[];
  traffic: ChannelTraffic[];
};

/** True if the database answers at all. */
export async function pingDatabase(db: Db): Promise<true> {
  await db("repeatable", (queries) => queries.execute(sql`select 1`));
  return true;
}

/** What the service's status is judged by, in one call. */
export async function findStatusFacts(db: Db, now: Date): Promise<StatusFacts> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<Row>(sql`
      select (select max(finished_at) from job_runs
          where job = 'collect-history' and finished_at is not null and error is null) as last_tick,
        (${incidentsJson(recentIncidents(now))}) as incidents,
        (select coalesce(json_agg(json_build_object('channel', channel, 'sent', sent, 'waiting', waiting)), '[]')
          from (select channel,
              count(*) filter (where state = 'sent' and settled_at > ${at} - interval '1 hour')::integer as sent,
              count(*) filter (where state = 'pending' and attempts > 0)::integer as waiting
            from outbox where created_at > ${at} - interval '1 day' group by channel) traffic) as traffic`),
  );
  const [row] = rows;
  return {
    lastTick: dateOf(row?.last_tick ?? null),
    incidents: (row?.incidents ?? []).map(incidentOf),
    traffic: row?.traffic ?? [],
  };
}

/**
 * When the clock last did its work, and the service's incidents: those that last, and those of the last days.
 */
type ServiceStatus = { lastRunAt: Date | null; incidents: StatusIncident[] };

type ServiceStatusRow = { last_run_at: string | null; incidents: IncidentRow[] };

/** Reads all of it in one call; nothing of any home is in it. */
export async function findServiceStatus(db: Db, now: Date): Promise<ServiceStatus> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<ServiceStatusRow>(sql`
      select (select to_json(max(finished_at)) #>> '{}' from job_runs
          where finished_at is not null and error is null) as last_run_at,
        (${incidentsJson(recentIncidents(now))}) as incidents`),
  );
  const [row] = rows;
  return {
    lastRunAt: dateOf(row?.last_run_at ?? null),
    incidents: (row?.incidents ?? []).map(incidentOf),
  };
}

type AutomaticFactsRow = {
  last_tried: string | null;
  ticks: { job: TimedJob; isOk: boolean; endedAt: string }[];
  incidents: { id: string; subject: string; openedAt: string; closedAt: string | null }[];
};

const TICKS = Math.max(STATUS_LIMITS.statusFailedTicks, STATUS_LIMITS.statusRecoveredTicks);

/**
 * What incidents are opened and closed by without anybody's doing, in one call. A run past its lease has
 * died.
 */
export async function findAutomaticFacts(db: Db, now: Date): Promise<AutomaticFacts> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<AutomaticFactsRow>(sql`
      select (select max(started_at) from job_runs where job = 'collect-history') as last_tried,
        (select coalesce(json_agg(json_build_object('job', job, 'isOk', is_ok, 'endedAt', ended_at)
            order by tick desc), '[]')
          from jsonb_array_elements_text(${JSON.stringify(TIMED_JOBS)}::jsonb) as named(job)
          cross join lateral (
            select tick, finished_at is not null and error is null as is_ok,
              coalesce(finished_at, lease_until) as ended_at
            from job_runs run
            where run.job = named.job
              and (finished_at is not null or lease_until <= ${now.toISOString()}::timestamptz)
            order by tick desc limit ${TICKS}::integer) ended) as ticks,
        (select coalesce(json_agg(json_build_object('id', id, 'subject', subject, 'openedAt', opened_at,
            'closedAt', closed_at)), '[]')
          from (select distinct on (subject) * from status_incidents
            where subject is not null order by subject, opened_at desc, closed_at desc nulls first) latest) as incidents`),
  );
  const [row] = rows;
  return {
    lastTriedAt: dateOf(row?.last_tried ?? null),
    ticks: (row?.ticks ?? []).map((tick) => ({ ...tick, endedAt: new Date(tick.endedAt) })),
    incidents: (row?.incidents ?? []).map(({ openedAt, closedAt, ...incident }) => ({
      ...incident,
      openedAt: new Date(openedAt),
      closedAt: dateOf(closedAt),
    })),
  };
}

/** An outage that is over, as an incident: `said` at its beginning and at its end. */
type KeptOutage = {
  id: string;
  newsIds: [string, string];
  subject: string;
  title: string;
  impact: StatusImpact;
  components: readonly string[];
  said: [string, string];
  since: Date;
  until: Date;
};

/** Instances notice the same outage at moments that are so far apart. */
const SAME_MINUTES = 5;

/** Keeps it once, however many instances saw it: true for the one that did. */
export async function keepStatusOutage(db: Db, outage: KeptOutage): Promise<boolean> {
  const { id, newsIds, subject, title, impact, components, said } = outage;
  const since = sql`${outage.since.toISOString()}::timestamptz`;
  const until = sql`${outage.until.toISOString()}::timestamptz`;
  const row = await underLock(
    db,
    nameLock([`outage ${subject}`]),
    sql`
      with kept as (
        insert into status_incidents (id, subject, title, impact, components, opened_at, closed_at)
        select ${id}, ${subject}::text, ${title}, ${impact},
          array(select jsonb_array_elements_text(${JSON.stringify(components)}::jsonb)), ${since}, ${until}
        where not exists (
          select from status_incidents known where known.subject = ${subject}
            and known.opened_at <= ${until} + ${SAME_MINUTES}::integer * interval '1 minute'
            and coalesce(known.closed_at, 'infinity') >= ${since} - ${SAME_MINUTES}::integer * interval '1 minute')
        returning id
      ), news as (
        insert into status_news (id, incident_id, kind, text, at)
        select said.id, kept.id, said.kind, said.text, said.at from kept cross join (values
          (${newsIds[0]}, 'opened', ${said[0]}, ${since}), (${newsIds[1]}, 'closed', ${said[1]}, ${until})
        ) as said (id, kind, text, at))
      select exists (select from kept) as kept`,
    "repeatable",
  );
  return row?.kept === true;
}

/** When a run of the job last ended well; null for never. */
export async function findLastSuccess(db: Db, job: TimedJob): Promise<Date | null> {
  const { rows } = await db("repeatable", (queries) =>
    queries.execute<{ at: number | null }>(sql`
      select epoch_ms(finished_at) as at from job_runs
      where job = ${job} and finished_at is not null and error is null order by tick desc limit 1`),
  );
  const found = rows[0]?.at ?? null;
  return found === null ? null : new Date(found);
}
