import type { ReadBalance, Report } from "../kernel/ports.ts";
import { messageOf } from "../kernel/text.ts";
import { balanceMail } from "./mail/account-mails.ts";
import { mailOperators, type OperatorMailPorts } from "./mail-operators.actions.ts";

export type BalancePorts = OperatorMailPorts & {
  report: Report;
  /** Null where the provider of text messages is not configured. */
  readSmsBalance: ReadBalance | null;
  /** The amount, in the account's own currency, at which the operators are told. */
  smsBalanceWarning: number;
};

/**
 * Tells the operators, once a day, that the provider of text messages runs out of money: without it not even a leak
 * is texted. Answers how many mails of it were queued.
 */
export async function warnOfBalance(ports: BalancePorts): Promise<number> {
  const { readSmsBalance, smsBalanceWarning, report, clock } = ports;
  if (readSmsBalance === null) return 0;
  try {
    const { amount, currency } = await readSmsBalance();
    if (amount > smsBalanceWarning) return 0;
    const day = clock().toISOString().slice(0, 10);
    return await mailOperators(ports, `balance/sms/${day}`, balanceMail({ amount, currency }));
  } catch (error) {
    report({ level: "warn", event: "sms_balance_unread", error: messageOf(error) });
    return 0;
  }
}
