import { SessionsEnd, SessionsEnded } from "../../wire/account/sign-in.ts";
import { JobAnswer, JobRunList, JobRunsQuery, ShardAnswer, ShardQuery } from "../../wire/jobs.ts";
import {
  IncidentOpening,
  IncidentUpdate,
  StatusIncidentItem,
  StatusIncidentList,
} from "../../wire/status.ts";
import { makes, shows } from "../answers.ts";
import type { RouteDescription } from "../route.ts";

const METHODS = ["get", "post"] as const;

const JOBS = [
  { job: "collect-history", does: "Polls the feeds, collects history and judges alerts" },
  { job: "maintenance", does: "Rolls history up, cleans up and writes reminders" },
  { job: "weekly-digest", does: "Sends the weekly digests" },
  { job: "dispatch", does: "Sends the messages that are due" },
] as const;

const SHARD_ROUTE: RouteDescription = {
  method: "post",
  path: "/api/cron/poll-shard",
  summary:
    "Polls one shard of a tick's feeds, and judges their homes: the tick calls it on platforms without a queue",
  audience: "cronSecret",
  query: ShardQuery,
  answers: shows(ShardAnswer, "What was polled"),
};

const JOB_ROUTES: RouteDescription[] = JOBS.flatMap(({ job, does }) =>
  METHODS.map(
    (method): RouteDescription => ({
      method,
      path: `/api/cron/${job}`,
      summary: method === "get" ? `${does}, once a tick: for a platform's clock` : `${does}, now`,
      audience: "cronSecret",
      answers: shows(JobAnswer, "What was done; or that the tick has run already, or is running"),
      refusals: job === "collect-history" && method === "post" ? [429] : [],
    }),
  ),
);

export const CRON_ROUTES: RouteDescription[] = [...JOB_ROUTES, SHARD_ROUTE];

/** By session, and only for the people who run the service: to everybody else there is no such place. */
export const ADMIN_ROUTES: RouteDescription[] = [
  {
    method: "get",
    path: "/api/account/admin/jobs",
    summary: "The runs of the jobs, newest first, for operators",
    audience: "session",
    query: JobRunsQuery,
    answers: shows(JobRunList, "A page of runs"),
    refusals: [404],
  },
  {
    method: "post",
    path: "/api/account/admin/end-sessions",
    summary: "Ends every session of a person, browsers and phones, for operators",
    audience: "session",
    body: SessionsEnd,
    answers: shows(SessionsEnded, "How many were ended"),
    refusals: [404],
  },
  {
    method: "get",
    path: "/api/account/admin/incidents",
    summary: "The incidents of the service, those that last first, for operators",
    audience: "session",
    answers: shows(StatusIncidentList, "The incidents"),
    refusals: [404],
  },
  {
    method: "post",
    path: "/api/account/admin/incidents",
    summary: "Opens an incident, which everybody sees in the status, for operators",
    audience: "session",
    body: IncidentOpening,
    answers: makes(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
  {
    method: "post",
    path: "/api/account/admin/incidents/{id}/updates",
    summary: "Tells what is new of an incident that lasts, for operators",
    audience: "session",
    body: IncidentUpdate,
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404, 409],
  },
  {
    method: "post",
    path: "/api/account/admin/incidents/{id}/close",
    summary:
      "Closes an incident, one that the service opened too; of several ends the first counts, for operators",
    audience: "session",
    body: IncidentUpdate,
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404],
  },
];
