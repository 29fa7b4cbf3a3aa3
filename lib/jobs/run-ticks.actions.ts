import { type Language, SILENT_CLOCK } from "../../schema/vocabulary.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import type { Counts } from "../kernel/shards.ts";
import { namedMessageOf } from "../kernel/text.ts";
import { MINUTE_MS } from "../kernel/time.ts";
import { FAULTS } from "../language/languages.ts";
import { tellOperators, writeRecovery } from "../messages/operators.actions.ts";
import { failureOf } from "../status/judge-status.ts";
import { claimRun, failRun, findClockStart, finishRun } from "./job-runs.queries.ts";
import { definitionOf, owedTick, type TimedJob } from "./jobs.ts";
import { JOB_LIMITS } from "./limits.ts";

/** `skipped`: no tick is owed, or it has run. `running`: another call is running the job. */
export type Ran = { kind: "ran"; tick: Date; counts: Counts } | { kind: "skipped" } | { kind: "running" };

/** `work` must be idempotent: an interrupted run is repeated. */
export type Task = { job: TimedJob; work: (tick: Date) => Promise<Counts> };

/**
 * Runs the tick that the job owes at a time, once, even with several callers. That makes up for earlier missed ticks.
 * @throws the job's error, after it has been recorded and the operators notified
 */
export async function runOwedTick(services: CronServices, task: Task, at: Date): Promise<Ran> {
  const now = services.clock().getTime();
  // A trigger may be a moment ahead of our own clock. Further ahead, it comes from a wrong one.
  const owed = owedTick(task.job, Math.max(now, Math.min(at.getTime(), now + MINUTE_MS)));
  return owed === null ? { kind: "skipped" } : await runTick(services, task, new Date(owed), false);
}

/** Runs the owed tick of a job that no trigger calls here. Skips ticks from before the clock's first run. */
export async function catchUp(services: CronServices, task: Task): Promise<Ran> {
  const now = services.clock();
  const owed = owedTick(task.job, now.getTime());
  if (owed === null) return { kind: "skipped" };
  const started = await findClockStart(services.db);
  if (started === null || owed < started.getTime()) return { kind: "skipped" };
  return await runOwedTick(services, task, now);
}

/** Runs the present tick even if it has already run. */
export function runNow(services: CronServices, task: Task): Promise<Ran> {
  const tick = presentTick(services, task.job);
  return definitionOf(task.job).mayOverlap
    ? runBeside(services, task, tick)
    : runTick(services, task, tick, true);
}

/** Runs a job that may overlap, without recording it. The clock's next success closes an incident that this opens. */
async function runBeside(services: CronServices, { job, work }: Task, tick: Date): Promise<Ran> {
  try {
    return { kind: "ran", tick, counts: await work(tick) };
  } catch (error) {
    await recordFailure(services, { job, tick, attempt: 0 }, error);
    throw error;
  }
}

export const presentTick = ({ clock }: CoreServices, job: TimedJob): Date =>
  new Date(definitionOf(job).timetable.tickAt(clock().getTime()));

async function runTick(services: CronServices, task: Task, tick: Date, again: boolean): Promise<Ran> {
  const { job, work } = task;
  const claim = { job, tick, now: services.clock(), again, beside: definitionOf(job).mayOverlap === true };
  const claimed = await claimRun(services.db, claim);
  if (claimed.attempt === null) return { kind: claimed.busy ? "running" : "skipped" };
  const run = { job, tick, attempt: claimed.attempt };
  try {
    const counts = await work(tick);
    // What a success proves over.
    const subjects = [failureOf(job), ...(definitionOf(job).isHeartbeat ? [SILENT_CLOCK] : [])];
    const recovery = await writeRecovery(services, subjects);
    await finishRun(services.db, { ...run, now: services.clock() }, { subjects, ...recovery });
    for (const line of recovery.lines) await services.operators.chat?.(line);
    return { kind: "ran", tick, counts };
  } catch (error) {
    await recordFailure(services, run, error);
    throw error;
  }
}

type Run = { job: TimedJob; tick: Date; attempt: number };

/** Records a failure and notifies the operators. Never throws: the job's error counts, and the database may be down. */
async function recordFailure(services: CronServices, run: Run, thrown: unknown): Promise<void> {
  const { job } = run;
  const [error, tick] = [describe(thrown), run.tick.toISOString()];
  services.report({ level: "error", event: "job_failed", job, tick, error });
  try {
    await failRun(services.db, { ...run, now: services.clock() }, error);
    const faultIn = (language: Language) => FAULTS[language].jobFails(job, tick, error);
    await tellOperators(services, { subject: failureOf(job), faultIn });
  } catch (second) {
    services.report({ level: "error", event: "job_failure_not_recorded", job, error: describe(second) });
  }
}

const describe = (thrown: unknown): string =>
  namedMessageOf(thrown).slice(0, JOB_LIMITS.jobErrorCharactersMax);
