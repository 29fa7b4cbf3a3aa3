import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calledCancel, calledSender } from "../../lib/channels/called.vendor.ts";
import type { MessageContent } from "../../lib/channels/content.ts";
import type { SendMessage } from "../../lib/channels/ports.ts";
import { ADDRESS_READERS, CHANNEL_CALLS } from "../../lib/channels/registry.ts";
import { webhookSender } from "../../lib/channels/webhook/sender.vendor.ts";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { type Sandbox, startSandbox } from "../../local/sandbox/sandbox.ts";
import { CALLED_CHANNELS, type CalledChannel } from "../../schema/vocabulary.ts";
import { CHANNEL_APPS } from "../support/channel-apps.ts";
import { outgoing, tellSandbox } from "../support/sandbox.ts";

const TIMEOUT_MS = 300;

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
  return calledSender({
    call: CHANNEL_CALLS[channel],
    provider: {
      token: "sandbox",
      baseUrl: CHANNEL_CALLS[channel].variables === undefined ? null : `${sandbox.url}/${channel}`,
    },
    rules: rulesHere(),
    resolveHost: async () => [],
    clock: () => new Date("2026-11-22T10:00:00Z"),
    timeoutMs: TIMEOUT_MS,
  });
}

const rulesHere = () => ({ allowedHosts: [new URL(sandbox.url).host], ownHosts: [] });

/** A message to a channel's address in the sandbox. */
function messageFor(channel: CalledChannel, changes: Partial<MessageContent> = {}) {
  return typedMessage(channel, CHANNEL_APPS[channel].address(sandbox.url), rulesHere(), changes);
}

function typedMessage(
  channel: CalledChannel,
  typed: string,
  webhookRules: ReturnType<typeof rulesHere>,
  changes: Partial<MessageContent> = {},
) {
  const rules = {
    policy: undefined as never,
    webhookRules,
    random: (count: number) => new Uint8Array(count),
  };
  const read = ADDRESS_READERS[channel](typed, rules);
  if (!read.ok) throw new Error(`${channel} refuses ${typed}`);
  const { address, secret } = read.value;
  const content = { subject: "Pipes may freeze", text: "Cellar is at 33 °F", urgency: "critical" as const };
  return outgoing(address, { content: { ...content, ...changes, ...(secret === null ? {} : { secret }) } });
}

/** Returns what the app shows of the only message that arrived. */
function shown(channel: CalledChannel) {
  const [message, ...more] = sandbox.messages();
  expect([message?.channel, more]).toEqual([channel, []]);
  return CHANNEL_APPS[channel].shows(JSON.parse(message?.body ?? "{}"));
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

/** Channels with a server of the owner's choice, which may be hostile. */
const OWN_SERVERS = ["ntfy", "chat", "home_assistant", "apprise", "webhook"] as const;
type OwnServer = (typeof OWN_SERVERS)[number];

const PUBLIC = "81.2.69.142";

type Reach = { resolveHost: ResolveHost; fetch: typeof globalThis.fetch };

/** The channel's real sender, with a message to the address in `NAMED`. */
function toOwnServer(channel: OwnServer, reach: Reach) {
  const typed = NAMED[channel];
  const rules = { allowedHosts: [], ownHosts: [] };
  const options = { rules, ...reach, clock: () => new Date(0), timeoutMs: TIMEOUT_MS };
  const content = { subject: "Pipes may freeze", text: "Cellar is at 33 °F" };
  if (channel === "webhook") {
    const secret = { url: typed, key: `whsec_${btoa("k".repeat(32))}` };
    const message = outgoing("webhook", { content: { ...content, secret } });
    return () => webhookSender(options)(message);
  }
  const send = calledSender({
    ...options,
    call: CHANNEL_CALLS[channel],
    provider: { token: null, baseUrl: null },
  });
  const message = typedMessage(channel, typed, rules);
  return () => send(message);
}

/** A public address of each channel, as a person types it. */
const NAMED: Record<OwnServer, string> = {
  ntfy: "https://ntfy.example.com/home",
  chat: "https://hooks.slack.com/services/T0/B0/secret",
  home_assistant: "https://ha.example.com/api/webhook/pipes-hook-1",
  apprise: "https://apprise.example.com/notify/home",
  webhook: "https://hooks.example.com/home",
};

test.each(OWN_SERVERS)(
  "an own server of %s whose name leads into a network is not called, and is tried again",
  async (channel) => {
    const fetched: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      fetched.push(String(input));
      return new Response("{}");
    };
    const answers = [[PUBLIC], ["10.0.0.7"]];
    const send = toOwnServer(channel, { resolveHost: async () => answers.shift() ?? [], fetch });
    expect((await send()).kind).toBe("sent");
    expect(await send()).toMatchObject({
      kind: "retry",
      reason: expect.stringContaining("not on the public internet"),
    });
    expect(fetched).toHaveLength(1);
  },
);

test.each(OWN_SERVERS)("%s that names the time of the next attempt is believed", async (channel) => {
  const headers = { Date: "Sun, 22 Nov 2026 09:58:00 GMT", "Retry-After": "Sun, 22 Nov 2026 10:00:00 GMT" };
  const fetch = async () => new Response(null, { status: 429, headers });
  const send = toOwnServer(channel, { resolveHost: async () => [PUBLIC], fetch });
  expect(await send()).toMatchObject({ kind: "retry", afterSeconds: 120, pauses: "address" });
});

test.each(OWN_SERVERS)("an own server of %s that redirects is followed nowhere", async (channel) => {
  const fetched: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    fetched.push(String(input));
    return new Response(null, { status: 307, headers: { location: "https://inside.example/" } });
  };
  const send = toOwnServer(channel, { resolveHost: async () => [PUBLIC], fetch });
  expect((await send()).kind).toMatch(/^(permanent|retry)$/);
  expect(fetched).toHaveLength(1);
});
