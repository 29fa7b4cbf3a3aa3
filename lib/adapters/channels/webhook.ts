import { LIMITS } from "../../../schema/limits.ts";
import { base64Text } from "../../domain/byte-text.ts";
import type { WebhookSecret } from "../../domain/channels/webhook.ts";
import { judgeAddresses } from "../../domain/feed-url/addresses.ts";
import { type FeedRules, judgeFeedUrl } from "../../domain/feed-url/judge.ts";
import type { SendResult } from "../../domain/outgoing/delivery/settle.ts";
import type { Clock, OutgoingMessage, ResolveHost, SendMessage } from "../../ports.ts";

export type WebhookOptions = {
  rules: FeedRules;
  resolveHost: ResolveHost;
  clock: Clock;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
};

const GONE = 410;
const KEY_PREFIX = "whsec_";
const USER_AGENT = "Hearthwatch-Webhooks/1.0";

/**
 * Calls a person's own URL with the alert as JSON, signed as Standard Webhooks has it: the message's id is the same at
 * every attempt, so that a receiver can tell a repeat. The URL is judged before each call, and no redirect is followed.
 */
export function webhookSender(options: WebhookOptions): SendMessage {
  return async (message) => {
    const { url: text, key } = message.content.secret as WebhookSecret;
    const judged = judgeFeedUrl(text, options.rules);
    if (!judged.ok) return { kind: "permanent", reason: `Webhook: the URL is refused (${judged.reason})` };
    if (judged.checkAddresses) {
      const addresses = judgeAddresses(await options.resolveHost(judged.url.hostname));
      if (!addresses.ok) return refusedAddress(addresses.reason);
    }
    return await call(options, judged.url, message, key);
  };
}

const refusedAddress = (reason: string): SendResult =>
  reason === "unresolvable"
    ? { kind: "retry", reason: "Webhook: the host has no address" }
    : { kind: "permanent", reason: "Webhook: the host is not on the public internet" };

async function call(
  { fetch = globalThis.fetch, clock, timeoutMs = LIMITS.providerTimeoutMs }: WebhookOptions,
  url: URL,
  message: OutgoingMessage,
  key: string,
): Promise<SendResult> {
  const body = JSON.stringify(bodyOf(message, clock()));
  try {
    const answer = await fetch(url.href, {
      method: "POST",
      headers: await headersOf(message.id, body, key, clock()),
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return classify(answer);
  } catch (error) {
    return {
      kind: "retry",
      reason: `Webhook: no answer (${error instanceof Error ? error.name : "unknown"})`,
    };
  }
}

/** A test has no event of its own. */
const bodyOf = ({ content: { event, subject, text } }: OutgoingMessage, now: Date) =>
  event ?? { type: "test", timestamp: now.toISOString(), data: { subject, text } };

async function headersOf(id: string, body: string, key: string, now: Date): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${await signature(key, `${id}.${timestamp}.${body}`)}`,
  };
}

/** HMAC-SHA-256 under the key's bytes, as base64. */
async function signature(key: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(key.slice(KEY_PREFIX.length)), (character) => character.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return base64Text(new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(text))));
}

/** Whatever is no success is tried again while the outbox does; only "gone" is final. */
function classify({ ok, status, headers }: Response): SendResult {
  if (ok) return { kind: "sent", providerId: null };
  const reason = `Webhook: HTTP ${status}`;
  if (status === GONE) return { kind: "permanent", reason, recipientGone: "unregistered" };
  const retryAfter = Number(headers.get("Retry-After") ?? Number.NaN);
  return { kind: "retry", reason, ...(Number.isFinite(retryAfter) ? { afterSeconds: retryAfter } : {}) };
}
