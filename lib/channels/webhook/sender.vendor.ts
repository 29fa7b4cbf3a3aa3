import {
  type CallAnswer,
  type GuardedCallOptions,
  guardedCall,
} from "../../feeds/guarded-fetch/guarded-fetch.vendor.ts";
import type { Clock, OutgoingMessage, SendMessage } from "../../kernel/ports.ts";
import { base64Text } from "../../kernel/text.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { testEvent } from "../../messages/notice/render-notice.ts";
import { unanswered } from "../called.vendor.ts";
import type { WebhookSecret } from "./rules.ts";

type WebhookOptions = GuardedCallOptions & { clock: Clock };

const GONE = 410;
const TOO_MANY = 429;
const KEY_PREFIX = "whsec_";
const USER_AGENT = "Hearthwatch-Webhooks/1.0";

/**
 * Calls a person's own URL with the alert as JSON, signed as Standard Webhooks has it: its event's id is
 * the same at every attempt and replay, so that a receiver can tell a repeat; a replay has a delivery's id of its own.
 * While a key is being changed, the header has a signature by each. The URL is judged before each call, and no redirect
 * is followed.
 */
export function webhookSender({ clock, ...options }: WebhookOptions): SendMessage {
  const call = guardedCall(options);
  return async (message) => {
    const { content } = message;
    const { url, ...keys } = content.secret as WebhookSecret;
    const body = JSON.stringify(content.event ?? testEvent(content, clock()));
    const headers = await headersOf(message, body, keys, clock());
    return classifyWebhook(await call(url, { method: "POST", headers, body }));
  };
}

async function headersOf(
  { id: deliveryId, content }: OutgoingMessage,
  body: string,
  { key, previousKey }: Omit<WebhookSecret, "url">,
  now: Date,
): Promise<Record<string, string>> {
  const id = content.eventId ?? deliveryId;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const keys = previousKey === undefined ? [key] : [key, previousKey];
  const signatures = await Promise.all(keys.map((each) => signature(each, `${id}.${timestamp}.${body}`)));
  return {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((each) => `v1,${each}`).join(" "),
    "hearthwatch-delivery-id": deliveryId,
  };
}

/** HMAC-SHA-256 under the key's bytes, as base64. */
async function signature(key: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(key.slice(KEY_PREFIX.length)), (character) => character.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const secret = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  return base64Text(new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(text))));
}

/**
 * An attempt that does not succeed is repeated while the outbox does; only "gone" and a private address are
 * final.
 */
export function classifyWebhook(answer: CallAnswer): SendResult {
  if (answer.kind !== "answered") return unanswered("Webhook", answer);
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return { kind: "sent", providerId: null };
  const reason = `Webhook: HTTP ${status}`;
  if (status === GONE) return { kind: "permanent", reason, recipientGone: "unregistered" };
  const retryAfter = Number(headers.get("Retry-After") ?? Number.NaN);
  return {
    ...{ kind: "retry", reason },
    ...(Number.isFinite(retryAfter) ? { afterSeconds: retryAfter } : {}),
    ...(status === TOO_MANY ? { pauses: "address" } : {}),
  };
}
