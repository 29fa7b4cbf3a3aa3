import { Resend } from "resend";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { resendEmail } from "../../lib/channels/email/resend.vendor.ts";
import { verifyResend } from "../../lib/channels/email/resend-events.vendor.ts";
import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import { svixHeaders } from "../support/svix.ts";

const MESSAGE: OutgoingMessage = {
  id: "msg_1",
  recipient: "ada@example.test",
  content: { subject: "Frost in the loft", text: "The loft has 1.0 °C." },
  attempt: 1,
};

/** Resend's next response (null: none), and the requests it got. */
let answer: (() => Response) | null;
let sent: { url: string; headers: Headers; body: Record<string, unknown> }[];
beforeEach(() => {
  [answer, sent] = [() => Response.json({ id: "mail-1" }), []];
  vi.stubGlobal("fetch", (url: string, { headers, body, signal }: RequestInit) => {
    sent.push({ url, headers: new Headers(headers), body: JSON.parse(String(body)) });
    if (answer !== null) return Promise.resolve(answer());
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const send = resendEmail({ apiKey: "re_key", from: "Hearthwatch <alerts@example.test>", timeoutMs: 50 });

const refuses =
  (statusCode: number, name: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ statusCode, name, message: "no" }, { status: statusCode, headers });

describe("a message by mail", () => {
  test("goes to its recipient, from us, under the message's id as its idempotency key", async () => {
    expect(await send(MESSAGE)).toEqual({ kind: "sent", providerId: "mail-1" });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe("https://api.resend.com/emails");
    expect(sent[0]?.headers.get("Idempotency-Key")).toBe("msg_1");
    expect(sent[0]?.headers.get("Authorization")).toBe("Bearer re_key");
    expect(sent[0]?.body).toEqual({
      from: "Hearthwatch <alerts@example.test>",
      to: "ada@example.test",
      headers: {},
      subject: "Frost in the loft",
      text: "The loft has 1.0 °C.",
    });
  });

  test.each([
    ["the same mail under way", refuses(409, "concurrent_idempotent_requests"), "retry", 5],
    ["too many at once", refuses(429, "rate_limit_exceeded", { "retry-after": "7" }), "retry", 7],
    ["too many, and no word of when", refuses(429, "daily_quota_exceeded"), "retry", undefined],
    ["a gateway without words", () => new Response("<html>", { status: 502 }), "retry", undefined],
  ])("refused for %s", async (_, refusal, kind, afterSeconds) => {
    answer = refusal;
    const result = await send(MESSAGE);
    expect(result.kind).toBe(kind);
    expect("afterSeconds" in result ? result.afterSeconds : undefined).toBe(afterSeconds);
    expect("reason" in result && result.reason).toMatch(/^Resend: (\w+|HTTP \d+)$/);
  });

  test("without an answer in time is tried again, and never throws", async () => {
    answer = null;
    expect(await send(MESSAGE)).toEqual({ kind: "retry", reason: "Resend: no answer" });
  });
});

test("an event is believed where Resend's own package believes it", async () => {
  const [webhookSecret, payload] = [`whsec_${btoa("a secret of Resend")}`, '{"type":"email.sent"}'];
  const now = new Date();
  const signed = svixHeaders(webhookSecret, now, payload);
  const headers = {
    id: signed["svix-id"],
    timestamp: signed["svix-timestamp"],
    signature: signed["svix-signature"],
  };
  const judge = (body: string) => () =>
    new Resend("re_1").webhooks.verify({ payload: body, headers, webhookSecret });
  expect(judge(payload)).not.toThrow();
  expect(judge("{}")).toThrow();
  expect(verifyResend(webhookSecret)(headers, payload, now)).toBe(true);
  expect(verifyResend(webhookSecret)(headers, "{}", now)).toBe(false);
});
