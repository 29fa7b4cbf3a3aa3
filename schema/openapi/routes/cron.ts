import { HistoryShardQuery, JobAnswer, ShardAnswer, ShardQuery } from "../../wire/jobs.ts";
import { FeedTrial, TriedFeed } from "../../wire/pull-setup.ts";
import { COLLECT_LIMIT, type RouteDescription, shows } from "../route.ts";

const METHODS = ["get", "post"] as const;

const JOBS = [
  {
    job: "collect-history",
    name: "CollectHistory",
    does: "Collect history",
  },
  { job: "maintenance", name: "Maintenance", does: "Run maintenance" },
  { job: "weekly-digest", name: "WeeklyDigest", does: "Send weekly digests" },
  { job: "dispatch", name: "Dispatch", does: "Send due messages" },
] as const;

const SHARDS = [
  {
    work: "poll",
    id: "jobs.pollShard",
    does: "Poll a shard of feeds",
    about: "The tick calls it if the platform has no queue.",
  },
  {
    work: "judge",
    id: "jobs.judgeShard",
    does: "Evaluate due homes",
    about: "A polled shard calls it if the platform has no queue.",
  },
] as const;

const SHARD_ROUTES: RouteDescription[] = SHARDS.map(({ work, id, does, about }) => ({
  id,
  method: "post",
  path: `/api/cron/${work}-shard`,
  summary: does,
  about: `${about} \`tick\` is the time of the tick that handed out the shard. A finished shard is skipped.`,
  audience: "cronSecret",
  query: ShardQuery,
  answers: shows(ShardAnswer, "The counts of the work"),
}));

const HISTORY_SHARD_ROUTE: RouteDescription = {
  id: "jobs.historyShard",
  method: "post",
  path: "/api/cron/history-shard",
  summary: "Compact a shard of history",
  about:
    "Rolls up and compacts the history of the devices with a number above `after`, up to `up_to`. Maintenance calls it if the platform has no queue. Finished work is skipped.",
  audience: "cronSecret",
  query: HistoryShardQuery,
  answers: shows(ShardAnswer, "The counts of the work"),
};

const TRIAL_ROUTE: RouteDescription = {
  id: "jobs.tryFeed",
  method: "post",
  path: "/api/cron/try-feed",
  summary: "Try a feed internally",
  about: "Stores nothing. Only the functions of this installation know its secret.",
  audience: "cronSecret",
  body: FeedTrial,
  answers: shows(TriedFeed, "The readings, or the reason why there are none"),
};

const JOB_ROUTES: RouteDescription[] = JOBS.flatMap(({ job, name, does }) =>
  METHODS.map(
    (method): RouteDescription => ({
      id: `jobs.${method === "get" ? "tick" : "run"}${name}`,
      method,
      path: `/api/cron/${job}`,
      summary: method === "get" ? `${does} on a tick` : `${does} now`,
      about:
        method === "get"
          ? "Runs a tick once: two triggers of one tick do no harm."
          : "Runs at any time, unless a run is in progress. Returns counts of the work.",
      audience: "cronSecret",
      answers: shows(JobAnswer, "The counts, or that the tick has already run or is running"),
      ...(job === "collect-history" && method === "post" ? { limit: COLLECT_LIMIT, refusals: [429] } : {}),
    }),
  ),
);

export const CRON_ROUTES: RouteDescription[] = [
  ...JOB_ROUTES,
  ...SHARD_ROUTES,
  HISTORY_SHARD_ROUTE,
  TRIAL_ROUTE,
];
