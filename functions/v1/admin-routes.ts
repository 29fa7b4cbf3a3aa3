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
import type { ADMIN_WORDS } from "../../schema/openapi/routes/admin.ts";
import type { ADMIN } from "../../schema/routes/admin.ts";
import type { Handlers } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

export const adminHandlers = (ports: IncidentPorts): Handlers<typeof ADMIN, typeof ADMIN_WORDS> => ({
  "admin.listJobRuns": (_, { limit, cursor = null }) => listJobRuns(ports, { limit, cursor }),
  "admin.endSessions": (c, { email }) => endPersonsSessions(ports, c.var.actor, email),
  "incidents.list": async () => done(await listIncidents(ports)),
  "incidents.open": (_, opening) => openIncident(ports, opening),
  "incidents.update": (c, { text }) => updateIncident(ports, pathId(c), text),
  "incidents.close": (c, { text }) => closeIncident(ports, pathId(c), text),
});
