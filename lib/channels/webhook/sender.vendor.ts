import { Webhook } from "standardwebhooks";
import { SECOND_MS } from "../../kernel/time.ts";
import type { ChannelCall } from "../call.ts";
import { type CalledOptions, calledSender } from "../called.vendor.ts";
import type { SendMessage } from "../ports.ts";
import { testEvent, type WebhookSecret } from "./rules.ts";

const USER_AGENT = "Hearthwatch-Webhooks/1.0";

/**
 * Posts the alert as JSON to a person's own URL, signed by Standard Webhooks. The event's id is the same for every
 * attempt, so that a receiver can recognize repeats.
 */
export const WEBHOOK_CALL: ChannelCall = {
  name: "Webhook",
  request: ({ id, content, at }) => {
    const { url, key } = content.secret as WebhookSecret;
    const now = new Date(at);
    const body = content.event ?? testEvent(content, now);
    // Must be exactly the text that is sent.
    const signed = JSON.stringify(body);
    return {
      url,
      headers: {
        "User-Agent": USER_AGENT,
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(now.getTime() / SECOND_MS)),
        "webhook-signature": new Webhook(key).sign(id, now, signed),
      },
      body,
    };
  },
  // Failures are retried as long as the outbox retries. Only "gone", and a URL that we must not call, are final.
  answers: [
    { status: 410, means: { kind: "permanent", recipientGone: "unregistered" } },
    { status: "no success", means: { kind: "retry" } },
  ],
};

export const webhookSender = (options: Omit<CalledOptions, "call" | "provider">): SendMessage =>
  calledSender({ ...options, call: WEBHOOK_CALL, provider: { token: null, baseUrl: null } });
