import type { SandboxMailbox, StandIn } from "../sandbox.vendor.ts";

const PREFIX = "/webhook/";

const FAULTS = {
  "410": () => ({ status: 410, body: { error: "Gone" } }),
  "429": () => ({ status: 429, body: { error: "Too many requests" } }),
  "500": () => ({ status: 500, body: { error: "Internal error" } }),
};

/** Somebody's own receiver of webhooks, under any path: keeps what it is called with and its headers. */
export const webhookStandIn = (mailbox: SandboxMailbox): StandIn => ({
  provider: "webhook",
  paths: [PREFIX],
  faults: FAULTS,
  suffers: ({ method }) => method === "POST",
  answer: async ({ method, url, headers, text }, pause) => {
    if (method !== "POST") return { status: 405, body: { error: "Only POST" } };
    await pause();
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = headers;
    mailbox.add({
      channel: "webhook",
      to: url.pathname,
      subject: null,
      body: text,
      idempotency_key: typeof id === "string" ? id : null,
      at: new Date().toISOString(),
      headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature },
    });
    return { status: 200, body: {} };
  },
});
