import type { Language } from "../../schema/vocabulary.ts";
import { priceOf } from "../budget/destinations.ts";
import { done, type Outcome, refuseIn } from "../kernel/outcome.ts";
import type { AddressRules, NewAddress, SendingPolicy } from "./rules.ts";

const SHOWN_DIGITS = 4;
const E164 = /^\+[1-9]\d{6,14}$/;

export const maskNumber = (phone: string): string => `…${phone.slice(-SHOWN_DIGITS)}`;

/** E.164. What people put between the digits is dropped. */
export function readNumber(text: string, { policy }: AddressRules): Outcome<NewAddress> {
  const address = text.replace(/[\s().-]/g, "");
  if (!E164.test(address))
    return refuseIn("invalid_request", {
      en: "The phone number must have its country code, such as +15555550123",
      es: "El número de teléfono debe llevar el prefijo de su país, como +15555550123",
    });
  if (priceOf(address, policy) === null) return refuseIn("invalid_request", notServed(address, policy));
  return done({ address, secret: null, shownSecret: null, host: null });
}

function notServed(address: string, { smsPrefixes }: SendingPolicy): Record<Language, string> {
  const isInside = smsPrefixes.some((prefix) => address.startsWith(prefix));
  return isInside
    ? {
        en: "This service sends nothing to that area or kind of number: use a mobile number of another",
        es: "Este servicio no envía nada a esa zona o tipo de número: use otro número de móvil",
      }
    : {
        en: `This service reaches only numbers that begin with ${smsPrefixes.join(", ")}`,
        es: `Este servicio solo llega a números que empiezan por ${smsPrefixes.join(", ")}`,
      };
}
