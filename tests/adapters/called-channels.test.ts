import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calledCancel, calledSender } from "../../lib/channels/called.vendor.ts";
import { CHANNEL_CALLS } from "../../lib/channels/registry.ts";
import type { SendMessage } from "../../lib/kernel/ports.ts";
import { type Sandbox, startSandbox } from "../../local/sandbox/sandbox.ts";
import { CALLED_CHANNELS, type CalledChannel } from "../../schema/vocabulary.ts";
import { outgoing, tellSandbox } from "../support/sandbox.ts";

const TIMEOUT_MS = 1_000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.stop());
beforeEach(async () => {
  await tellSandbox(sandbox.url, "DELETE", "/messages");
  await tellSandbox(sandbox.url, "DELETE", "/faults");
});

const PROVIDER_PATHS: Partial<Record<CalledChannel, string>> = {
  telegram: "/telegram",
  pushover: "/pushover",
};

function sender(channel: CalledChannel): SendMessage {
  const path = PROVIDER_PATHS[channel];
  return calledSender({
    call: CHANNEL_CALLS[channel],
    provider: { token: "sandbox", baseUrl: path === undefined ? null : `${sandbox.url}${path}` },
    rules: { allowedHosts: [new URL(sandbox.url).host], ownHosts: [] },
    resolveHost: async () => [],
    clock: () => new Date("2026-11-22T10:00:00Z"),
    timeoutMs: TIMEOUT_MS,
  });
}

/** What the person's contact has sealed, and where the sandbox says that it went. */
const recipients = (): Record<CalledChannel, { secret: object | null; recipient: string; to: string }> => ({
  ntfy: { secret: { origin: sandbox.url, topic: "home", token: null }, recipient: "x", to: "home" },
  telegram: { secret: null, recipient: "-100123", to: "-100123" },
  pushover: { secret: null, recipient: "u".repeat(30), to: "u".repeat(30) },
  discord: { secret: { url: `${sandbox.url}/api/webhooks/1/x` }, recipient: "x", to: "/api/webhooks/1/x" },
  chat: {
    secret: { url: `${sandbox.url}/services/T0/x`, form: "slack" },
    recipient: "x",
    to: "/services/T0/x",
  },
  home_assistant: {
    secret: { url: `${sandbox.url}/api/webhook/hook` },
    recipient: "x",
    to: "/api/webhook/hook",
  },
  apprise: { secret: { url: `${sandbox.url}/notify/home` }, recipient: "x", to: "/notify/home" },
});
const messageFor = (channel: CalledChannel) => {
  const { secret, recipient } = recipients()[channel];
  const content = { subject: "Pipes may freeze", text: "Cellar is at 33 °F", urgency: "critical" as const };
  return outgoing(recipient, { content: { ...content, ...(secret === null ? {} : { secret }) } });
};

describe.each(CALLED_CHANNELS)("%s", (channel) => {
  test("brings a message", async () => {
    const rings = { kind: "sent", providerId: "s".repeat(30), receipt: "ringing" };
    expect(await sender(channel)(messageFor(channel))).toEqual(
      channel === "pushover" ? rings : { kind: "sent", providerId: null },
    );
    expect(sandbox.messages()).toMatchObject([{ channel, to: recipients()[channel].to }]);
    expect(sandbox.messages()[0]?.subject).toContain("Pipes may freeze");
  });

  test("is tried again after an answer that is temporary, or none at all", async () => {
    const fault = (kind: string, more = {}) =>
      tellSandbox(sandbox.url, "POST", "/faults", { provider: "called", kind, ...more });
    await fault("429", { retry_after: 30 });
    expect(await sender(channel)(messageFor(channel))).toMatchObject({ kind: "retry", afterSeconds: 30 });
    await fault("500");
    expect((await sender(channel)(messageFor(channel))).kind).toBe("retry");
    await fault("timeout_before");
    expect(await sender(channel)(messageFor(channel))).toMatchObject({
      kind: "retry",
      reason: expect.stringContaining("no answer"),
    });
    expect(sandbox.messages()).toEqual([]);
  });
});

test("what rings is ended by its receipt", async () => {
  const { rules, resolveHost } = {
    rules: { allowedHosts: [new URL(sandbox.url).host], ownHosts: [] },
    resolveHost: async () => [],
  };
  const cancel = calledCancel({
    call: CHANNEL_CALLS.pushover,
    provider: { token: "sandbox", baseUrl: `${sandbox.url}/pushover` },
    rules,
    resolveHost,
  });
  expect(await cancel("s".repeat(30))).toBe(true);
  await tellSandbox(sandbox.url, "POST", "/faults", { provider: "called", kind: "500" });
  expect(await cancel("s".repeat(30))).toBe(false);
});

test("what a provider says in its answer decides: a chat that is not there is gone", async () => {
  await tellSandbox(sandbox.url, "POST", "/faults", { provider: "called", kind: "chat_not_found" });
  expect(await sender("telegram")(messageFor("telegram"))).toEqual({
    kind: "permanent",
    reason: "Telegram: HTTP 400",
    recipientGone: "unregistered",
  });
});

test("an address that has become private is not called", async () => {
  const private_ = calledSender({
    call: CHANNEL_CALLS.discord,
    provider: { token: null, baseUrl: null },
    rules: { allowedHosts: [], ownHosts: [] },
    resolveHost: async () => ["10.0.0.7"],
    clock: () => new Date(0),
  });
  const secret = { url: "https://discord.com/api/webhooks/1/x" };
  const message = outgoing("x", { content: { subject: "s", text: "t", secret } });
  expect(await private_(message)).toMatchObject({
    kind: "permanent",
    reason: expect.stringContaining("refused"),
  });
});
