import { LIMITS } from "../../../schema/limits.ts";
import type { SendingPolicy } from "../../domain/channels/rules.ts";
import { capMail } from "../../domain/outgoing/mail/cap-mail.ts";
import type { Clock, Operators, Random, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { findCount } from "../../store/outgoing/charges.ts";
import { enqueueMessages, newDedupeKeys } from "../../store/outgoing/enqueue.ts";
import { sealMail } from "./seal-mail.ts";

export type CapPorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  operators: Operators;
  sendingPolicy: Pick<SendingPolicy, "smsPerDay">;
};

/**
 * Tells the operators, once a day, that little is left of the text messages that this installation may send.
 * Answers how many mails of it were queued.
 */
export async function warnOfCaps(ports: CapPorts): Promise<number> {
  const { db, operators } = ports;
  const now = ports.clock();
  const counter = { channel: "sms", scope: "instance", subject: "" } as const;
  const period = now.toISOString().slice(0, 10);
  const used = await findCount(db, { ...counter, period });
  const max = ports.sendingPolicy.smsPerDay;
  if (used === 0 || used * 100 < max * LIMITS.smsWarningPercent) return 0;
  const keyOf = (recipient: string) => `cap/sms/${period}/${recipient}`;
  const isNew = await newDedupeKeys(db, operators.emails.map(keyOf));
  const messages = operators.emails
    .filter((recipient) => isNew.has(keyOf(recipient)))
    .map((recipient) =>
      sealMail(ports, {
        householdId: null,
        recipient,
        kind: "operator_warning",
        dedupeKey: keyOf(recipient),
        content: capMail({ channel: "sms", period, used, max }),
      }),
    );
  return await enqueueMessages(db, await Promise.all(messages), now);
}
