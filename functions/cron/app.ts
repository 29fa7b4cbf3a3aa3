import type { Env } from "hono";
import { createMiddleware } from "hono/factory";
import { timingSafeEqual } from "hono/utils/buffer";
import { fetchTrial } from "../../lib/feeds/setup/pull-setup.actions.ts";
import { ALL_DEVICES } from "../../lib/history/compact.actions.ts";
import { historyShard } from "../../lib/history/history-shard.actions.ts";
import { JOB_NAMES, type Job, jobOfCron } from "../../lib/jobs/jobs.ts";
import {
  byTrueClock,
  type JobAsk,
  judgeShard,
  pollShard,
  reportSilentClock,
  runJob,
} from "../../lib/jobs/run-job.actions.ts";
import { done, type Outcome } from "../../lib/kernel/outcome.ts";
import type { ShardMessage } from "../../lib/kernel/shards.ts";
import type { SendingServices } from "../../lib/messages/attempt.actions.ts";
import { LIMITS, RATE_LIMITS } from "../../schema/limits.ts";
import { shows } from "../../schema/openapi/route.ts";
import { MACHINE_PROBLEMS } from "../../schema/problems.ts";
import { HistoryShardQuery, JobAnswer, ShardAnswer, ShardQuery } from "../../schema/wire/jobs.ts";
import { FeedTrial, TriedFeed } from "../../schema/wire/pull-setup.ts";
import { newApp, refusal } from "../_http/app.ts";
import { bearer } from "../_http/caller.ts";
import { mountRoutes, type Route, type Routes, routesFor } from "../_http/mounted-routes.ts";
import { limitCallers } from "../_http/rate-limit.ts";

type CronServices = SendingServices & { cronSecret: string };

const route = routesFor<CronServices, Env>();

const JOB_WORDS: { readonly [Name in Job]: { name: string; does: string } } = {
  "collect-history": { name: "CollectHistory", does: "Collect history" },
  maintenance: { name: "Maintenance", does: "Run maintenance" },
  "weekly-digest": { name: "WeeklyDigest", does: "Send weekly digests" },
  dispatch: { name: "Dispatch", does: "Send due messages" },
};

const ran = shows(JobAnswer, "The counts, or that the tick has already run or is running");

/** The platform's triggers send GET, a person sends POST. */
const jobRoutes = (job: Job) => {
  const { name, does } = JOB_WORDS[job];
  return {
    [`jobs.tick${name}`]: route({
      on: `GET /api/cron/${job}`,
      summary: `${does} on a tick`,
      about: "Runs a tick once: two triggers of one tick do no harm.",
      answers: ran,
      answer: (services) => run(services, job, { trigger: "clock", at: services.clock() }),
    }),
    [`jobs.run${name}`]: route({
      on: `POST /api/cron/${job}`,
      summary: `${does} now`,
      about: "Runs at any time, unless a run is in progress. Returns counts of the work.",
      answers: ran,
      ...(job === "collect-history" && { limit: RATE_LIMITS.collect, refusals: [429] }),
      answer: (services) => run(services, job, { trigger: "manual" }),
    }),
  };
};

const counts = shows(ShardAnswer, "The counts of the work");

const shardRoute = (work: keyof typeof SHARDS, summary: string, about: string) =>
  route({
    on: `POST /api/cron/${work}-shard`,
    summary,
    about: `${about} \`tick\` is the time of the tick that handed out the shard. A finished shard is skipped.`,
    query: ShardQuery,
    answers: counts,
    answer: async (services, _, { tick }) => done({ ok: true, ...(await SHARDS[work](services, tick)) }),
  });

/** The routes for the clock, the operator and the other functions. */
export const CRON: Routes<CronServices> = {
  ...Object.assign({}, ...JOB_NAMES.map(jobRoutes)),
  "jobs.pollShard": shardRoute(
    "poll",
    "Poll a shard of feeds",
    "The tick calls it if the platform has no queue.",
  ),
  "jobs.judgeShard": shardRoute(
    "judge",
    "Evaluate due homes",
    "A polled shard calls it if the platform has no queue.",
  ),
  "jobs.historyShard": route({
    on: "POST /api/cron/history-shard",
    summary: "Compact a shard of history",
    about:
      "Rolls up and compacts the history of the devices with a number above `after`, up to `up_to`. Maintenance calls it if the platform has no queue. Finished work is skipped.",
    query: HistoryShardQuery,
    answers: counts,
    answer: async (services, _, { after, up_to: upTo }) =>
      done({ ok: true, ...(await historyShard(services, { after, upTo })) }),
  }),
  "jobs.reportSilentClock": route({
    on: "POST /api/cron/silent-clock",
    summary: "Report a silent clock",
    about: `Ingest calls it when the clock has been silent for ${LIMITS.clockSilentMinutes} minutes. Notifies the operators, unless they have been notified.`,
    answers: shows(ShardAnswer, "`incidents` is 1 if it notified them"),
    answer: async (services) =>
      done({ ok: true as const, incidents: Number(await reportSilentClock(services)) }),
  }),
  "jobs.tryFeed": route({
    on: "POST /api/cron/try-feed",
    summary: "Try a feed internally",
    about: "Stores nothing. Only the functions of this installation know its secret.",
    body: FeedTrial,
    answers: shows(TriedFeed, "The readings, or the reason why there are none"),
    answer: async (services, _, trial) =>
      done(await fetchTrial(services, { ...trial, jsonRoot: trial.jsonRoot || null })),
  }),
};

/** Builds the routes for the clock, the operator and other functions' wake-up calls. Only this group sends messages. */
export function cronApp(services: CronServices) {
  const app = newApp(services, MACHINE_PROBLEMS);
  const guard = requireCronSecret(services.cronSecret);
  // The limit comes first, so that it also slows down a caller who guesses the secret.
  const guardsOf = ({ limit }: Route) => [limitCallers(services, limit), guard];
  mountRoutes(app, CRON, services, guardsOf, { bytesMax: LIMITS.apiBodyBytesMax });
  return app;
}

async function run(services: CronServices, job: Job, ask: JobAsk): Promise<Outcome<JobAnswer>> {
  const answered = await runJob(services, job, ask);
  if (answered.kind === "ran")
    return done({ ok: true, job, tick: answered.tick.toISOString(), ...answered.counts });
  return done(answered.kind === "skipped" ? { ok: true, skipped: true } : { ok: true, running: true });
}

/** Lets the platform's clock, the operator and our other functions in, who know CRON_SECRET. */
function requireCronSecret(cronSecret: string) {
  return createMiddleware(async (c, next) => {
    const given = bearer(c);
    if (given === null || !(await timingSafeEqual(given, cronSecret))) {
      c.header("WWW-Authenticate", "Bearer");
      return refusal(c, { name: "bad_cron_secret" });
    }
    c.header("Cache-Control", "no-store");
    return await next();
  });
}

const SHARDS = { poll: pollShard, judge: judgeShard } as const;

type ShardBatch = { messages: readonly { body: ShardMessage }[] };

/** Works on shards that a tick has handed out. A throw makes the queue deliver the batch again. */
export const onShards =
  (services: SendingServices) =>
  async ({ messages }: ShardBatch): Promise<void> => {
    for (const { body } of messages) await doReported(services, body);
  };

async function doReported(given: SendingServices, { tick, work, devices = ALL_DEVICES }: ShardMessage) {
  try {
    const services = await byTrueClock(given);
    if (work === "history") await historyShard(services, devices);
    else await SHARDS[work](services, new Date(tick));
  } catch (error) {
    given.report({ level: "error", event: "shard_failed", work, tick, error: String(error) });
    throw error;
  }
}

/** Runs the job that a trigger of wrangler.toml stands for. */
export const onTrigger =
  (services: SendingServices) =>
  async ({ cron, scheduledTime }: { cron: string; scheduledTime: number }): Promise<void> => {
    const job = jobOfCron(cron);
    if (job === null) throw new Error(`No job has the trigger "${cron}"`);
    await runJob(services, job, { trigger: "clock", at: new Date(scheduledTime) });
  };
