import type { Language } from "../../schema/vocabulary.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import type { Counts } from "../kernel/shards.ts";
import { namedMessageOf } from "../kernel/text.ts";
import { FAULTS } from "../language/languages.ts";
import { failureOf } from "../messages/incident-subjects.ts";
import { tellOperators, writeRecovery } from "../messages/operators.actions.ts";
import { claimRun, failRun, findLedger, finishRun } from "./job-runs.queries.ts";
import { definitionOf, provenOver, type TimedJob } from "./jobs.ts";
import { JOB_LIMITS } from "./limits.ts";
import { ticksToRun } from "./ticks.ts";

/** The job itself. Whatever it has done when it is broken off, doing it again does no harm. */
type Work = (tick: Date) => Promise<Counts>;

/** The result of the last of several ticks. `skipped`: it has run; `running`: another call runs it. */
export type Ran = { kind: "ran"; tick: Date; counts: Counts } | { kind: "skipped" } | { kind: "running" };

export type Task = { job: TimedJob; work: Work };

/**
 * Runs what the job owes at a moment: its present tick and the missed ones, each once, even if another caller was
 * started for it too.
 * @throws what the job threw; by then it is recorded and the operators are notified
 */
export async function runOwedTicks(services: CronServices, task: Task, at: Date): Promise<Ran> {
  // A trigger may be a moment ahead of our own clock.
  const nowMs = Math.max(services.clock().getTime(), at.getTime());
  return await runOwed(services, task, nowMs, definitionOf(task.job).timetable.tickAt(nowMs));
}

/** The same for a job that nobody has called: of a clock that was just set up nothing is owed. */
export async function catchUp(services: CronServices, task: Task): Promise<Ran> {
  const nowMs = services.clock().getTime();
  return await runOwed(services, task, nowMs, nowMs);
}

/** `calledMs` is owed though nothing before it ever ran. */
async function runOwed(services: CronServices, task: Task, nowMs: number, calledMs: number): Promise<Ran> {
  const { lateMs } = definitionOf(task.job).timetable;
  const ledger = await findLedger(services.db, task.job, new Date(Math.min(nowMs - lateMs, calledMs)));
  const sinceMs = Math.min(ledger.sinceMs ?? calledMs, calledMs);
  let ran: Ran = { kind: "skipped" };
  for (const { tickMs, missed } of ticksToRun(task.job, { ...ledger, sinceMs }, nowMs)) {
    const result = await runTick(services, task, new Date(tickMs), false);
    ran = result.kind === "ran" && missed > 0 ? { ...result, counts: { ...result.counts, missed } } : result;
  }
  return ran;
}

/** Runs the present tick even if it has already run. */
export function runNow(services: CronServices, task: Task): Promise<Ran> {
  return runTick(services, task, presentTick(services, task.job), true);
}

export const presentTick = ({ clock }: CoreServices, job: TimedJob): Date =>
  new Date(definitionOf(job).timetable.tickAt(clock().getTime()));

async function runTick(services: CronServices, task: Task, tick: Date, again: boolean): Promise<Ran> {
  const { job, work } = task;
  const claim = { job, tick, now: services.clock(), again, beside: definitionOf(job).mayOverlap };
  const claimed = await claimRun(services.db, claim);
  if (claimed.attempt === null) return { kind: claimed.busy ? "running" : "skipped" };
  const run = { job, tick, attempt: claimed.attempt };
  try {
    const counts = await work(tick);
    const subjects = provenOver(job);
    const recovery = await writeRecovery(services, subjects);
    await finishRun(services.db, { ...run, now: services.clock() }, counts, { subjects, ...recovery });
    for (const line of recovery.lines) await services.operators.chat?.(line);
    return { kind: "ran", tick, counts };
  } catch (error) {
    await recordFailure(services, run, error);
    throw error;
  }
}

type Run = { job: TimedJob; tick: Date; attempt: number };

/**
 * Never throws: the job's own error is what counts, and where the database is gone there is nothing to record
 * in.
 */
async function recordFailure(services: CronServices, run: Run, thrown: unknown): Promise<void> {
  const error = describe(thrown);
  services.report({ level: "error", event: "job_failed", job: run.job, tick: run.tick.toISOString(), error });
  try {
    await failRun(services.db, { ...run, now: services.clock() }, error);
    const tick = run.tick.toISOString();
    const faultIn = (language: Language) => FAULTS[language].jobFails(run.job, tick, error);
    await tellOperators(services, { subject: failureOf(run.job), faultIn });
  } catch (second) {
    services.report({
      level: "error",
      event: "job_failure_not_recorded",
      job: run.job,
      error: describe(second),
    });
  }
}

const describe = (thrown: unknown): string =>
  namedMessageOf(thrown).slice(0, JOB_LIMITS.jobErrorCharactersMax);
