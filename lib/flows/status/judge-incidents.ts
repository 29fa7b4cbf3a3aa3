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

/** Opens and closes the incidents that need no operator. */
export async function judgeIncidents(ports: JudgeIncidentsPorts): Promise<void> {
  const now = ports.clock();
  const changes = judgeAutomaticIncidents(await findAutomaticFacts(ports.db, now), now);
  for (const change of changes) await commit(ports, change, now);
}

async function commit({ db, random }: JudgeIncidentsPorts, change: IncidentChange, at: Date): Promise<void> {
  const said = (text: string): Said => ({ id: newId(ID_PREFIXES.statusNews, random), text, at });
  if (change.kind === "close") await closeStatusIncident(db, change.id, said(CLOSED));
  else {
    const id = newId(ID_PREFIXES.statusIncident, random);
    await openStatusIncident(db, { id, ...change.plan }, said(OPENED));
  }
}
