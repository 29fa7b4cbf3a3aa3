import { type Language, SILENT_CLOCK } from "../../schema/vocabulary.ts";
import { countDueChecks } from "../alerts/commit-changes.queries.ts";
import { judgeDueHomes } from "../alerts/judge-homes.actions.ts";
import { type FeedsPolled, pollFeeds } from "../feeds/poll-feeds.actions.ts";
import type { CronServices } from "../kernel/services.actions.ts";
import { type Counts, shardTick } from "../kernel/shards.ts";
import { FAULTS } from "../language/languages.ts";
import type { SendingServices } from "../messages/attempt.actions.ts";
import { tellOperators } from "../messages/operators.actions.ts";
import { findUntoldSilence } from "../status/faults.queries.ts";
import { definitionOf, type Job } from "./jobs.ts";
import { type Jobs, RESTS, WORK } from "./registry.actions.ts";
import { presentTick, type Ran, runNow, runOwedTick, type Task } from "./run-ticks.actions.ts";

/** `at` is the time a clock's trigger stands for; it may be called much later. */
export type JobAsk = { trigger: "clock"; at: Date } | { trigger: "manual" };

/**
 * One call of a job: a clock's runs what is owed, a person's runs now. What it has queued goes out at once,
 * the news of its failure too.
 * @throws what the job threw
 */
export async function runJob(services: SendingServices, job: Job, ask: JobAsk, jobs = WORK): Promise<Ran> {
  const { isHeartbeat, isFollowedBySending } = definitionOf(job);
  let ran: Ran | null = null;
  try {
    ran = await run(services, job, ask, jobs);
    if (ran.kind === "ran" && isHeartbeat) await services.pingDeadMan?.();
    return ran;
  } finally {
    if (isFollowedBySending && (ran === null || ran.kind === "ran")) await sendQueued(services, jobs);
  }
}

async function run(services: SendingServices, job: Job, ask: JobAsk, jobs: Jobs): Promise<Ran> {
  const task: Task = { job, work: (tick) => jobs[job](services, tick, ask.trigger) };
  if (ask.trigger === "manual") return await runNow(services, task);
  const rest = (await RESTS[job]?.(services)) ?? null;
  if (rest !== null) return { kind: "ran", tick: presentTick(services, job), counts: rest };
  return await runOwedTick(services, task, ask.at);
}

/** Tells the operators once that the clock is silent, however many notice it: true if this call was the first. */
export async function reportSilentClock(services: SendingServices): Promise<boolean> {
  const last = await findUntoldSilence(services.db, services.clock());
  if (last === null) return false;
  const faultIn = (language: Language) => FAULTS[language].clockSilent("collect-history", last.toISOString());
  const isFirst = await tellOperators(services, { subject: SILENT_CLOCK, faultIn });
  if (isFirst) await sendQueued(services);
  return isFirst;
}

/** Sending has failures of its own. */
async function sendQueued(services: SendingServices, jobs: Jobs = WORK): Promise<void> {
  try {
    await run(services, "dispatch", { trigger: "manual" }, jobs);
  } catch {
    // Told by its run; the clock's next dispatch tries again.
  }
}

export async function pollShard(services: CronServices, tick: Date): Promise<Counts> {
  const present = shardTick(tick, services.clock());
  const polled = await pollFeeds(services, present);
  return { ...polled, ...(await judgeAfter(services, present, polled)) };
}

/**
 * The homes that polled feeds make due are judged by an invocation of its own; where that is refused, by this
 * one, so that no frost waits for the next tick.
 */
async function judgeAfter(services: CronServices, present: Date, { polled }: FeedsPolled): Promise<Counts> {
  if (polled === 0 || (await countDueChecks(services.db, present)) === 0) return {};
  const handedOut = await services.handOutShards("judge", 1, present);
  return handedOut > 0 ? { judge_shards: handedOut } : await judgeDueHomes(services, present);
}

/**
 * Evaluates homes beside other shards and sends messages at once. Homes that were evaluated in this tick are due after it.
 */
export async function judgeShard(services: SendingServices, tick: Date): Promise<Counts> {
  const counts = await judgeDueHomes(services, shardTick(tick, services.clock()));
  if (counts.notified > 0) await sendQueued(services);
  return counts;
}
