import { listJobRuns } from "../../lib/jobs/overview.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import { endPersonsSessions } from "../../lib/people/sessions.actions.ts";
import {
  closeIncident,
  type IncidentPorts,
  listIncidents,
  openIncident,
  updateIncident,
} from "../../lib/status/incidents.actions.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import { SessionsEnd, SessionsEnded } from "../../schema/wire/account/sign-in.ts";
import { JobRunList, JobRunsQuery } from "../../schema/wire/jobs.ts";
import {
  IncidentOpening,
  IncidentUpdate,
  StatusIncidentItem,
  StatusIncidentList,
} from "../../schema/wire/status.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

const PATH = "/api/v1/admin";

const route = routesFor<IncidentPorts>();

/** The service itself, for the people who run it; to everybody else there is no such place. */
export const ADMIN = {
  "admin.listJobRuns": route({
    on: `GET ${PATH}/jobs`,
    operator: true,
    query: JobRunsQuery,
    summary: "List job runs",
    about:
      "For operators. Newest first. Operators are the people whose addresses the installation names in `ADMIN_EMAILS`.",
    answers: shows(JobRunList, "A page of runs"),
    refusals: [404],
    answer: (ports, _, { limit, cursor = null }) => listJobRuns(ports, { limit, cursor }),
  }),
  "admin.endSessions": route({
    on: `POST ${PATH}/end-sessions`,
    operator: true,
    body: SessionsEnd,
    summary: "End a person's sessions",
    about:
      "For operators. Ends sessions of browsers and phones, for example after a theft. The person can sign in again.",
    answers: shows(SessionsEnded, "The number of ended sessions"),
    refusals: [404],
    answer: (ports, c, { email }) => endPersonsSessions(ports, c.var.actor, email),
  }),
  "incidents.list": route({
    on: `GET ${PATH}/incidents`,
    operator: true,
    summary: "List incidents",
    about: "For operators. Returns the incidents of the public status with their ids, open ones first.",
    answers: shows(StatusIncidentList, "The incidents"),
    refusals: [404],
    answer: async (ports) => done(await listIncidents(ports)),
  }),
  "incidents.open": route({
    on: `POST ${PATH}/incidents`,
    operator: true,
    body: IncidentOpening,
    makes: true,
    wakes: true,
    summary: "Open an incident",
    about:
      "For operators. The status shows it to everyone, and confirmed subscribers get a mail. An incident without components doesn't change the status of any.",
    answers: makes(StatusIncidentItem, "The incident"),
    refusals: [404],
    answer: (ports, _, opening) => openIncident(ports, opening),
  }),
  "incidents.update": route({
    on: `POST ${PATH}/incidents/:id/updates`,
    operator: true,
    body: IncidentUpdate,
    wakes: true,
    summary: "Update an incident",
    about: "For operators. Confirmed subscribers get a mail for each update.",
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404, 409],
    answer: (ports, c, { text }) => updateIncident(ports, pathId(c), text),
  }),
  "incidents.close": route({
    on: `POST ${PATH}/incidents/:id/close`,
    operator: true,
    body: IncidentUpdate,
    wakes: true,
    summary: "Close an incident",
    about:
      "For operators. You can also close an incident that the service opened. If several requests close it, the first one counts. Confirmed subscribers get one mail.",
    answers: shows(StatusIncidentItem, "The incident"),
    refusals: [404],
    answer: (ports, c, { text }) => closeIncident(ports, pathId(c), text),
  }),
};
