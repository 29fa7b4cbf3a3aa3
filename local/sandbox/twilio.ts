import { randomBytes } from "node:crypto";
import type { Keep, Provider, SandboxAnswer } from "./provider.ts";

const RECORDS_MAX = 5_000;
const E164 = /^\+[1-9]\d{6,14}$/;
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/;

/** The account never runs out: nothing here costs anything. */
const BALANCE: SandboxAnswer = { status: 200, body: { balance: "1000.00", currency: "USD" } };

/** Twilio's errors by their numbers (twilio.com/docs/api/errors): those of the account, then those of one message. */
const ACCOUNT_FAULTS = { "401": 20003, "429": 20429, "500": 20500, "503": 20503 };
const MESSAGE_FAULTS = [13227, 21211, 21215, 21217, 21610, 21612, 21614, 30003, 30007, 30034];
const STATUS: Readonly<Record<number, number>> = {
  20003: 401,
  20404: 404,
  20429: 429,
  20500: 500,
  20503: 503,
};

const refusal = (code: number): SandboxAnswer => {
  const status = STATUS[code] ?? 400;
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: { code, message: "Refused by the sandbox.", more_info, status } };
};

/** The two resources that something is sent by: the form's text, how much of it is taken, and what its absence is called. */
const RESOURCES = {
  Messages: { channel: "sms", prefix: "SM", text: "Body", charactersMax: 1_600, empty: 21602, long: 21617 },
  Calls: { channel: "call", prefix: "CA", text: "Twiml", charactersMax: 4_000, empty: 21205, long: 21205 },
} as const;
type Resource = keyof typeof RESOURCES;
type Sent = {
  sid: string;
  to: string | null;
  from: string | null;
  body: string;
  status: string;
  date_created: string;
};

/** Twilio's messages, calls and balance: a sender reads the lists by number after an unknown outcome. Nothing rings. */
export function twilio(account: { sid: string; token: string }, keep: Keep): Provider {
  const basic = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString("base64")}`;
  const resources = new RegExp(
    `^/twilio/2010-04-01/Accounts/${account.sid}/(Messages|Calls|Balance)\\.json$`,
  );
  const records: Record<Resource, Sent[]> = { Messages: [], Calls: [] };

  const send = (resource: Resource, form: URLSearchParams): SandboxAnswer => {
    const { channel, prefix, text, charactersMax, empty, long } = RESOURCES[resource];
    const [to, body] = [form.get("To"), form.get(text) ?? ""];
    const from = form.get("From") ?? form.get("MessagingServiceSid") ?? "";
    if (to === null || !E164.test(to)) return refusal(21211);
    if (!E164.test(from) && !MESSAGING_SERVICE.test(from)) return refusal(21212);
    if (body === "") return refusal(empty);
    if (body.length > charactersMax) return refusal(long);
    const sid = prefix + randomBytes(16).toString("hex");
    const date_created = new Date().toUTCString().replace("GMT", "+0000");
    const record = { sid, to, from, body, status: "queued", date_created };
    records[resource].unshift(record);
    records[resource].splice(RECORDS_MAX);
    keep({ channel, to, body });
    return { status: 201, body: record };
  };

  return {
    path: /^\/twilio\//,
    // A list is never refused for what one message says.
    suffers: ({ method, url }, kind) =>
      !url.pathname.endsWith("/Balance.json") && (method === "POST" || !/^(\d{5}|timeout_after)$/.test(kind)),
    faults: Object.fromEntries([
      ...Object.entries(ACCOUNT_FAULTS).map(([kind, code]) => [kind, refusal(code)]),
      ...MESSAGE_FAULTS.map((code) => [String(code), refusal(code)]),
    ]),
    answer: async ({ method, url, headers, text }, pause) => {
      if (headers.authorization !== basic) return refusal(20003);
      const asked = resources.exec(url.pathname)?.[1];
      if (asked === undefined) return refusal(20404);
      if (asked === "Balance") return BALANCE;
      const resource = asked as Resource;
      if (method === "POST") {
        await pause();
        return send(resource, new URLSearchParams(text));
      }
      const to = url.searchParams.get("To");
      const found = records[resource].filter((record) => to === null || record.to === to);
      return { status: 200, body: { [resource.toLowerCase()]: found, next_page_uri: null } };
    },
  };
}
