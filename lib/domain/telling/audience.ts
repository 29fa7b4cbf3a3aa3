import type { Channel, Plan } from "../../../schema/vocabulary.ts";
import type { Finding } from "../alerts/finding.ts";
import { breaksThrough } from "../alerts/quiet.ts";
import { type QuietHours, sendAt } from "../alerts/quiet-hours.ts";

/** What a member of a home has chosen for it; what is missing is as `DEFAULT_PREFERENCES`. */
export type NotificationPreferences = {
  email: boolean;
  push: boolean;
  /** Text messages cost money: by default only what breaks through quiet hours. */
  sms: "off" | "critical" | "all";
  quietHours: QuietHours | null;
};

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  email: true,
  push: true,
  sms: "critical",
  quietHours: null,
};

export type Person = {
  userId: string;
  email: string;
  /** E.164; null where none is known or the number takes no more. */
  phone: string | null;
  pushTokens: string[];
  preferences: Partial<NotificationPreferences>;
};

/** One message to one person: where it goes and when it may arrive. */
export type Delivery = {
  userId: string;
  channel: Channel;
  recipient: string;
  at: number;
  /** A text message that the month's cap turned into mail: the mail says so. */
  isInsteadOfSms: boolean;
};

export const SMS_PER_MONTH: Record<Plan, number> = { free: 0, pro: 50 };

/** What is worth a text message, of those who get any: news, and a leak's reminders. */
const SMS_TRANSITIONS = ["opened", "worsened", "closed"];

/** Whom a finding reaches, on which channels and when. `smsLeft` is what the month still allows. */
export function deliveriesOf(
  finding: Finding,
  people: readonly Person[],
  smsLeft: number,
  now: number,
): Delivery[] {
  let left = smsLeft;
  return people.flatMap((person) => {
    const preferences = { ...DEFAULT_PREFERENCES, ...person.preferences };
    const at = sendAt(preferences.quietHours, finding.kind, finding.severity, now);
    const to = (channel: Channel, recipient: string, isInsteadOfSms = false): Delivery => ({
      userId: person.userId,
      channel,
      recipient,
      at,
      isInsteadOfSms,
    });
    const texts = person.phone !== null && wantsSms(finding, preferences.sms) ? [person.phone] : [];
    const isCapped = texts.length > left;
    left -= isCapped ? 0 : texts.length;
    return [
      ...(preferences.email || isCapped ? [to("email", person.email, isCapped)] : []),
      ...(isCapped ? [] : texts.map((phone) => to("sms", phone))),
      ...(preferences.push ? person.pushTokens.map((token) => to("push", token)) : []),
    ];
  });
}

function wantsSms(finding: Finding, choice: NotificationPreferences["sms"]): boolean {
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
