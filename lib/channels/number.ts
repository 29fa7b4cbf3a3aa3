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
