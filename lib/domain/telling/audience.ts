import type { Channel, Plan, SmsChoice } from "../../../schema/vocabulary.ts";
import type { Finding } from "../alerts/finding.ts";
import { breaksThrough } from "../alerts/quiet.ts";
import { type QuietHours, sendAt } from "../alerts/quiet-hours.ts";

/** What a member of a home has chosen for it, as it is stored; what is missing is as `DEFAULT_PREFERENCES`. */
export type NotificationPreferences = {
  email: boolean;
  push: boolean;
  /** Text messages cost money: by default only what breaks through quiet hours. */
  sms: SmsChoice;
  quietHours: QuietHours | null;
  /** The mail of every Monday. */
  weeklyDigest: boolean;
};

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  email: true,
  push: true,
  sms: "critical",
  quietHours: null,
  weeklyDigest: true,
};

export type Person = {
  userId: string;
  email: string;
  /** E.164; null where none is known. */
  phone: string | null;
  /** The number takes no more text messages. */
  phoneGone: boolean;
  pushTokens: string[];
  preferences: Partial<NotificationPreferences>;
};

/** Why a text message comes as mail, which says so. */
export type InsteadOfSms = "month_used_up" | "not_in_plan" | "number_gone";

/** One message to one person: where it goes and when it may arrive. */
export type Delivery = {
  userId: string;
  channel: Channel;
  recipient: string;
  at: number;
  insteadOfSms: InsteadOfSms | null;
};

export const SMS_PER_MONTH: Record<Plan, number> = { free: 0, pro: 50 };

/** Text messages that a home may send in a month, and has sent in this one. */
export type SmsAllowance = { cap: number; sent: number };

export const smsLeft = ({ cap, sent }: SmsAllowance): number => Math.max(0, cap - sent);

/** What is worth a text message, of those who get any: news, and a leak's reminders. */
const SMS_TRANSITIONS = ["opened", "worsened", "closed"];

/** Whom a finding reaches, on which channels and when. */
export function deliveriesOf(
  finding: Finding,
  people: readonly Person[],
  allowance: SmsAllowance,
  now: number,
): Delivery[] {
  let sent = allowance.sent;
  return people.flatMap((person) => {
    const preferences = { ...DEFAULT_PREFERENCES, ...person.preferences };
    const at = sendAt(preferences.quietHours, finding.kind, finding.severity, now);
    const to = (channel: Channel, recipient: string, insteadOfSms: InsteadOfSms | null = null): Delivery => ({
      ...{ userId: person.userId, channel, recipient, at, insteadOfSms },
    });
    const phone = wantsSms(finding, preferences.sms) ? person.phone : null;
    const instead = phone === null ? null : insteadOf(person, { ...allowance, sent });
    const texts = phone === null || instead !== null ? [] : [to("sms", phone)];
    sent += texts.length;
    return [
      ...(preferences.email || instead !== null ? [to("email", person.email, instead)] : []),
      ...texts,
      ...(preferences.push ? person.pushTokens.map((token) => to("push", token)) : []),
    ];
  });
}

/** Null where the text message can be sent. */
function insteadOf({ phoneGone }: Person, allowance: SmsAllowance): InsteadOfSms | null {
  if (phoneGone) return "number_gone";
  if (smsLeft(allowance) > 0) return null;
  return allowance.cap === 0 ? "not_in_plan" : "month_used_up";
}

function wantsSms(finding: Finding, choice: SmsChoice): boolean {
  const isNews = SMS_TRANSITIONS.includes(finding.transition);
  if (!isNews && !(finding.kind === "leak" && finding.transition === "reminded")) return false;
  switch (choice) {
    case "off":
      return false;
    case "all":
      return true;
    case "critical":
      return breaksThrough(finding.kind, finding.severity);
    default:
      return choice satisfies never;
  }
}
