import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { timingSafeEqual } from "hono/utils/buffer";
import { fetchTrial } from "../../lib/feeds/setup/pull-setup.actions.ts";
import { historyShard } from "../../lib/history/history-shard.actions.ts";
import { JOB_NAMES, type Job } from "../../lib/jobs/jobs.ts";
import { type JobAsk, runJob } from "../../lib/jobs/run-job.actions.ts";
import { ipBucket } from "../../lib/kernel/network.ts";
import { SHARD_WORKS } from "../../lib/kernel/shards.ts";
import type { SendingServices } from "../../lib/messages/sending-services.actions.ts";
import { LIMITS } from "../../schema/limits.ts";
import { MACHINE_PROBLEMS } from "../../schema/machine-problems.ts";
import { HistoryShardQuery, type JobAnswer, type ShardAnswer, ShardQuery } from "../../schema/wire/jobs.ts";
import { FeedTrial, type TriedFeed } from "../../schema/wire/pull-setup.ts";
import { newApp } from "../_http/app.ts";
import { clientIp } from "../_http/caller.ts";
import { overLimit } from "../_http/rate-limit.ts";
import { refusal } from "../_http/reply.ts";
import { jsonBody, validate } from "../_http/validate.ts";
import { SHARDS } from "./triggers.ts";

const COLLECT_POLICY = { name: "collect", limit: LIMITS.collectPerMinute, windowSeconds: 60 };

/** The platform's clock, the operator and the other functions' wake-up calls. The only group that sends. */
export function cronApp(services: SendingServices & { cronSecret: string }) {
  const app = newApp(services, MACHINE_PROBLEMS);
  const guard = requireCronSecret(services.cronSecret);
  // Goes before the check of the secret: a caller who guesses at it is slowed down too.
  app.post("/api/cron/collect-history", limitByCaller(services));
  for (const job of JOB_NAMES) app.route("/", jobRoutes(services, job, guard));
  for (const work of SHARD_WORKS)
    app.post(`/api/cron/${work}-shard`, guard, async (c) => {
      const query = validate(ShardQuery, c.req.query());
      if (!query.ok) return refusal(c, query.problem);
      return c.json<ShardAnswer>({ ok: true, ...(await SHARDS[work](services, query.value.tick)) });
    });
  app.post("/api/cron/history-shard", guard, async (c) => {
    const query = validate(HistoryShardQuery, c.req.query());
    if (!query.ok) return refusal(c, query.problem);
    const { after, up_to: upTo } = query.value;
    return c.json<ShardAnswer>({ ok: true, ...(await historyShard(services, { after, upTo })) });
  });
  app.post("/api/cron/try-feed", guard, async (c) => {
    const body = await jsonBody(c, FeedTrial, LIMITS.apiBodyBytesMax);
    if (!body.ok) return refusal(c, body.problem);
    return c.json<TriedFeed>(
      await fetchTrial(services, { ...body.value, jsonRoot: body.value.jsonRoot || null }),
    );
  });
  return app;
}

/** A platform's trigger is a GET, a person's wish a POST. */
function jobRoutes(
  services: SendingServices & { cronSecret: string },
  job: Job,
  guard: ReturnType<typeof requireCronSecret>,
) {
  const routes = new Hono();
  const path = `/api/cron/${job}`;
  routes.get(path, guard, (c) => answer(c, services, job, { trigger: "clock", at: services.clock() }));
  routes.post(path, guard, (c) => answer(c, services, job, { trigger: "manual" }));
  return routes;
}

async function answer(
  c: Context,
  services: SendingServices & { cronSecret: string },
  job: Job,
  ask: JobAsk,
): Promise<Response> {
  const ran = await runJob(services, job, ask);
  switch (ran.kind) {
    case "ran":
      return c.json<JobAnswer>({ ok: true, job, tick: ran.tick.toISOString(), ...ran.counts });
    case "skipped":
      return c.json<JobAnswer>({ ok: true, skipped: true });
    case "running":
      return c.json<JobAnswer>({ ok: true, running: true });
    default:
      return ran satisfies never;
  }
}

const limitByCaller = ({ limiter, edge }: SendingServices & { cronSecret: string }) =>
  createMiddleware(
    async (c, next) =>
      (await overLimit(c, limiter, COLLECT_POLICY, ipBucket(clientIp(c, edge)))) ?? (await next()),
  );

const BEARER = /^Bearer (\S+)$/i;

/** Lets the platform's clock and the operator in, who alone know CRON_SECRET. */
function requireCronSecret(cronSecret: string) {
  return createMiddleware(async (c, next) => {
    const given = BEARER.exec(c.req.header("Authorization") ?? "")?.[1];
    if (given === undefined || !(await timingSafeEqual(given, cronSecret))) {
      c.header("WWW-Authenticate", "Bearer");
      return refusal(c, { name: "bad_cron_secret" });
    }
    c.header("Cache-Control", "no-store");
    return await next();
  });
}
