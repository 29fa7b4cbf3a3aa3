import { randomBytes } from "node:crypto";
import type { SandboxCredentials } from "./credentials.ts";
import type { SandboxAnswer, SandboxRequest, StandIn } from "./exchange.ts";
import type { Mailbox } from "./mailbox.ts";
import { twilioCalls } from "./twilio-calls.ts";
import { refusal, TWILIO_FAULTS } from "./twilio-refusals.ts";

const BODY_CHARACTERS_MAX = 1_600;
const RECORDS_MAX = 5_000;
const PAGE_DEFAULT = 50;
const PAGE_MAX = 1_000;
const E164 = /^\+[1-9]\d{6,14}$/;
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/;

/** The account never runs out: nothing here costs anything. */
const BALANCE = { status: 200, body: { balance: "1000.00", currency: "USD" } };

type TwilioRecord = { to: string; date_created: string; [field: string]: unknown };

/** Twilio's messages, calls and balance: one sends, the list by number is what a sender looks into after an unknown outcome. */
export function twilioStandIn(credentials: SandboxCredentials, mailbox: Mailbox): StandIn {
  const { twilioAccountSid: sid, twilioAuthToken } = credentials;
  const basic = `Basic ${Buffer.from(`${sid}:${twilioAuthToken}`).toString("base64")}`;
  const path = `/twilio/2010-04-01/Accounts/${sid}/Messages.json`;
  const calls = twilioCalls(`/twilio/2010-04-01/Accounts/${sid}/Calls.json`, mailbox);
  const balancePath = `/twilio/2010-04-01/Accounts/${sid}/Balance.json`;
  const records: TwilioRecord[] = [];

  const send = (form: URLSearchParams): SandboxAnswer => {
    const record = newRecord(sid, form);
    records.unshift(record);
    records.splice(RECORDS_MAX);
    const [to, body] = [form.get("To") ?? "", form.get("Body") ?? ""];
    const at = new Date().toISOString();
    mailbox.add({ channel: "sms", to, subject: null, body, idempotency_key: null, at });
    return { status: 201, body: record };
  };

  return {
    paths: ["/twilio/"],
    faults: TWILIO_FAULTS,
    suffers: ({ method, url }, kind) =>
      (url.pathname === path || url.pathname === calls.path) &&
      (method === "POST" || (method === "GET" && !/^(\d{5}|timeout_after)$/.test(kind))),
    answer: async (request, pause) => {
      if (request.method === "GET" && request.url.pathname === balancePath)
        return request.headers.authorization === basic ? BALANCE : refusal(20003);
      if (request.url.pathname === calls.path)
        return request.headers.authorization === basic ? await calls.answer(request, pause) : refusal(20003);
      const refused = judgeCall(request, path, basic);
      if (refused !== null) return refused;
      if (request.method === "GET") return listed(records, request.url, path);
      const form = new URLSearchParams(request.text);
      const code = judgeForm(form);
      if (code !== null) return refusal(code);
      await pause();
      return send(form);
    },
  };
}

function judgeCall({ method, url, headers }: SandboxRequest, path: string, basic: string) {
  if (headers.authorization !== basic) return refusal(20003);
  if (url.pathname !== path) return refusal(20404);
  if (method === "GET") return null;
  if (method !== "POST") return refusal(20004);
  // Twilio takes any other body for an empty form.
  return /^application\/x-www-form-urlencoded/.test(headers["content-type"] ?? "") ? null : refusal(21604);
}

function judgeForm(form: URLSearchParams): number | null {
  const [to, from, service] = [form.get("To"), form.get("From"), form.get("MessagingServiceSid")];
  const body = form.get("Body");
  if (!to) return 21604;
  if (!E164.test(to)) return 21211;
  if (!from && !service) return 21603;
  if ((from && !E164.test(from)) || (service && !MESSAGING_SERVICE.test(service))) return 21212;
  if (!body) return 21602;
  return body.length > BODY_CHARACTERS_MAX ? 21617 : null;
}

function newRecord(accountSid: string, form: URLSearchParams): TwilioRecord {
  const sid = `SM${randomBytes(16).toString("hex")}`;
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`;
  const created = new Date().toUTCString().replace("GMT", "+0000");
  return {
    sid,
    account_sid: accountSid,
    api_version: "2010-04-01",
    body: form.get("Body"),
    date_created: created,
    date_updated: created,
    date_sent: null,
    direction: "outbound-api",
    error_code: null,
    error_message: null,
    from: form.get("From"),
    messaging_service_sid: form.get("MessagingServiceSid"),
    num_media: "0",
    num_segments: "1",
    price: null,
    price_unit: "USD",
    status: "queued",
    to: form.get("To") ?? "",
    uri,
    subresource_uris: { media: uri.replace(".json", "/Media.json") },
  };
}

/** Newest first, one page: nobody here looks further back. */
function listed(records: TwilioRecord[], url: URL, path: string): SandboxAnswer {
  const asked = Number(url.searchParams.get("PageSize") ?? PAGE_DEFAULT);
  const size = Number.isInteger(asked) && asked > 0 ? Math.min(asked, PAGE_MAX) : PAGE_DEFAULT;
  const to = url.searchParams.get("To");
  const messages = records.filter((record) => to === null || record.to === to).slice(0, size);
  const uri = `${path.slice("/twilio".length)}${url.search}`;
  return {
    status: 200,
    body: {
      messages,
      uri,
      first_page_uri: uri,
      next_page_uri: null,
      previous_page_uri: null,
      page: 0,
      page_size: size,
      start: 0,
      end: Math.max(0, messages.length - 1),
    },
  };
}
