import { createServer } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { twilioVoice } from "../../lib/channels/call/twilio-voice.vendor.ts";
import { resendEmail } from "../../lib/channels/email/resend.vendor.ts";
import type { SendMessage } from "../../lib/channels/ports.ts";
import { twilioSms } from "../../lib/channels/sms/twilio.vendor.ts";
import { telegramBot } from "../../lib/channels/telegram/bot.vendor.ts";
import { listenOnLoopback } from "../../local/processes/loopback-server.ts";

const CONTENT = { subject: "Frost", text: "The loft has 1.0 °C." };

/** What arrived at the address that every other path redirects to. */
let stolen: string[] = [];
beforeEach(() => {
  stolen = [];
});
const server = await listenOnLoopback(
  createServer((request, response) => {
    request.resume();
    if (request.url === "/elsewhere") stolen.push(String(request.headers.authorization));
    response.writeHead(request.url === "/elsewhere" ? 200 : 307, { Location: "/elsewhere" }).end("<html>");
  }),
);
afterAll(() => server.stop());

const baseUrl = `http://127.0.0.1:${server.port}`;
const account = { accountSid: "AC1", authToken: "secret", from: "+15555550100", baseUrl };
const clock = () => new Date();
const webhook = { url: "https://h.example/hook", secret: async () => "secret" };
const report = () => undefined;
const bot = telegramBot({ token: "1:a", baseUrl, webhook, clock, report });

test.each<[string, SendMessage]>([
  ["mails", resendEmail({ apiKey: "re_secret", from: "Hearthwatch <a@example.test>", baseUrl })],
  ["texts", twilioSms(account)],
  ["calls", twilioVoice({ ...account, statusUrl: null, clock })],
  ["Telegram", () => bot.updates().then(() => ({ kind: "configuration", reason: "" }))],
])(
  "a provider of %s that redirects gets no secret to elsewhere, and waits for the operator",
  async (_, send) => {
    const sent = await send({ id: "msg_1", recipient: "+15555550123", content: CONTENT, attempt: 1 });
    expect([stolen, sent.kind]).toEqual([[], "configuration"]);
  },
);
