import { Webhook } from "standardwebhooks";
import {
  type CallAnswer,
  type GuardedCallOptions,
  guardedCall,
} from "../../feeds/guarded-fetch/guarded-fetch.vendor.ts";
import type { Clock } from "../../kernel/ports.ts";
import { SECOND_MS } from "../../kernel/time.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { testEvent } from "../../messages/notice/render-notice.ts";
import { unanswered } from "../called.vendor.ts";
import type { OutgoingMessage, SendMessage } from "../ports.ts";
import type { WebhookSecret } from "./rules.ts";

type WebhookOptions = GuardedCallOptions & { clock: Clock };

const GONE = 410;
const TOO_MANY = 429;
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
    const headers = headersOf(message, body, keys, clock());
    return classifyWebhook(await call(url, { method: "POST", headers, body }));
  };
}

function headersOf(
  { id: deliveryId, content }: OutgoingMessage,
  body: string,
  { key, previousKey }: Omit<WebhookSecret, "url">,
  now: Date,
): Record<string, string> {
  const id = content.eventId ?? deliveryId;
  const keys = previousKey === undefined ? [key] : [key, previousKey];
  return {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / SECOND_MS)),
    "webhook-signature": keys.map((each) => new Webhook(each).sign(id, now, body)).join(" "),
    "hearthwatch-delivery-id": deliveryId,
  };
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
