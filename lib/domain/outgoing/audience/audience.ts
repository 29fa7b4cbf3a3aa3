import type { AlertKind, Channel, Plan, SmsChoice } from "../../../../schema/vocabulary.ts";
import type { Finding } from "../../alerts/finding.ts";
import { breaksThrough } from "../../alerts/quiet.ts";
import { type QuietHours, sendAt } from "../../alerts/quiet-hours.ts";
import { type Heard, heardBy, type News, type ToldBefore } from "./heard.ts";

/** What a member of a home has chosen for it, as it is stored; what is missing is as `DEFAULT_PREFERENCES`. */
export type NotificationPreferences = {
  email: boolean;
  push: boolean;
  /** Text messages cost money: by default only what breaks through quiet hours. */
  sms: SmsChoice;
  quietHours: QuietHours | null;
  /** The mail of every Monday. */
  weeklyDigest: boolean;
  /** The mails after a month and after a quarter. */
  monthlyReport: boolean;
  quarterlyReport: boolean;
};

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  email: true,
  push: true,
  sms: "critical",
  quietHours: null,
  weeklyDigest: true,
  monthlyReport: false,
  quarterlyReport: false,
};

export type Person = {
  userId: string;
  email: string;
  /** E.164; null where none is known. */
  phone: string | null;
  /** The number takes no more text messages. */
  phoneGone: boolean;
  pushTokens: string[];
  /** In milliseconds: what was told before, nobody has told them. */
  memberSince: number;
  preferences: Partial<NotificationPreferences>;
};

export type ToTell = {
  finding: Finding;
  people: Person[];
  /** Of an end: what was told before it. Null for every other finding. */
  toldBefore: ToldBefore | null;
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

/** What is worth a text message, of those who get any: news, a leak's reminders, and the end of what either told. */
const SMS_TRANSITIONS = ["opened", "worsened"];

/** Whom a finding reaches, on which channels and when. An end reaches nobody who has heard nothing before it. */
export function deliveriesOf(toTell: ToTell, allowance: SmsAllowance, now: number): Delivery[] {
  const { finding, people, toldBefore } = toTell;
  let sent = allowance.sent;
  return people.flatMap((person) => {
    const heard = toldBefore === null ? null : heardBy(person, toldBefore);
    if (heard?.isAny === false) return [];
    const preferences = { ...DEFAULT_PREFERENCES, ...person.preferences };
    const at = sendAt(preferences.quietHours, finding.kind, finding.severity, now);
    const to = (channel: Channel, recipient: string, insteadOfSms: InsteadOfSms | null = null): Delivery => ({
      ...{ userId: person.userId, channel, recipient, at, insteadOfSms },
    });
    const phone = wantsSms(finding, heard, preferences.sms) ? person.phone : null;
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

/** An end is for the phones that the episode was for, however mild it was at last: what is off stays off. */
function wantsSms(finding: Finding, heard: Heard | null, choice: SmsChoice): boolean {
  if (heard?.byText && choice !== "off") return true;
  return (heard?.news ?? [finding]).some((news) => isForSms(finding.kind, news, choice));
}

function isForSms(kind: AlertKind, { transition, severity }: News, choice: SmsChoice): boolean {
  const isNews = SMS_TRANSITIONS.includes(transition);
  if (!isNews && !(kind === "leak" && transition === "reminded")) return false;
  switch (choice) {
    case "off":
      return false;
    case "all":
      return true;
    case "critical":
      return breaksThrough(kind, severity);
    default:
      return choice satisfies never;
  }
}
