import { closeIncident } from "../alerts/incidents.queries.ts";
import type { ReadBalance, Report } from "../kernel/ports.ts";
import { messageOf } from "../kernel/text.ts";
import { balanceNews } from "./mail/account-mails.ts";
import { type OperatorPorts, tellOperators } from "./operators.actions.ts";

export type BalancePorts = OperatorPorts & {
  report: Report;
  /** Null where the provider of text messages is not configured. */
  readSmsBalance: ReadBalance | null;
  /** The amount, in the account's own currency, at which the operators are told. */
  smsBalanceWarning: number;
};

const LOW = "text_balance_low";
const EMPTY = "text_balance_empty";

/**
 * Tells the operators that the provider of text messages runs out of money, and again when it has: without it not even
 * a leak is texted. Each is told once, and again only after the account had more in between. Answers 1 where this call
 * told it first, else 0.
 */
export async function warnOfBalance(ports: BalancePorts): Promise<number> {
  const { db, clock, readSmsBalance, smsBalanceWarning, report } = ports;
  if (readSmsBalance === null) return 0;
  try {
    const balance = await readSmsBalance();
    const isEmpty = balance.amount <= 0;
    const isLow = balance.amount <= smsBalanceWarning;
    if (!isEmpty) await closeIncident(db, EMPTY, clock());
    if (!isLow) await closeIncident(db, LOW, clock());
    if (!isEmpty && !isLow) return 0;
    const isFirst = await tellOperators(ports, {
      subject: isEmpty ? EMPTY : LOW,
      ...balanceNews(balance),
    });
    return isFirst ? 1 : 0;
  } catch (error) {
    report({ level: "warn", event: "sms_balance_unread", error: messageOf(error) });
    return 0;
  }
}
