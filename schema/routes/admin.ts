import { SessionsEnd } from "../wire/account/sign-in.ts";
import { JobRunsQuery } from "../wire/jobs.ts";
import { IncidentOpening, IncidentUpdate } from "../wire/status.ts";
import type { Routes } from "./route.ts";

const PATH = "/api/v1/admin";

/** The service itself, for the people who run it; to everybody else there is no such place. */
export const ADMIN = {
  "admin.listJobRuns": { on: `GET ${PATH}/jobs`, operator: true, query: JobRunsQuery },
  "admin.endSessions": { on: `POST ${PATH}/end-sessions`, operator: true, body: SessionsEnd },
  "incidents.list": { on: `GET ${PATH}/incidents`, operator: true },
  "incidents.open": {
    on: `POST ${PATH}/incidents`,
    operator: true,
    body: IncidentOpening,
    makes: true,
    wakes: true,
  },
  "incidents.update": {
    on: `POST ${PATH}/incidents/:id/updates`,
    operator: true,
    body: IncidentUpdate,
    wakes: true,
  },
  "incidents.close": {
    on: `POST ${PATH}/incidents/:id/close`,
    operator: true,
    body: IncidentUpdate,
    wakes: true,
  },
} as const satisfies Routes;
