import type { Language } from "../../schema/vocabulary.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import type { Counts } from "../kernel/shards.ts";
import { namedMessageOf } from "../kernel/text.ts";
import { FAULTS } from "../language/languages.ts";
import { tellOperators, writeRecovery } from "../messages/operators.actions.ts";
import { failureOf } from "../status/judge-status.ts";
import { claimRun, failRun, findClockStart, finishRun } from "./job-runs.queries.ts";
import { definitionOf, owedTick, provenOver, type TimedJob } from "./jobs.ts";
import { JOB_LIMITS } from "./limits.ts";

/** `skipped`: it has run; `running`: another call runs it. */
export type Ran = { kind: "ran"; tick: Date; counts: Counts } | { kind: "skipped" } | { kind: "running" };

/** Whatever `work` has done when it is broken off, doing it again does no harm. */
export type Task = { job: TimedJob; work: (tick: Date) => Promise<Counts> };

/**
 * Runs the tick that the job owes at a moment, once, even if another caller was started for it too. Ticks that were missed
 * before it are made good by it.
 * @throws what the job threw; by then it is recorded and the operators are notified
 */
export async function runOwedTick(services: CronServices, task: Task, at: Date): Promise<Ran> {
  // A trigger may be a moment ahead of our own clock.
  const owed = owedTick(task.job, Math.max(services.clock().getTime(), at.getTime()));
  return owed === null ? { kind: "skipped" } : await runTick(services, task, new Date(owed), false);
}

/** The same for a job that nobody has called: of a clock that was set up since then nothing is owed. */
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

/** Nobody waits for its turn, so it writes no ledger; what it told of a failure the clock's next success ends. */
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
    const subjects = provenOver(job);
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

/** Never throws: the job's own error is what counts, and where the database is gone there is nothing to record in. */
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
