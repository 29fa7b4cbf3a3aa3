import { desc, isNotNull, isNull, min, type SQL, sql } from "drizzle-orm";
import { incidents, jobRuns } from "../../schema/tables/status.ts";
import { type Db, nameLock, underLock } from "../kernel/db.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { messageRows } from "../outbox/enqueue.queries.ts";
import type { SealedMessage } from "../outbox/message.ts";
import type { TimedJob } from "./jobs.ts";
import { JOB_LIMITS } from "./limits.ts";

const { job, tick, finishedAt, leaseUntil, error } = jobRuns;
const SUMMARY = { job, tick, finishedAt, leaseUntil, error };

export type RunSummary = {
  job: string;
  tick: Date;
  /** Null while the job runs. A run that is unfinished after `leaseUntil` has died. */
  finishedAt: Date | null;
  leaseUntil: Date;
  error: string | null;
};

/**
 * The load of the installation. `heard`: devices that were online in the last hour. `posts`: their posts per minute,
 * from their recent gaps. `sent` and `failed`: messages of the last day.
 */
type ServiceFigures = Record<"homes" | "devices" | "heard" | "posts" | "sent" | "failed", number>;

const FIGURES = (now: Date) => {
  const ago = (hours: number) => sql`${new Date(now.getTime() - hours * HOUR_MS).toISOString()}::timestamptz`;
  return sql<ServiceFigures>`json_build_object(
    'homes', (select count(*) from households), 'devices', (select count(*) from devices),
    'heard', (select count(*) from devices where last_seen_at > ${ago(1)}),
    'posts', (select coalesce(round(sum(60.0 * gaps.number / greatest(gaps.seconds, 1))), 0) from devices,
      lateral (select count(*) as number, sum(gap) as seconds from unnest(recent_gaps) gap) gaps
      where last_seen_at > ${ago(1)} and type = 'push'),
    'sent', (select count(*) from outbox where state = 'sent' and attempted_at > ${ago(24)}),
    'failed', (select count(*) from outbox where state = 'dead' and attempted_at > ${ago(24)}))`;
};

/** Reads each job's last run, the newest failures of all jobs, the open faults, and the figures, in one call. */
export async function findJobOverview(db: Db, { failuresMax, now }: { failuresMax: number; now: Date }) {
  const [last, failures, faults, [figures]] = await db("repeatable", (queries) =>
    queries.batch([
      queries.selectDistinctOn([jobRuns.job], SUMMARY).from(jobRuns).orderBy(jobRuns.job, desc(jobRuns.tick)),
      queries
        .select(SUMMARY)
        .from(jobRuns)
        .where(isNotNull(jobRuns.error))
        .orderBy(desc(jobRuns.tick))
        .limit(failuresMax),
      queries.select().from(incidents).where(isNull(incidents.closedAt)).orderBy(incidents.openedAt),
      queries.select({ figures: FIGURES(now) }).from(sql`(values (1)) as one`),
    ]),
  );
  if (figures === undefined) throw new Error("One row has no figures");
  return { last, failures, faults, ...figures };
}

const at = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;

/** Returns how far an instance's clock is ahead of the database's: 0 for a right one. */
export async function findSecondsAhead(db: Db, now: Date): Promise<number> {
  const [found] = await db.query<{ ahead: number }>(
    sql`select extract(epoch from ${at(now)} - trusted_time(${at(now)}))::float8 as ahead`,
  );
  return found?.ahead ?? 0;
}

/** Returns when the clock first ran a job, or null for never. */
export async function findClockStart(db: Db): Promise<Date | null> {
  const [first] = await db("repeatable", (queries) =>
    queries.select({ at: min(jobRuns.startedAt) }).from(jobRuns),
  );
  return first?.at ?? null;
}

type RunClaim = {
  job: TimedJob;
  tick: Date;
  now: Date;
  /** True to claim a tick again that has already run. */
  again: boolean;
  /** True to claim while another run of the job is in progress. */
  beside: boolean;
};

/** `attempt` counts the runs of the tick; null if it was not claimed. `busy`: another run of the job is in progress. */
type RunClaimed = { attempt: number } | { attempt: null; busy: boolean };

/**
 * Leases the tick to one of the callers that want to run it. Claims of a job wait for each other, so that two of its
 * ticks never start at once.
 */
export async function claimRun(db: Db, { job, tick, now, again, beside }: RunClaim): Promise<RunClaimed> {
  const leaseUntil = new Date(now.getTime() + JOB_LIMITS.jobLeaseMs);
  const row = await underLock<{ attempt: number | null; busy: boolean }>(
    db,
    nameLock([`job/${job}`]),
    sql`
    with busy as (
      select 1 from job_runs where job = ${job} and finished_at is null
        and lease_until > ${at(now)} and started_at < ${at(leaseUntil)} limit 1
    ), claimed as (
      insert into job_runs as run (job, tick, started_at, lease_until)
      select ${job}, ${at(tick)}, ${at(now)}, ${at(leaseUntil)}
      where ${beside} or not exists (select from busy)
      on conflict (job, tick) do update set started_at = excluded.started_at,
        lease_until = excluded.lease_until, attempts = run.attempts + 1, finished_at = null, error = null
      where ${again} or ((run.finished_at is null or run.error is not null)
        and run.attempts < ${JOB_LIMITS.jobAttemptsMax}::integer)
      returning attempts
    )
    select (select attempts from claimed) as attempt, exists (select from busy) as busy`,
  );
  if (row === undefined || row.attempt === null) return { attempt: null, busy: row?.busy ?? false };
  return { attempt: row.attempt };
}

type RunEnd = { job: TimedJob; tick: Date; attempt: number; now: Date };

/** The incidents that a success proves over, and the messages to queue in the same commit if it closes one of them. */
type Recovery = { subjects: string[]; messages: SealedMessage[] };

/** Closes the incidents that a success proves over, and ends the run unless its tick has been claimed again since. */
export async function finishRun(db: Db, end: RunEnd, over: Recovery): Promise<void> {
  await db.query(sql`
    with closed as (
      update incidents set closed_at = ${at(end.now)} where closed_at is null
        and subject in (select jsonb_array_elements_text(${JSON.stringify(over.subjects)}::jsonb))
      returning subject
    ), queued as (${messageRows(over.messages, end.now, sql`exists (select from closed)`)})
    ${ended(end, null)}`);
}

export async function failRun(db: Db, end: RunEnd, error: string): Promise<void> {
  await db.query(ended(end, error));
}

const ended = ({ job, tick, attempt, now }: RunEnd, error: string | null): SQL => sql`
  update job_runs set finished_at = ${at(now)}, error = ${error}
  where job = ${job} and tick = ${at(tick)} and attempts = ${attempt}::integer`;
