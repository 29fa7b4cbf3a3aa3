import type { CalledChannel } from "../../schema/vocabulary.ts";
import { type FeedAllowed, judgeFeedUrl } from "../feeds/url/judge.ts";
import { fnv1a } from "../kernel/fnv.ts";
import { done, type Outcome } from "../kernel/outcome.ts";
import { refuseAddress } from "../language/addresses.ts";
import type { AddressRules, NewAddress } from "./rules.ts";

const FINGERPRINT_CHARACTERS = 8;

/** Judges an address that somebody typed by the rules of everything that this service fetches. */
export function readCalledUrl(
  text: string,
  channel: CalledChannel | "webhook",
  { webhookRules }: AddressRules,
): Outcome<FeedAllowed> {
  const judged = judgeFeedUrl(text.trim(), webhookRules);
  if (judged.ok) return done(judged);
  return refuseAddress((words) => {
    const subject = channel === "webhook" ? words.webhookUrl : words.channels[channel].address;
    return words.called(subject, judged.reason);
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
