import { budgetCharges, CLASSES } from "../budget/budget.ts";
import type { Cap, CapAsk } from "../budget/counts.ts";
import { priceOf } from "../budget/limits.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import type { SendingPolicy } from "../kernel/ports.ts";
import { refuseAddress } from "../language/channel-words.ts";
import { type AddressRules, type NewAddress, plainAddress } from "./rules.ts";

const E164 = /^\+[1-9]\d{6,14}$/;

/** E.164. What people put between the digits is dropped. */
export function readNumber(text: string, { policy }: AddressRules): Outcome<NewAddress> {
  const address = text.replace(/[\s().-]/g, "");
  if (!E164.test(address)) return refuseAddress((words) => words.countryCode);
  if (priceOf(address, policy) === null) return refuseNumber(address, policy);
  return done(plainAddress(address));
}

function refuseNumber(address: string, { smsPrefixes }: SendingPolicy) {
  const isInside = smsPrefixes.some((prefix) => address.startsWith(prefix));
  return refuseAddress((words) =>
    isInside ? words.kindNotServed : words.onlyPrefixes(smsPrefixes.join(", ")),
  );
}

/** What a message that costs money counts against: the plan's month of its home, what all homes share, and `more`. */
export function paidCaps(
  of: "sms" | "call",
  perMonth: number,
  { household, address, isUrgent, policy, now }: CapAsk,
  more: readonly Cap[],
): Cap[] {
  const blocked = (why: "country" | "not_in_plan" | "month_used_up" | "newcomers_used_up" | "all_used_up") =>
    of === "call" ? (`call_${why}` as const) : why;
  const period = new Date(now).toISOString().slice(0, 7);
  const ofMonth = { scope: "home", subject: household.id, period } as const;
  const price = priceOf(address, policy);
  if (price === null) return [{ ...ofMonth, max: 0, block: blocked("country") }];
  const { isEstablished, network } = household;
  const ofAll = budgetCharges(of, { isEstablished, network, isUrgent, price }, policy, new Date(now));
  return [
    { ...ofMonth, max: perMonth, block: blocked(perMonth === 0 ? "not_in_plan" : "month_used_up") },
    ...ofAll.map(({ channel: _, ...charge }): Cap => {
      const isOfNewcomers = charge.scope === "network" || charge.subject === CLASSES.newcomers;
      return { ...charge, block: blocked(isOfNewcomers ? "newcomers_used_up" : "all_used_up") };
    }),
    ...more,
  ];
}
