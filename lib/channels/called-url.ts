import type { Language } from "../../schema/vocabulary.ts";
import { FEED_REFUSALS, type FeedAllowed, type FeedRefusal, judgeFeedUrl } from "../feeds/url/judge.ts";
import { fnv1a } from "../kernel/fnv.ts";
import { done, type Outcome, refuseIn } from "../kernel/outcome.ts";
import type { AddressRules, NewAddress } from "./rules.ts";

const FINGERPRINT_CHARACTERS = 8;

/** Begins the sentence of a refusal. */
export const addressOf = (label: string): Record<Language, string> => ({
  en: `The ${label} address`,
  es: `La dirección de ${label}`,
});

const REFUSALS_ES: Record<FeedRefusal, string> = {
  not_a_url:
    "debe ser una dirección http:// o https:// completa de 2048 caracteres como máximo, sin espacios ni barras inversas",
  scheme: "debe empezar por http:// o https://",
  credentials: "no debe llevar usuario ni contraseña",
  address_literal: "debe llevar el nombre de un servidor: no se llama a direcciones IP",
  host_name: "no lleva un nombre de servidor de internet válido",
  private_name: "lleva un nombre de una red privada, local o reservada",
  port: "debe usar el puerto 80, 443, 8080, 8443 o 8123",
  own_host: "apunta a este mismo servicio",
  private_address: "lleva un servidor que no está en la internet pública",
  unresolvable: "lleva un servidor que no tiene dirección",
  downgrade: "lleva de https:// a http://",
  too_many_redirects: "redirige más de 3 veces",
};

/**
 * Judges an address that somebody typed by the rules of everything that this service fetches. `subject` begins the
 * sentence of a refusal: "The ntfy address".
 */
export function readCalledUrl(
  text: string,
  subject: Record<Language, string>,
  { webhookRules }: AddressRules,
): Outcome<FeedAllowed> {
  const judged = judgeFeedUrl(text.trim(), webhookRules);
  if (judged.ok) return done(judged);
  return refuseIn("invalid_request", {
    en: FEED_REFUSALS[judged.reason].replace("The feed URL", subject.en),
    es: `${subject.es} ${REFUSALS_ES[judged.reason]}`,
  });
}

/**
 * An address whose path is a secret: it is sealed, and shown as its host with a fingerprint, which tells two of one
 * host apart for their owner. The same `known` is the same address when it is typed again.
 */
export const sealedUrl = (
  { url, checkAddresses }: FeedAllowed,
  secret: object,
  known: string = JSON.stringify(secret),
): NewAddress => ({
  address: `${url.origin}/…${fingerprint(known)}`,
  secret,
  shownSecret: null,
  host: checkAddresses ? url.hostname : null,
});

const fingerprint = (text: string): string => fnv1a(text).toString(16).padStart(FINGERPRINT_CHARACTERS, "0");
