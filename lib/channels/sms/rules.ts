import { LIMITS } from "../../../schema/limits.ts";
import type { AlertKind, Plan, SmsChoice } from "../../../schema/vocabulary.ts";
import { breaksThrough } from "../../alerts/quiet-hours.ts";
import { budgetLines, CLASSES } from "../../budget/budget.ts";
import { priceOf } from "../../budget/destinations.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { News } from "../../messages/audience/heard.ts";
import type { AddressRules, Cap, CapAsk, ChannelRules, NewAddress, SendingPolicy } from "../rules.ts";

/** Text messages that a home of the plan may send in a month. */
export const SMS_PER_MONTH: Record<Plan, number> = { free: 0, pro: 50 };

const SHOWN_DIGITS = 4;
const E164 = /^\+[1-9]\d{6,14}$/;
const BY_MAIL = "It came by mail instead.";
const WOULD = "This would have been a text message, but";

export const SMS: ChannelRules<"sms"> = {
  label: "SMS",
  needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  // Text messages cost money: by default only what breaks through quiet hours.
  defaultChoice: "critical",
  wants: (kind, news, choice) => isForSms(kind, news, choice),
  keepsQuietHours: true,
  contacts: { max: 1, proof: "code", isExclusive: false, read: readNumber },
  nobody: {
    none: "There is no phone number to send to",
    unverified: "The phone number counts once the code sent to it has been entered",
    gone: "The phone number takes no more text messages",
  },
  goneBlock: `${WOULD} your phone number takes no more text messages. ${BY_MAIL}`,
  caps: smsCaps,
  write: ({ subject, sms }) => ({ subject, text: sms }),
  mask: (phone) => `…${phone.slice(-SHOWN_DIGITS)}`,
};

/** What is worth a text message, of those who get any: news, and a leak's reminders. */
function isForSms(kind: AlertKind, { transition, severity }: News, choice: SmsChoice): boolean {
  const isNews = transition === "opened" || transition === "worsened";
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

function smsCaps({ household, address, isUrgent, policy, now }: CapAsk): Cap[] {
  const day = new Date(now).toISOString().slice(0, 10);
  const month = day.slice(0, 7);
  const perMonth = SMS_PER_MONTH[household.plan];
  const home = { scope: "home", subject: household.id } as const;
  const price = priceOf(address, policy);
  if (price === null)
    return [
      { ...home, period: day, max: 0, block: `${WOULD} this service sends none to that country. ${BY_MAIL}` },
    ];
  const { isEstablished, network } = household;
  const ofAll = budgetLines("sms", { isEstablished, network, isUrgent, price }, policy, new Date(now));
  const caps: Cap[] = [
    {
      ...home,
      period: month,
      max: perMonth,
      block:
        perMonth === 0
          ? `${WOULD} those are part of the Pro plan. ${BY_MAIL}`
          : `${WOULD} this month's are used up. ${BY_MAIL}`,
    },
    ...ofAll.map(({ scope, subject, period, add, max }) => {
      const isOfNewcomers = scope === "network" || subject === CLASSES.newcomers;
      const block = isOfNewcomers ? NEWCOMERS_FULL : ALL_FULL;
      return { scope, subject, period, add, max, block };
    }),
  ];
  if (household.isTrial)
    caps.push({
      ...home,
      period: day,
      max: LIMITS.trialSmsPerDay,
      block: `${WOULD} a home on trial sends at most ${LIMITS.trialSmsPerDay} a day. ${BY_MAIL}`,
    });
  // A home that is tried out pays for none: a number that a hundred of them name is one number.
  if (!isUrgent || household.isTrial)
    caps.push({
      scope: "address",
      subject: address,
      period: day,
      max: LIMITS.numberSmsPerDay,
      block: `${WOULD} your number has had ${LIMITS.numberSmsPerDay} today. ${BY_MAIL}`,
    });
  return caps;
}

const ALL_FULL = `${WOULD} this service has sent as many as it may today. ${BY_MAIL}`;
const NEWCOMERS_FULL = `${WOULD} new homes have had their share of today's. ${BY_MAIL}`;

/** E.164. What people put between the digits is dropped. */
function readNumber(text: string, { policy }: AddressRules): Outcome<NewAddress> {
  const address = text.replace(/[\s().-]/g, "");
  if (!E164.test(address))
    return refuse("invalid_request", "The phone number must have its country code, such as +15555550123");
  if (priceOf(address, policy) === null) return refuse("invalid_request", notServed(address, policy));
  return done({ address, secret: null, shownSecret: null, host: null });
}

function notServed(address: string, { smsPrefixes }: SendingPolicy): string {
  const isInside = smsPrefixes.some((prefix) => address.startsWith(prefix));
  return isInside
    ? "This service sends no text messages to that area or kind of number: use a mobile number of another"
    : `This service sends text messages only to numbers that begin with ${smsPrefixes.join(", ")}`;
}
