import type { Services } from "../kernel/services.actions.ts";
import { enqueueMessages, newDedupeKeys } from "./enqueue.queries.ts";
import type { MessageContent } from "./message.ts";
import { sealMail } from "./seal-message.actions.ts";

export type OperatorMailPorts = Pick<Services, "db" | "clock" | "random" | "serverVault" | "operators">;

/** Queues a warning for each operator, once a key. Answers how many were new. */
export async function mailOperators(
  ports: OperatorMailPorts,
  key: string,
  content: MessageContent,
): Promise<number> {
  const { db, operators } = ports;
  const keyOf = (recipient: string) => `${key}/${recipient}`;
  const isNew = await newDedupeKeys(db, operators.emails.map(keyOf));
  const messages = operators.emails
    .filter((recipient) => isNew.has(keyOf(recipient)))
    .map((recipient) =>
      sealMail(ports, {
        householdId: null,
        recipient,
        kind: "operator_warning",
        dedupeKey: keyOf(recipient),
        content,
      }),
    );
  return await enqueueMessages(db, await Promise.all(messages), ports.clock());
}
