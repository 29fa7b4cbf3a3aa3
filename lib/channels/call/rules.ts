import { LIMITS } from "../../../schema/limits.ts";
import type { Block, Plan } from "../../../schema/vocabulary.ts";
import { breaksThrough } from "../../alerts/quiet/quiet.ts";
import { budgetCharges, CLASSES } from "../../budget/budget.ts";
import type { Cap, CapAsk } from "../../budget/counts.ts";
import { priceOf } from "../../budget/limits.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import { maskNumber } from "../number.ts";
import type { ChannelRules } from "../rules.ts";
import { urgencyOf } from "../urgency.ts";

/** Calls that a home of the plan may make in a month. */
const CALLS_PER_MONTH: Record<Plan, number> = { free: 0, pro: CHANNEL_LIMITS.homeCallsPerMonth };

/** What wakes somebody: a leak or a critical alert that nobody has taken on. Never the end of one. */
export const CALL: ChannelRules<"call"> = {
  label: "Phone calls",
  needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  defaultChoice: true,
  wants: (kind, { transition, severity }, choice) =>
    choice && breaksThrough(kind, severity) && (transition === "opened" || transition === "worsened"),
  keepsQuietHours: true,
  afterMinutes: CHANNEL_LIMITS.callAfterMinutes,
  isOnlyUnanswered: true,
  contacts: { max: 1, proof: "code", provenBy: "sms", isExclusive: false },
  nobody: {
    none: "There is no phone number to call",
    unverified: "The phone number counts once the code read to it has been entered",
    gone: "The phone number can no longer be called",
  },
  goneBlock: "call_number_gone",
  caps: callCaps,
  write: ({ subject, event, url, mayAcknowledge, language }) => ({
    subject,
    text: subject,
    // The sender words it: the functions that only name channels carry no voice.
    event,
    language,
    url,
    urgency: urgencyOf(event),
    mayAcknowledge,
  }),
  mask: maskNumber,
};

function callCaps({ household, address, isUrgent, policy, now }: CapAsk): Cap[] {
  const day = new Date(now).toISOString().slice(0, 10);
  const home = { scope: "home", subject: household.id } as const;
  const price = priceOf(address, policy);
  if (price === null) return [{ ...home, period: day, max: 0, block: "call_country" }];
  const { isEstablished, network, plan } = household;
  const ofAll = budgetCharges("call", { isEstablished, network, isUrgent, price }, policy, new Date(now));
  const isNone = CALLS_PER_MONTH[plan] === 0;
  return [
    {
      ...home,
      period: day.slice(0, 7),
      max: CALLS_PER_MONTH[plan],
      block: isNone ? "call_not_in_plan" : "call_month_used_up",
    },
    {
      ...home,
      period: day,
      max: LIMITS.homeCallsPerDay,
      block: "call_day_used_up",
    },
    ...ofAll.map(({ scope, subject, period, add, max }) => {
      const isOfNewcomers = scope === "network" || subject === CLASSES.newcomers;
      const block: Block = isOfNewcomers ? "call_newcomers_used_up" : "call_all_used_up";
      return { scope, subject, period, add, max, block };
    }),
  ];
}
