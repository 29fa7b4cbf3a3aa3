import { type Language, SILENT_CLOCK } from "../../schema/vocabulary.ts";
import { countDueChecks } from "../alerts/commit-changes.queries.ts";
import { judgeDueHomes } from "../alerts/judge-homes.actions.ts";
import { type FeedsPolled, pollFeeds } from "../feeds/poll-feeds.actions.ts";
import type { CoreServices, CronServices } from "../kernel/services.actions.ts";
import { type Counts, shardTick } from "../kernel/shards.ts";
import { byDatabaseClock } from "../kernel/time.ts";
import { FAULTS } from "../language/languages.ts";
import type { SendingServices } from "../messages/attempt.actions.ts";
import { restOfDispatch } from "../messages/dispatch.actions.ts";
import { tellOperators } from "../messages/operators.actions.ts";
import { findUntoldSilence } from "../status/faults.queries.ts";
import { findSecondsAhead } from "./job-runs.queries.ts";
import { definitionOf, type Job } from "./jobs.ts";
import { type Jobs, WORK } from "./registry.actions.ts";
import { presentTick, type Ran, runNow, runOwedTick, type Task } from "./run-ticks.actions.ts";

/** `at` is the scheduled time of the clock's trigger; the call may come much later. */
export type JobAsk = { trigger: "clock"; at: Date } | { trigger: "manual" };

/**
 * Runs a job once: the tick it owes if the clock calls, or the present tick if a person calls. Then sends the messages
 * that it queued, including the report of its failure.
 * @throws the job's error
 */
export async function runJob(given: SendingServices, job: Job, ask: JobAsk, jobs = WORK): Promise<Ran> {
  const isDispatch = job === "dispatch";
  // A dispatch reads the database's clock with its work.
  const services = isDispatch ? given : await byTrueClock(given);
  let ran: Ran | null = null;
  try {
    ran = await run(services, job, ask, jobs);
    if (ran.kind === "ran" && definitionOf(job).isHeartbeat) await services.pingDeadMan?.();
    return ran;
  } finally {
    if (!isDispatch && (ran === null || ran.kind === "ran")) await sendQueued(services, jobs);
  }
}

/** Returns services on the database's clock if this instance's is wrong: by it, homes are silent and history is old. */
export const byTrueClock = async <S extends CoreServices>(services: S): Promise<S> =>
  byDatabaseClock(services, await findSecondsAhead(services.db, services.clock()));

async function run(services: SendingServices, job: Job, ask: JobAsk, jobs: Jobs): Promise<Ran> {
  const task: Task = { job, work: (tick) => jobs[job](services, tick, ask.trigger) };
  if (ask.trigger === "manual") return await runNow(services, task);
  // A dispatch that finds nothing to do is not recorded.
  const rest = job === "dispatch" ? await restOfDispatch(services) : null;
  if (rest !== null) return { kind: "ran", tick: presentTick(services, job), counts: rest };
  return await runOwedTick(services, task, ask.at);
}

/** Notifies the operators if the clock is silent. Returns true, or false if it runs or they have been notified. */
export async function reportSilentClock(services: SendingServices): Promise<boolean> {
  const last = await findUntoldSilence(services.db, services.clock());
  if (last === null) return false;
  const faultIn = (language: Language) => FAULTS[language].clockSilent("collect-history", last.toISOString());
  const isFirst = await tellOperators(services, { subject: SILENT_CLOCK, faultIn });
  if (isFirst) await sendQueued(services);
  return isFirst;
}

/** Sends queued messages. Ignores an error, which the run has already reported: only the job's own error counts. */
async function sendQueued(services: SendingServices, jobs: Jobs = WORK): Promise<void> {
  try {
    await run(services, "dispatch", { trigger: "manual" }, jobs);
  } catch {
    // The clock's next dispatch tries again.
  }
}

export async function pollShard(services: CronServices, tick: Date): Promise<Counts> {
  const present = shardTick(tick, services.clock());
  const polled = await pollFeeds(services, present);
  return { ...polled, ...(await judgeAfter(services, present, polled)) };
}

/**
 * Hands out the evaluation of homes that polled feeds made due. If that is refused, evaluates them here, so that no
 * frost waits for the next tick.
 */
async function judgeAfter(services: CronServices, present: Date, { polled }: FeedsPolled): Promise<Counts> {
  if (polled === 0 || (await countDueChecks(services.db, present)) === 0) return {};
  const handedOut = await services.handOutShards("judge", 1, present);
  return handedOut > 0 ? { judge_shards: handedOut } : await judgeDueHomes(services, present);
}

/** Evaluates due homes beside other shards, each home once per tick, and sends messages at once. */
export async function judgeShard(services: SendingServices, tick: Date): Promise<Counts> {
  const counts = await judgeDueHomes(services, shardTick(tick, services.clock()));
  if (counts.notified > 0) await sendQueued(services);
  return counts;
}
