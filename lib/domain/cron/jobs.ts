import type { TimedJob } from "./timetables.ts";

/** The jobs that a platform's clock or an operator calls by name. */
export const JOB_NAMES = [
  "collect-history",
  "maintenance",
  "weekly-digest",
  "dispatch",
] as const satisfies readonly TimedJob[];
export type Job = (typeof JOB_NAMES)[number];

/** A clock's triggers run each tick once; who calls by hand wants it done now. */
export type Trigger = "clock" | "manual";

/** What a run has done, in numbers. */
export type Counts = Record<string, number>;

/**
 * Their triggers, as wrangler.toml has them. The weekday is a name: Cloudflare counts from Sunday as 1, everybody
 * else from Sunday as 0.
 */
export const JOB_CRONS: Record<Job, string> = {
  "collect-history": "*/15 * * * *",
  maintenance: "0 * * * *",
  "weekly-digest": "0 8 * * MON",
  dispatch: "*/5 * * * *",
};

export const jobOfCron = (cron: string): Job | null =>
  JOB_NAMES.find((job) => JOB_CRONS[job] === cron) ?? null;
