import { LIMITS } from "../../../schema/limits.ts";
import { FEED_REFUSALS, judgeFeedUrl } from "../../feeds/url/judge.ts";
import { fnv1a } from "../../kernel/fnv.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import { base64Text } from "../../kernel/text.ts";
import type { AddressRules, ChannelRules, NewAddress } from "../rules.ts";

/** What a webhook is called with, sealed at rest: a URL's path is often a secret itself. */
export type WebhookSecret = { url: string; key: string };

/** Standard Webhooks asks for 24 to 64 random bytes. */
const KEY_BYTES = 32;
const KEY_PREFIX = "whsec_";
const FINGERPRINT_CHARACTERS = 8;

/** Calls a URL of the person's own, signed as Standard Webhooks has it (standardwebhooks.com). */
export const WEBHOOK: ChannelRules<"webhook"> = {
  label: "Webhook",
  needs: [],
  defaultChoice: true,
  wants: (_kind, _news, choice) => choice,
  keepsQuietHours: false,
  contacts: { max: LIMITS.webhooksMax, proof: "none", isExclusive: false, read: readUrl },
  nobody: {
    none: "There is no webhook to call",
    unverified: "There is no webhook to call",
    gone: "The webhook answered 410 Gone and is called no more",
  },
  goneBlock: null,
  caps: () => [],
  write: ({ subject, text, event }) => ({ subject, text, event }),
  mask: (address) => address,
};

/** The address that is shown, and known again, is the host and a fingerprint of the whole URL. */
function readUrl(text: string, { webhookRules, random }: AddressRules): Outcome<NewAddress> {
  const judged = judgeFeedUrl(text.trim(), webhookRules);
  if (!judged.ok) {
    const sentence = FEED_REFUSALS[judged.reason].replace("The feed URL", "The webhook's URL");
    return refuse("invalid_request", sentence);
  }
  const { url, checkAddresses } = judged;
  const key = KEY_PREFIX + base64Text(random(KEY_BYTES));
  return done({
    address: `${url.origin}/…${fingerprint(url.href)}`,
    secret: { url: url.href, key } satisfies WebhookSecret,
    shownSecret: key,
    host: checkAddresses ? url.hostname : null,
  });
}

/** Tells two URLs of one host apart for their owner. */
const fingerprint = (text: string): string => fnv1a(text).toString(16).padStart(FINGERPRINT_CHARACTERS, "0");
