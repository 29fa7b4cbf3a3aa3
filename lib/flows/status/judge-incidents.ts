import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { newId } from "../../domain/id.ts";
import { type IncidentChange, judgeAutomaticIncidents } from "../../domain/status/automatic-incidents.ts";
import type { Clock, Random } from "../../ports.ts";
import { findAutomaticFacts } from "../../store/automatic-facts.ts";
import type { Db } from "../../store/db.ts";
import { closeStatusIncident, openStatusIncident, type Said } from "../../store/status-incidents.ts";

export type JudgeIncidentsPorts = { db: Db; clock: Clock; random: Random };

const OPENED = "The service noticed this by itself.";
const CLOSED = "It works again.";

/**
 * Opens and closes the incidents that need no operator. Answers how many of those changes were this call's.
 */
export async function judgeIncidents(ports: JudgeIncidentsPorts): Promise<number> {
  const now = ports.clock();
  const changes = judgeAutomaticIncidents(await findAutomaticFacts(ports.db, now), now);
  let committed = 0;
  for (const change of changes) committed += Number(await commit(ports, change, now));
  return committed;
}

async function commit(
  { db, random }: JudgeIncidentsPorts,
  change: IncidentChange,
  at: Date,
): Promise<boolean> {
  const said = (text: string): Said => ({ id: newId(ID_PREFIXES.statusNews, random), text, at });
  if (change.kind === "close") return await closeStatusIncident(db, change.id, said(CLOSED));
  const id = newId(ID_PREFIXES.statusIncident, random);
  return await openStatusIncident(db, { id, ...change.plan }, said(OPENED));
}
