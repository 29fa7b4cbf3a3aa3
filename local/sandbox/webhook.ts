import type { Keep, Provider } from "./provider.ts";

/** Somebody's own receiver of webhooks, under any path: keeps what it is called with and how it was signed. */
export const webhook = (keep: Keep): Provider => ({
  path: /^\/webhook\//,
  suffers: ({ method }) => method === "POST",
  faults: {
    "410": { status: 410, body: { error: "Gone" } },
    "429": { status: 429, body: { error: "Too many requests" } },
    "500": { status: 500, body: { error: "Internal error" } },
  },
  answer: async ({ method, url, headers, text }, pause) => {
    if (method !== "POST") return { status: 405, body: { error: "Only POST" } };
    await pause();
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = headers;
    keep({
      channel: "webhook",
      to: url.pathname,
      body: text,
      idempotency_key: typeof id === "string" ? id : null,
      headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature },
    });
    return { status: 200, body: {} };
  },
});
