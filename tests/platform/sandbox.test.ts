import { createHmac } from "node:crypto";
import { get as httpGet } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { twilioVoice } from "../../lib/channels/call/twilio-voice.vendor.ts";
import type { MessageContent } from "../../lib/channels/content.ts";
import { resendEmail } from "../../lib/channels/email/resend.vendor.ts";
import type { SendMessage } from "../../lib/channels/ports.ts";
import { firebasePush, pushOf } from "../../lib/channels/push/firebase.vendor.ts";
import { twilioSms } from "../../lib/channels/sms/twilio.vendor.ts";
import { webhookSender } from "../../lib/channels/webhook/sender.vendor.ts";
import { startSandbox } from "../../local/sandbox/sandbox.ts";
import type { CalledChannel, Channel } from "../../schema/vocabulary.ts";
import { readLines } from "../support/json-lines.ts";
import { outgoing, sendHttpsTo, tellSandbox } from "../support/sandbox.ts";

const TIMEOUT_MS = 1_000;
const FROM = "Hearthwatch <alerts@example.com>";
/** Channels with a provider of their own. The called ones are in tests/adapters/called-channels.test.ts. */
type Own = Exclude<Channel, CalledChannel>;
const RECIPIENTS = {
  email: "ada@example.com",
  sms: "+15550100001",
  call: "+15550100002",
  push: "token-of-ada",
  webhook: "http://127.0.0.1/…1",
};
const PROVIDERS = { email: "resend", sms: "twilio", call: "twilio", push: "fcm", webhook: "webhook" };

const WEBHOOK_KEY = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

const sandbox = await startSandbox();
const { resendApiKey, twilioAccountSid, twilioAuthToken, twilioFrom, serviceAccount } = sandbox.credentials;
const timeoutMs = TIMEOUT_MS;
sendHttpsTo(sandbox.url);
const send: Record<Own, SendMessage> = {
  email: resendEmail({ apiKey: resendApiKey, from: FROM, baseUrl: `${sandbox.url}/resend`, timeoutMs }),
  sms: twilioSms({
    accountSid: twilioAccountSid,
    authToken: twilioAuthToken,
    from: twilioFrom,
    baseUrl: `${sandbox.url}/twilio`,
    timeoutMs,
  }),
  call: twilioVoice({
    accountSid: twilioAccountSid,
    authToken: twilioAuthToken,
    from: twilioFrom,
    baseUrl: `${sandbox.url}/twilio`,
    statusUrl: (id) => `https://hearth.example.net/api/channels/call/${id}`,
    clock: () => new Date(),
    timeoutMs,
  }),
  push: firebasePush({ serviceAccount, timeoutMs }),
  webhook: webhookSender({
    rules: { allowedHosts: [new URL(sandbox.url).host], ownHosts: [] },
    resolveHost: async () => [],
    clock: () => new Date(),
    timeoutMs,
  }),
};
afterAll(() => sandbox?.stop());
beforeEach(async () => {
  await tellSandbox(sandbox.url, "DELETE", "/messages");
  await tellSandbox(sandbox.url, "DELETE", "/faults");
});

const fault = (channel: Own, kind: string, more: object = {}) =>
  tellSandbox(sandbox.url, "POST", "/faults", { provider: PROVIDERS[channel], kind, ...more });
/** Returns a message for the sandbox's own webhook. */
const called = (): MessageContent => ({
  subject: "Freeze in the cellar",
  text: "Cellar: 33 °F and falling.",
  event: {
    type: "alerts.changed",
    timestamp: "2026-11-20T10:00:00.000Z",
    data: { home: "Ada's", alerts: [] },
  },
  secret: { url: `${sandbox.url}/webhook/ada?key=hidden`, key: WEBHOOK_KEY },
});
const bodies = () => sandbox.messages().map(({ body }) => body);

describe("a message arrives", () => {
  test("as email, once a key, with its unsubscribe header", async () => {
    const content = {
      subject: "Weekly digest",
      text: "All well.",
      html: "<p>All well.</p>",
      unsubscribeUrl: "https://hearthwatch.example/u/1",
    };
    const message = outgoing(RECIPIENTS.email, { content });
    const first = await send.email(message);
    expect(first).toEqual({ kind: "sent", providerId: expect.any(String) });
    expect(await send.email({ ...message, attempt: 2 })).toEqual(first);
    expect(sandbox.messages()).toEqual([
      {
        channel: "email",
        to: RECIPIENTS.email,
        subject: "Weekly digest",
        body: "All well.",
        html: "<p>All well.</p>",
        headers: {
          "List-Unsubscribe": "<https://hearthwatch.example/u/1>",
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
        idempotency_key: message.id,
        at: expect.any(String),
      },
    ]);
    const changed = { ...message, content: { ...content, text: "Not well." } };
    expect(await send.email(changed)).toEqual({
      kind: "permanent",
      reason: "Resend: invalid_idempotent_request",
    });
  });

  test("as SMS, with a reference at its end", async () => {
    const message = outgoing(RECIPIENTS.sms);
    expect(await send.sms(message)).toEqual({ kind: "sent", providerId: expect.stringMatching(/^SM/) });
    expect(sandbox.messages()).toEqual([
      {
        channel: "sms",
        to: RECIPIENTS.sms,
        subject: null,
        body: `Cellar: 33 °F and falling.\nRef ${message.id.slice(-8)}`,
        idempotency_key: null,
        at: expect.any(String),
      },
    ]);
  });

  test("as push, where a repeat replaces the first on the screen", async () => {
    const message = outgoing(RECIPIENTS.push);
    expect(await send.push(message)).toEqual({
      kind: "sent",
      providerId: expect.stringContaining("/messages/"),
    });
    expect((await send.push(message)).kind).toBe("sent");
    expect(sandbox.messages()).toEqual([
      {
        channel: "push",
        to: RECIPIENTS.push,
        subject: message.content.subject,
        body: message.content.text,
        idempotency_key: message.id,
        at: expect.any(String),
      },
    ]);
  });

  test("as push, where an end takes the place of its alarm without a sound, and a reminder rings there", async () => {
    const about = (urgency: "critical" | "news", subject: string) =>
      outgoing(RECIPIENTS.push, { content: { subject, text: "Elm Street", tag: "alr_1", urgency } });
    const loud = pushOf(about("critical", "Still wet"));
    expect([loud.android?.priority, loud.apns?.payload?.aps.sound]).toEqual(["high", "default"]);
    expect(loud.webpush?.notification).toEqual({ tag: "alr_1", renotify: true });
    const end = pushOf(about("news", "Dry again"));
    expect([end.android?.priority, end.apns?.headers?.["apns-priority"]]).toEqual(["normal", "5"]);
    expect(end.apns?.payload?.aps).not.toHaveProperty("sound");
    expect(end.webpush?.notification).toEqual({ tag: "alr_1", silent: true });
    await send.push({ ...about("critical", "Water leak"), id: "msg_alarm" });
    await send.push({ ...about("news", "Dry again"), id: "msg_end" });
    expect(sandbox.messages().map(({ subject }) => subject)).toEqual(["Dry again"]);
  });

  test("as a webhook's call, signed as Standard Webhooks has it", async () => {
    const message = outgoing(RECIPIENTS.webhook, { content: called() });
    expect(await send.webhook(message)).toEqual({ kind: "sent", providerId: null });
    const [call] = sandbox.messages();
    expect(call).toMatchObject({ channel: "webhook", to: "/webhook/ada", idempotency_key: message.id });
    expect(JSON.parse(call?.body ?? "")).toEqual(message.content.event);
    const headers = call?.headers as Record<string, string>;
    const signed = `${message.id}.${headers["webhook-timestamp"]}.${call?.body}`;
    const key = Buffer.from(WEBHOOK_KEY.replace("whsec_", ""), "base64");
    expect(headers["webhook-signature"]).toBe(
      `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    );
    expect(Math.abs(Number(headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(60);
  });

  test("however long it is", async () => {
    const content = { subject: "ä".repeat(500), text: "😱".repeat(5_000) };
    for (const channel of ["email", "sms", "push"] as const)
      expect((await send[channel](outgoing(RECIPIENTS[channel], { content }))).kind, channel).toBe("sent");
    expect(bodies()).toHaveLength(3);
  });
});

describe("the answers of a provider are distinguished", () => {
  const CASES = readLines<[Own, string, object]>(new URL("provider-refusals.jsonl", import.meta.url));
  test.each(CASES)("%s: %s", async (channel, kind, result) => {
    await fault(channel, kind);
    const message = outgoing(RECIPIENTS[channel], channel === "webhook" ? { content: called() } : {});
    expect(await send[channel](message)).toMatchObject(result);
    expect(bodies()).toEqual([]);
    expect((await send[channel](message)).kind).toBe("sent");
  });
});

describe("the sandbox's own routes", () => {
  const MISTAKES: [string, unknown][] = [
    ["one of resend, twilio, fcm, webhook, open_meteo, called", { provider: "smtp", kind: "500" }],
    ['"kind" must be, for resend, one of', { provider: "resend", kind: "21610" }],
    ['"times" must be', { provider: "resend", kind: "500", times: 0 }],
    ['"retry_after" must be', { provider: "resend", kind: "429", retry_after: -1 }],
    ['"count" is an unknown field', { provider: "resend", kind: "429", count: 2 }],
    ['"provider" must be', []],
  ];
  test.each(MISTAKES)("say what is wrong with a fault: %s", async (sentence, body) => {
    const answer = await fetch(`${sandbox.url}/faults`, { method: "POST", body: JSON.stringify(body) });
    expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining(sentence) }]);
  });
});

test("the sandbox answers to nobody who comes by another name", async () => {
  const status = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(sandbox.url);
      httpGet({ host: "127.0.0.1", port, path: "/messages", headers: { Host: host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      }).once("error", reject);
    });
  for (const host of ["127.0.0.1", "localhost:1", "LOCALHOST"]) expect(await status(host)).not.toBe(421);
  for (const host of ["evil.example", "127.0.0.1.evil.example", "[::1]", "0.0.0.0"])
    expect(await status(host)).toBe(421);
});
