import { LIMITS } from "../../../schema/limits.ts";
import type { AlertKind, Plan, SmsChoice } from "../../../schema/vocabulary.ts";
import type { Cap, CapAsk } from "../../budget/counts.ts";
import { priceOf } from "../../budget/limits.ts";
import type { News } from "../content.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import { paidCaps } from "../number.ts";
import { breaksThrough } from "../quiet-hours.ts";
import { type ChannelRules, lastCharacters } from "../rules.ts";
import type { TwilioCodes } from "../twilio-answers.ts";
import { urgencyOf } from "../urgency.ts";

/** Text messages that a home of the plan may send in a month. */
export const SMS_PER_MONTH: Record<Plan, number> = { free: 0, pro: 50 };

export const SMS: ChannelRules<"sms"> = {
  label: "SMS",
  needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  // Text messages cost money: by default only what breaks through quiet hours.
  defaultChoice: "critical",
  wants: (kind, news, choice) => isForSms(kind, news, choice),
  keepsQuietHours: true,
  contacts: { max: 1, proof: "code", isExclusive: false },
  nobody: {
    none: "There is no phone number to send to",
    unverified: "The phone number counts once the code sent to it has been entered",
    gone: "The phone number takes no more text messages",
  },
  goneBlock: "number_gone",
  caps: smsCaps,
  write: ({ subject, sms, event, mayAcknowledge, language }) => ({
    subject,
    text: sms,
    urgency: urgencyOf(event),
    mayAcknowledge,
    language,
  }),
  mask: lastCharacters,
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

/** What Twilio's codes mean of a text (twilio.com/docs/api/errors). */
export const TEXT_CODES: TwilioCodes = {
  gone: [
    { because: "opted_out", codes: [21_610] },
    { because: "unreachable", codes: [21_211, 21_612, 21_614] },
  ],
  unreachableNow: [30_003, 30_004, 30_005, 30_006],
  configuration: [20_003, 20_005, 20_404, 21_212, 21_408, 21_603, 21_606, 21_659, 21_660],
};

function smsCaps(ask: CapAsk): Cap[] {
  const { household, address, isUrgent, isFirstOfLeak, policy, now } = ask;
  const { id, plan, isEstablished, isTrial } = household;
  const day = new Date(now).toISOString().slice(0, 10);
  const perMonth = SMS_PER_MONTH[plan];
  const price = priceOf(address, policy);
  if (isFirstOfLeak && isEstablished && perMonth > 0 && price !== null) return firstLeakCaps(id, day, price);
  const ofTrial: Cap = {
    ...{ scope: "home", subject: id, period: day, max: LIMITS.trialSmsPerDay, block: "trial_used_up" },
  };
  const ofNumber: Cap = {
    ...{ scope: "address", subject: address, period: day, max: LIMITS.numberSmsPerDay },
    block: "number_used_up",
  };
  // A home that is tried out pays for none: a number that a hundred of them name is one number.
  const own = isTrial ? [ofTrial, ofNumber] : isUrgent ? [] : [ofNumber];
  return paidCaps("sms", perMonth, ask, own);
}

/** A counter's largest value. */
const COUNTED_ONLY = 2_000_000_000;

/** Counted as any other, and not stopped by any used-up limit except the home's own daily limit on leaks. */
function firstLeakCaps(homeId: string, day: string, price: number): Cap[] {
  const home = { scope: "home", subject: homeId } as const;
  const counted = { max: COUNTED_ONLY, block: "all_used_up" } as const;
  return [
    { ...home, period: day, max: CHANNEL_LIMITS.firstLeakTextsPerDay, block: "month_used_up" },
    { ...home, period: day.slice(0, 7), ...counted },
    { scope: "instance", subject: "", period: day, add: price, ...counted },
  ];
}
