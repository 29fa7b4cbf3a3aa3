import { priceOf } from "../budget/limits.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import type { SendingPolicy } from "../kernel/ports.ts";
import { refuseAddress } from "../language/languages.ts";
import type { AddressRules, NewAddress } from "./rules.ts";

const SHOWN_DIGITS = 4;
const E164 = /^\+[1-9]\d{6,14}$/;

export const maskNumber = (phone: string): string => `…${phone.slice(-SHOWN_DIGITS)}`;

/** E.164. What people put between the digits is dropped. */
export function readNumber(text: string, { policy }: AddressRules): Outcome<NewAddress> {
  const address = text.replace(/[\s().-]/g, "");
  if (!E164.test(address)) return refuseAddress((words) => words.countryCode);
  if (priceOf(address, policy) === null) return refuseNumber(address, policy);
  return done({ address, secret: null, shownSecret: null, host: null });
}

function refuseNumber(address: string, { smsPrefixes }: SendingPolicy) {
  const isInside = smsPrefixes.some((prefix) => address.startsWith(prefix));
  return refuseAddress((words) => (isInside ? words.kindNotServed : words.onlyPrefixes(smsPrefixes)));
}
