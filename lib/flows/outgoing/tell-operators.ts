import { incidentLine, incidentMail } from "../../domain/outgoing/mail/incident-mail.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import type { Clock, Operators, Random, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { openIncident } from "../../store/incidents.ts";
import { sealMail } from "./seal-mail.ts";

export type OperatorPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  operators: Operators;
};

/** `subject` is what the incident is known by until it is closed. */
export type News = { subject: string; title: string; reason: string };

/** Tells the operators once an incident, however many notice it. True where this call was the first. */
export async function tellOperators(
  ports: OperatorPorts,
  { subject, title, reason }: News,
): Promise<boolean> {
  const at = ports.clock();
  const news = { title, reason, at };
  const messages: SealedMessage[] = [];
  for (const recipient of ports.operators.emails) {
    const sealed = await sealMail(ports, {
      householdId: null,
      recipient,
      dedupeKey: `incident/${subject}/${at.toISOString()}/${recipient}`,
      kind: "incident",
      content: incidentMail(news),
    });
    messages.push(sealed);
  }
  const isFirst = await openIncident(ports.db, { subject, reason, messages, at });
  if (isFirst) await ports.operators.chat?.(incidentLine(news));
  return isFirst;
}
