import { recoveryLine, recoveryMail } from "../../domain/outgoing/mail/incident-mail.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import { findOpenIncidents } from "../../store/incidents.ts";
import { sealMail } from "./seal-mail.ts";
import type { OperatorPorts } from "./tell-operators.ts";

/**
 * What the operators are to be told when incidents end, to be queued in the commit that ends them; nothing
 * where none of them lasts. A line each for their chat.
 */
export async function writeRecovery(
  ports: OperatorPorts,
  subjects: string[],
): Promise<{ messages: SealedMessage[]; lines: string[] }> {
  const messages: SealedMessage[] = [];
  const lines: string[] = [];
  for (const { subject, openedAt } of await findOpenIncidents(ports.db, subjects)) {
    const over = { subject, openedAt, at: ports.clock() };
    lines.push(recoveryLine(over));
    for (const recipient of ports.operators.emails) {
      const sealed = await sealMail(ports, {
        householdId: null,
        recipient,
        dedupeKey: `incident_over/${subject}/${openedAt.toISOString()}/${recipient}`,
        kind: "incident_over",
        content: recoveryMail(over),
      });
      messages.push(sealed);
    }
  }
  return { messages, lines };
}
