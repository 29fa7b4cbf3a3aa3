import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calledCancel, calledSender } from "../../lib/channels/called.vendor.ts";
import { ADDRESS_READERS, CHANNEL_CALLS } from "../../lib/channels/registry.ts";
import type { SendMessage } from "../../lib/kernel/ports.ts";
import type { MessageContent } from "../../lib/messages/message.ts";
import { CALLED_STAND_INS } from "../../local/sandbox/called.ts";
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

function sender(channel: CalledChannel): SendMessage {
  const path = CALLED_STAND_INS[channel].baseUrl;
  return calledSender({
    call: CHANNEL_CALLS[channel],
    provider: { token: "sandbox", baseUrl: path === undefined ? null : `${sandbox.url}${path}` },
    rules: rulesHere(),
    resolveHost: async () => [],
    clock: () => new Date("2026-11-22T10:00:00Z"),
    timeoutMs: TIMEOUT_MS,
  });
}

const rulesHere = () => ({ allowedHosts: [new URL(sandbox.url).host], ownHosts: [] });

/** A message to what a person types for the sandbox. */
function messageFor(channel: CalledChannel, changes: Partial<MessageContent> = {}) {
  const typed = CALLED_STAND_INS[channel].address(sandbox.url);
  const policy = undefined as never;
  const random = (count: number) => new Uint8Array(count);
  const read = ADDRESS_READERS[channel](typed, { policy, webhookRules: rulesHere(), random });
  if (!read.ok) throw new Error(`${channel} refuses ${typed}`);
  const { address, secret } = read.value;
  const content = { subject: "Pipes may freeze", text: "Cellar is at 33 °F", urgency: "critical" as const };
  return outgoing(address, { content: { ...content, ...changes, ...(secret === null ? {} : { secret }) } });
}

/** What the app shows of the only message that arrived. */
function shown(channel: CalledChannel) {
  const [message, ...more] = sandbox.messages();
  expect([message?.channel, more]).toEqual([channel, []]);
  return CALLED_STAND_INS[channel].shows(JSON.parse(message?.body ?? "{}"));
}

describe.each(CALLED_CHANNELS)("%s", (channel) => {
  test("brings a message", async () => {
    const rings = { kind: "sent", providerId: "s".repeat(30), receipt: "ringing" };
    expect(await sender(channel)(messageFor(channel))).toEqual(
      channel === "pushover" ? rings : { kind: "sent", providerId: null },
    );
    expect(shown(channel).title).toContain("Pipes may freeze");
    expect(shown(channel).text).toContain("33 °F");
  });

  test("brings its link also where its host is a name at home", async () => {
    const url = "http://hearth:8787/a/0123456789ABCDEFabcdef";
    expect((await sender(channel)(messageFor(channel, { url }))).kind).toBe("sent");
    expect(shown(channel).links).toContain(url);
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
  const cancel = calledCancel({
    call: CHANNEL_CALLS.pushover,
    provider: { token: "sandbox", baseUrl: `${sandbox.url}/pushover` },
    rules: rulesHere(),
    resolveHost: async () => [],
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
