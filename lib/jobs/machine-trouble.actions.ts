import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { closeIncident } from "../alerts/incidents.queries.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { type News, type OperatorPorts, tellOperators } from "../messages/operators.actions.ts";
import { closeStatusIncidentOf, openStatusIncident } from "../status/status-incidents.queries.ts";
import type { FailureNotice } from "./jobs.ts";

export type TroublePorts = OperatorPorts & Pick<Services, "wake">;

/** A part of the machine that only the process on it can see, such as its disk. */
type Trouble = News & { notice: FailureNotice };

/** Notifies the operators once, and opens the incident that the status page shows. */
export async function openTrouble(ports: TroublePorts, trouble: Trouble): Promise<void> {
  const { subject, notice, reason } = trouble;
  const isFirst = await tellOperators(ports, trouble);
  const id = newId(ID_PREFIXES.statusIncident, ports.random);
  const said = { id: newId(ID_PREFIXES.statusNews, ports.random), text: reason, at: ports.clock() };
  await openStatusIncident(ports.db, { id, subject, ...notice }, said);
  if (isFirst) await ports.wake();
}

/** Closes both; nothing where neither is open. */
export async function closeTrouble(ports: TroublePorts, subject: string): Promise<void> {
  const at = ports.clock();
  await closeIncident(ports.db, subject, at);
  const said = { id: newId(ID_PREFIXES.statusNews, ports.random), text: "It works again.", at };
  await closeStatusIncidentOf(ports.db, subject, said);
}
