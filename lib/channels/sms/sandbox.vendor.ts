import { randomBytes } from "node:crypto";
import type { SandboxAnswer, SandboxMailbox, SandboxRequest, StandIn } from "../sandbox.vendor.ts";

const BODY_CHARACTERS_MAX = 1_600;
const RECORDS_MAX = 5_000;
const PAGE_DEFAULT = 50;
const PAGE_MAX = 1_000;
export const E164 = /^\+[1-9]\d{6,14}$/;
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/;

/** The account never runs out: nothing here costs anything. */
const BALANCE = { status: 200, body: { balance: "1000.00", currency: "USD" } };

const SENTENCES: Record<number, [status: number, message: string]> = {
  20003: [401, "Authenticate"],
  20004: [405, "Method not allowed"],
  20404: [404, "The requested resource was not found"],
  20429: [429, "Too Many Requests"],
  20500: [500, "An internal server error has occurred"],
  20503: [503, "Service unavailable"],
  13227: [400, "Geo Permission configuration is not permitting call"],
  21205: [400, "Invalid Twiml"],
  21215: [400, "Account not authorized to call phone number"],
  21217: [400, "Phone number does not appear to be valid"],
  21211: [400, "Invalid 'To' Phone Number"],
  21212: [400, "Invalid From Number (caller ID)"],
  21602: [400, "Message body is required."],
  21603: [400, "A 'From' phone number is required."],
  21604: [400, "A 'To' phone number is required."],
  21610: [400, "Attempt to send to unsubscribed recipient"],
  21612: [400, "Message cannot be sent with the current combination of 'To' and/or 'From' parameters"],
  21614: [400, "'To' number is not a valid mobile number"],
  21617: [400, "The concatenated message body exceeds the 1600 character limit"],
  30003: [400, "Unreachable destination handset"],
  30007: [400, "Message filtered"],
  30034: [400, "Message from an Unregistered Number"],
};
const ACCOUNT_FAULTS = { "401": 20003, "429": 20429, "500": 20500, "503": 20503 };
/** What Twilio says of one message, and never of a list. */
const MESSAGE_FAULTS = [13227, 21211, 21215, 21217, 21610, 21612, 21614, 30003, 30007, 30034];

/** Twilio's form of an error. */
export const refusal = (code: number): SandboxAnswer => {
  const [status, message] = SENTENCES[code] ?? [500, "An internal server error has occurred"];
  return { status, body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } };
};

/** What `POST /faults` can make it say. */
export const TWILIO_FAULTS: StandIn["faults"] = Object.fromEntries([
  ...Object.entries(ACCOUNT_FAULTS).map(([kind, code]) => [kind, () => refusal(code)]),
  ...MESSAGE_FAULTS.map((code) => [String(code), () => refusal(code)]),
]);

type TwilioRecord = { to: string; date_created: string; [field: string]: unknown };

export type TwilioCredentials = { twilioAccountSid: string; twilioAuthToken: string };

/** The path of one of the account's resources, and the header that proves the account. */
export const twilioDoor = ({ twilioAccountSid: sid, twilioAuthToken }: TwilioCredentials) => ({
  basic: `Basic ${Buffer.from(`${sid}:${twilioAuthToken}`).toString("base64")}`,
  pathOf: (resource: string) => `/twilio/2010-04-01/Accounts/${sid}/${resource}.json`,
});

/** Twilio's messages and balance: one endpoint sends; a sender reads the list by number after an unknown outcome. */
export function twilioMessages(credentials: TwilioCredentials, mailbox: SandboxMailbox): StandIn {
  const { twilioAccountSid: sid } = credentials;
  const { basic, pathOf } = twilioDoor(credentials);
  const path = pathOf("Messages");
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
    provider: "twilio",
    paths: ["/twilio/"],
    faults: TWILIO_FAULTS,
    suffers: ({ method, url }, kind) => url.pathname === path && canSuffer(method, kind),
    answer: async (request, pause) => {
      if (request.method === "GET" && request.url.pathname === pathOf("Balance"))
        return request.headers.authorization === basic ? BALANCE : refusal(20003);
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

/** A list is never refused for what one message says. */
export const canSuffer = (method: string, kind: string): boolean =>
  method === "POST" || (method === "GET" && !/^(\d{5}|timeout_after)$/.test(kind));

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

/** Newest first, one page: nobody here needs more. */
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
