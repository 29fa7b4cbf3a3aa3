import { LIMITS } from "../../../schema/limits.ts";
import type { SendingPolicy } from "../../domain/channels/rules.ts";
import { capMail } from "../../domain/outgoing/mail/cap-mail.ts";
import { findCount } from "../../store/charges.ts";
import { mailOperators, type OperatorMailPorts } from "./mail-operators.ts";

export type CapPorts = OperatorMailPorts & {
  sendingPolicy: Pick<SendingPolicy, "smsPerDay" | "newcomerMailsPerDay">;
};

/**
 * Tells the operators, once a day each, that little is left of the text messages, or of the mails to newcomers, that
 * this installation may send. Answers how many mails of it were queued.
 */
export async function warnOfCaps(ports: CapPorts): Promise<number> {
  const { smsPerDay, newcomerMailsPerDay } = ports.sendingPolicy;
  const told = await Promise.all([
    warnOf(ports, "sms", smsPerDay),
    warnOf(ports, "newcomer_mail", newcomerMailsPerDay),
  ]);
  return told.reduce((sum, count) => sum + count, 0);
}

async function warnOf(ports: CapPorts, channel: "sms" | "newcomer_mail", max: number): Promise<number> {
  const period = ports.clock().toISOString().slice(0, 10);
  const used = await findCount(ports.db, { channel, scope: "instance", subject: "", period });
  if (used === 0 || used * 100 < max * LIMITS.smsWarningPercent) return 0;
  return await mailOperators(ports, `cap/${channel}/${period}`, capMail({ channel, period, used, max }));
}
