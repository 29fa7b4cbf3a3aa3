import { SessionsEnd, SessionsEnded } from "../../wire/account/sign-in.ts";
import { JobAnswer, JobRunList, JobRunsQuery, ShardAnswer, ShardQuery } from "../../wire/jobs.ts";
import { FeedTrial, TriedFeed } from "../../wire/pull-setup.ts";
import {
  IncidentOpening,
  IncidentUpdate,
  StatusIncidentItem,
  StatusIncidentList,
} from "../../wire/status.ts";
import { makes, shows } from "../answers.ts";
import { COLLECT_LIMIT } from "../rate-limits.ts";
import type { RouteDescription } from "../route.ts";

const METHODS = ["get", "post"] as const;

const JOBS = [
  {
    job: "collect-history",
    name: "CollectHistory",
    does: "Polls the feeds, collects history and judges alerts",
  },
  { job: "maintenance", name: "Maintenance", does: "Rolls history up, cleans up and writes reminders" },
  { job: "weekly-digest", name: "WeeklyDigest", does: "Sends the weekly digests" },
  { job: "dispatch", name: "Dispatch", does: "Sends the messages that are due" },
] as const;

const SHARDS = [
  { work: "poll", id: "jobs.pollShard", does: "Polls one shard of a tick's feeds: the tick calls it" },
  {
    work: "judge",
    id: "jobs.judgeShard",
    does: "Judges the homes that are due, and sends what is to be told: a polled shard calls it",
  },
] as const;

const SHARD_ROUTES: RouteDescription[] = SHARDS.map(({ work, id, does }) => ({
  id,
  method: "post",
  path: `/api/cron/${work}-shard`,
  summary: `${does} on platforms without a queue`,
  about:
    "`tick` is the moment of the tick that handed the shard out. A shard that was done already is skipped.",
  audience: "cronSecret",
  query: ShardQuery,
  answers: shows(ShardAnswer, "What was done"),
}));

const TRIAL_ROUTE: RouteDescription = {
  id: "jobs.tryFeed",
  method: "post",
  path: "/api/cron/try-feed",
  summary: "Fetches a feed once and tells what a poll would read, for the functions that people call",
  about: "Nothing is stored. Only the functions of this installation know its secret.",
  audience: "cronSecret",
  body: FeedTrial,
  answers: shows(TriedFeed, "What was read, or why nothing was"),
};

const JOB_ROUTES: RouteDescription[] = JOBS.flatMap(({ job, name, does }) =>
  METHODS.map(
    (method): RouteDescription => ({
      id: `jobs.${method === "get" ? "tick" : "run"}${name}`,
      method,
      path: `/api/cron/${job}`,
      summary: method === "get" ? `${does}, once a tick: for a platform's clock` : `${does}, now`,
      about:
        method === "get"
          ? "A tick that has run is not run again: two triggers of one tick do no harm."
          : "Runs whatever the clock says, unless a run is under way. The counts say what was done.",
      audience: "cronSecret",
      answers: shows(JobAnswer, "What was done; or that the tick has run already, or is running"),
      ...(job === "collect-history" && method === "post" ? { limit: COLLECT_LIMIT, refusals: [429] } : {}),
    }),
  ),
);

export const CRON_ROUTES: RouteDescription[] = [...JOB_ROUTES, ...SHARD_ROUTES, TRIAL_ROUTE];

/** Signed in, and only for the people who run the service: to everybody else there is no such place. */
export const ADMIN_ROUTES: RouteDescription[] = [
  {
    id: "account.admin.listJobRuns",
    method: "get",
    path: "/api/account/admin/jobs",
    summary: "The runs of the jobs, newest first, for operators",
    about: "Operators are the people whose addresses the installation names in `ADMIN_EMAILS`.",
    audience: "session",
    query: JobRunsQuery,
    answers: shows(JobRunList, "A page of runs"),
    refusals: [404],
  },
  {
    id: "account.admin.endSessions",
    method: "post",
    path: "/api/account/admin/end-sessions",
    summary: "Ends every session of a person, browsers and phones, for operators",
    about: "For a stolen phone or a mailbox in wrong hands. The person can sign in again.",
    audience: "session",
    body: SessionsEnd,
    answers: shows(SessionsEnded, "How many were ended"),
    refusals: [404],
  },
  {
    id: "account.incidents.list",
    method: "get",
    path: "/api/account/admin/incidents",
    summary: "The incidents of the service, those that last first, for operators",
    about: "The same incidents as in the public status, with their ids to update and close them.",
    audience: "session",
    answers: shows(StatusIncidentList, "The incidents"),
    refusals: [404],
  },
  {
    id: "account.incidents.open",
    method: "post",
    path: "/api/account/admin/incidents",
    summary: "Opens an incident, which everybody sees in the status, for operators",
    about: "Confirmed subscribers are told. An incident without components changes the status of none.",
    audience: "session",
    body: IncidentOpening,
    answers: makes(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
  {
    id: "account.incidents.update",
    method: "post",
    path: "/api/account/admin/incidents/{id}/updates",
    summary: "Tells what is new of an incident that lasts, for operators",
    about: "Confirmed subscribers are told each update once.",
    audience: "session",
    body: IncidentUpdate,
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404, 409],
  },
  {
    id: "account.incidents.close",
    method: "post",
    path: "/api/account/admin/incidents/{id}/close",
    summary:
      "Closes an incident, one that the service opened too; of several ends the first counts, for operators",
    about: "Confirmed subscribers are told the end once.",
    audience: "session",
    body: IncidentUpdate,
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
];
