import { Webhook } from "standardwebhooks";
import { SECOND_MS } from "../../kernel/time.ts";
import type { ChannelCall } from "../call.ts";
import { type CalledOptions, calledSender } from "../called.vendor.ts";
import type { SendMessage } from "../ports.ts";
import { testEvent, type WebhookSecret } from "./rules.ts";

const USER_AGENT = "Hearthwatch-Webhooks/1.0";

/**
 * Calls a person's own URL with the alert as JSON, signed as Standard Webhooks has it: its event's id is
 * the same at every attempt, so that a receiver can tell a repeat.
 */
export const WEBHOOK_CALL: ChannelCall = {
  name: "Webhook",
  request: ({ id, content, at }) => {
    const { url, key } = content.secret as WebhookSecret;
    const now = new Date(at);
    const body = content.event ?? testEvent(content, now);
    // The very text that is sent.
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
  // An attempt that does not succeed is repeated while the outbox does; only "gone" and a private address are final.
  answers: [
    { status: 410, means: { kind: "permanent", recipientGone: "unregistered" } },
    { status: "no success", means: { kind: "retry" } },
  ],
};

export const webhookSender = (options: Omit<CalledOptions, "call" | "provider">): SendMessage =>
  calledSender({ ...options, call: WEBHOOK_CALL, provider: { token: null, baseUrl: null } });
