import type { Block, Channel } from "../../schema/vocabulary.ts";
import type { SendingPolicy } from "../kernel/ports.ts";
import { budgetCharges } from "./budget.ts";
import { type CapHome, type Charge, countKey } from "./counts.ts";
import { priceOf } from "./limits.ts";

/** A home that sends, and its counters by `countKey`; a missing counter is 0. */
type SendingHome = { household: CapHome; sent: Readonly<Record<string, number>> };

/** Decides, message by message, what the home's budget still allows, and collects the charges. */
export function spendingOf({ household, sent }: SendingHome, policy: SendingPolicy, now: number) {
  const taken = new Map<string, Charge>();
  const addedTo = (key: string): number => taken.get(key)?.add ?? 0;
  const isFull = (charge: Charge): boolean => {
    const key = countKey(charge);
    return (sent[key] ?? 0) + addedTo(key) + charge.add > charge.max;
  };
  /** Returns null if the message may be sent, and counts it; otherwise returns the reason. */
  const take = (
    { channel, address }: { channel: Channel; address: string },
    isUrgent = false,
    isFirstOfLeak = false,
  ): Block | null => {
    const price = priceOf(address, policy);
    const spender = { ...household, home: household.id, address, price, isUrgent };
    const usual = budgetCharges(channel, spender, policy, new Date(now));
    const full = usual.find(isFull);
    const beyond =
      full && isFirstOfLeak
        ? budgetCharges(channel, { ...spender, isFirstOfLeak }, policy, new Date(now))
        : null;
    if (full !== undefined && (beyond?.some(isFull) ?? true)) return full.block ?? "used_up";
    const charges = beyond ?? usual;
    for (const { block: _, ...charge } of charges) {
      const key = countKey(charge);
      taken.set(key, { ...charge, add: addedTo(key) + charge.add });
    }
    return null;
  };
  return { take, charges: () => [...taken.values()] };
}
