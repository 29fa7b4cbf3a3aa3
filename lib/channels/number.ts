import { priceOf } from "../budget/destinations.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { AddressRules, NewAddress, SendingPolicy } from "./rules.ts";

const SHOWN_DIGITS = 4;
const E164 = /^\+[1-9]\d{6,14}$/;

export const maskNumber = (phone: string): string => `…${phone.slice(-SHOWN_DIGITS)}`;

/** E.164. What people put between the digits is dropped. */
export function readNumber(text: string, { policy }: AddressRules): Outcome<NewAddress> {
  const address = text.replace(/[\s().-]/g, "");
  if (!E164.test(address))
    return refuse("invalid_request", "The phone number must have its country code, such as +15555550123");
  if (priceOf(address, policy) === null) return refuse("invalid_request", notServed(address, policy));
  return done({ address, secret: null, shownSecret: null, host: null });
}

function notServed(address: string, { smsPrefixes }: SendingPolicy): string {
  const isInside = smsPrefixes.some((prefix) => address.startsWith(prefix));
  return isInside
    ? "This service sends nothing to that area or kind of number: use a mobile number of another"
    : `This service reaches only numbers that begin with ${smsPrefixes.join(", ")}`;
}
