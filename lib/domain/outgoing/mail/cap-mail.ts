import type { MessageContent } from "../message.ts";
import { mailOf } from "./mail-layout.ts";

export type CapNews = { channel: "sms" | "newcomer_mail"; period: string; used: number; max: number };

const CAPS = {
  sms: {
    what: "SMS messages",
    after:
      "Once all are used, alerts go out as mail instead until the day (UTC) is over. SMS_PER_DAY sets how many there may be.",
  },
  newcomer_mail: {
    what: "mails to newcomers",
    after:
      "Once all are used, nobody new can sign up until the day (UTC) is over; everyone with a home still can sign in. NEWCOMER_MAILS_PER_DAY sets how many there may be.",
  },
} as const;

/** For the operators: what is over the cap goes out as mail instead, or not at all. */
export function capMail({ channel, period, used, max }: CapNews): MessageContent {
  const { what, after } = CAPS[channel];
  return warning(`Hearthwatch: ${used} of ${max} ${what} of ${period} are used`, after);
}

/** For the operators: without money no text message goes out, not even a leak's. */
export const balanceMail = ({ amount, currency }: { amount: number; currency: string }): MessageContent =>
  warning(
    `Hearthwatch: ${amount.toFixed(2)} ${currency} are left for text messages`,
    "At zero no text message is sent, not even about a leak: top up the account at Twilio. SMS_BALANCE_WARNING sets when you hear of it.",
  );

const warning = (subject: string, text: string): MessageContent => ({
  subject,
  ...mailOf({ title: subject, severity: "warning", paragraphs: [text] }),
});
