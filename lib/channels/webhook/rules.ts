import type { TestEvent } from "../../../schema/wire/events.ts";
import { done, type Outcome } from "../../kernel/outcome.ts";
import { base64Text } from "../../kernel/text.ts";
import { readCalledUrl, sealedUrl } from "../called-rules.ts";
import { CHANNEL_LIMITS } from "../limits.ts";
import { type AddressRules, type ChannelRules, FREE_CHANNEL, type NewAddress } from "../rules.ts";

/** A webhook's URL and signing key. Both are stored sealed, because a URL's path is often a secret. */
export type WebhookSecret = { url: string; key: string };

/** Standard Webhooks requires 24 to 64 random bytes. */
const KEY_BYTES = 32;
const KEY_PREFIX = "whsec_";

/** Calls a person's own URL, signed by Standard Webhooks (standardwebhooks.com). */
export const WEBHOOK: ChannelRules<"webhook"> = {
  ...FREE_CHANNEL,
  label: "Webhook",
  keepsQuietHours: false,
  contacts: { max: CHANNEL_LIMITS.webhooksMax, proof: "none", isExclusive: false },
  write: ({ subject, text, event }) => ({ subject, text, event }),
};

/** Reads a webhook's URL and creates its key. Adding the same URL again replaces its key. */
export function readWebhook(text: string, rules: AddressRules): Outcome<NewAddress> {
  const address = readCalledUrl(text, "webhook", rules);
  if (!address.ok) return address;
  const { href } = address.value.url;
  const key = KEY_PREFIX + base64Text(rules.random(KEY_BYTES));
  const secret = { url: href, key } satisfies WebhookSecret;
  return done({ ...sealedUrl(address.value, secret, href), shownSecret: key });
}

export const testEvent = ({ subject, text }: { subject: string; text: string }, now: Date): TestEvent => ({
  type: "test",
  timestamp: now.toISOString(),
  data: { subject, text },
});
