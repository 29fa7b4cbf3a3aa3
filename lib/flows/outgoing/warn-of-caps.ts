import { LIMITS } from "../../../schema/limits.ts";
import { ID_PREFIXES } from "../../../schema/vocabulary.ts";
import { newId } from "../../domain/id.ts";
import { countKey } from "../../domain/outgoing/audience/counts.ts";
import type { DueHome } from "../../domain/outgoing/audience/due-finding.ts";
import type { MessagePlan } from "../../domain/outgoing/audience/plan-messages.ts";
import { capMail } from "../../domain/outgoing/mail/cap-mail.ts";
import type { Operators, Random, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { enqueueMessages } from "../../store/outgoing/enqueue.ts";
import { sealMessage } from "./seal-message.ts";

type Ports = { db: Db; random: Random; serverVault: Vault; operators: Operators };

/** Tells the operators, once a day and channel, that little is left of what this installation may send. */
export async function warnOfCaps(
  ports: Ports,
  { sent }: Pick<DueHome, "sent">,
  { charges }: Pick<MessagePlan, "charges">,
  now: Date,
): Promise<void> {
  for (const charge of charges.filter(({ scope }) => scope === "instance")) {
    const used = (sent[countKey(charge)] ?? 0) + charge.add;
    if (used * 100 < charge.max * LIMITS.smsWarningPercent) continue;
    const { channel, period, max } = charge;
    const messages = ports.operators.emails.map((recipient) =>
      sealMessage(ports.serverVault, {
        ...{ id: newId(ID_PREFIXES.message, ports.random), householdId: null },
        ...{ channel: "email", recipient, kind: "operator_warning" },
        dedupeKey: `cap/${channel}/${period}/${recipient}`,
        content: capMail({ channel, period, used, max }),
      }),
    );
    await enqueueMessages(ports.db, await Promise.all(messages), now);
  }
}
