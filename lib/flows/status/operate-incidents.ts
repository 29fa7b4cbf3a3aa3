import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import type { IncidentOpening } from "../../../schema/wire/status.ts";
import { newId } from "../../domain/id.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { type ShownIncident, shownIncident } from "../../domain/status/incident.ts";
import type { Clock, Random } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import {
  closeStatusIncident,
  findStatusIncident,
  listStatusIncidents,
  openStatusIncident,
  type Said,
  updateStatusIncident,
} from "../../store/status-incidents.ts";

export type IncidentPorts = { db: Db; clock: Clock; random: Random };

export type Opening = IncidentOpening;

const saidNow = ({ clock, random }: IncidentPorts, text: string): Said => ({
  id: newId(ID_PREFIXES.statusNews, random),
  text,
  at: clock(),
});

/** Those that last first, then the newest. */
export async function listIncidents({ db }: IncidentPorts): Promise<{ incidents: ShownIncident[] }> {
  return { incidents: (await listStatusIncidents(db)).map(shownIncident) };
}

export async function openIncident(
  ports: IncidentPorts,
  { text, ...incident }: Opening,
): Promise<Outcome<ShownIncident>> {
  const id = newId(ID_PREFIXES.statusIncident, ports.random);
  await openStatusIncident(ports.db, { id, subject: null, ...incident }, saidNow(ports, text));
  return await shown(ports, id);
}

export async function updateIncident(
  ports: IncidentPorts,
  id: string,
  text: string,
): Promise<Outcome<ShownIncident>> {
  if (await updateStatusIncident(ports.db, id, saidNow(ports, text))) return await shown(ports, id);
  const found = await findStatusIncident(ports.db, id);
  if (found === null) return refuse("not_found");
  return refuse(found.closedAt === null ? "too_many_updates" : "incident_over");
}

/** An incident that is over already keeps its first end. */
export async function closeIncident(
  ports: IncidentPorts,
  id: string,
  text: string,
): Promise<Outcome<ShownIncident>> {
  await closeStatusIncident(ports.db, id, saidNow(ports, text));
  return await shown(ports, id);
}

async function shown({ db }: IncidentPorts, id: string): Promise<Outcome<ShownIncident>> {
  const found = await findStatusIncident(db, id);
  return found === null ? refuse("not_found") : done(shownIncident(found));
}
