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

/** What is particular to a job of the clock; its ticks are in `timetables.ts`, its work in the flows' registry. */
export type JobRules = {
  /** Its trigger, as wrangler.toml has it. */
  cron: string;
  /** Whether a second run may begin while one is under way. */
  mayOverlap: boolean;
  /** Whether its success shows that the clock is alive. */
  isHeartbeat: boolean;
  /** Whether what it has queued is sent as soon as it ends. */
  isFollowedBySending: boolean;
};

/** The weekday is a name: Cloudflare counts from Sunday as 1, everybody else from Sunday as 0. */
export const JOB_RULES: Record<Job, JobRules> = {
  "collect-history": {
    cron: "*/15 * * * *",
    mayOverlap: false,
    isHeartbeat: true,
    isFollowedBySending: true,
  },
  maintenance: { cron: "0 * * * *", mayOverlap: false, isHeartbeat: false, isFollowedBySending: true },
  "weekly-digest": { cron: "0 8 * * MON", mayOverlap: false, isHeartbeat: false, isFollowedBySending: true },
  // Messages are claimed one by one, and an alert must not wait for the lease of a sender that died.
  dispatch: { cron: "*/5 * * * *", mayOverlap: true, isHeartbeat: false, isFollowedBySending: false },
};

export const JOB_CRONS = Object.fromEntries(JOB_NAMES.map((job) => [job, JOB_RULES[job].cron])) as Record<
  Job,
  string
>;

export const jobOfCron = (cron: string): Job | null =>
  JOB_NAMES.find((job) => JOB_CRONS[job] === cron) ?? null;
