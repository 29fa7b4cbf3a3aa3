import { randomBytes } from "node:crypto";
import type { SandboxAnswer, SandboxMailbox, StandIn } from "../sandbox.vendor.ts";
import {
  canSuffer,
  E164,
  refusal,
  TWILIO_FAULTS,
  type TwilioCredentials,
  twilioDoor,
} from "../sms/sandbox.vendor.ts";

const TWIML_CHARACTERS_MAX = 4_000;
const RECORDS_MAX = 1_000;

type CallRecord = { sid: string; to: string; from: string; status: string; date_created: string };

/** Twilio's calls: what would be said is kept as a message, nothing rings (twilio.com/docs/voice/api/call-resource). */
export function twilioCalls(credentials: TwilioCredentials, mailbox: SandboxMailbox): StandIn {
  const { basic, pathOf } = twilioDoor(credentials);
  const path = pathOf("Calls");
  const records: CallRecord[] = [];
  const place = (form: URLSearchParams): SandboxAnswer => {
    const [to, from, body] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Twiml") ?? ""];
    if (!E164.test(to)) return refusal(21211);
    if (!E164.test(from)) return refusal(21212);
    if (body === "" || body.length > TWIML_CHARACTERS_MAX) return refusal(21205);
    const at = new Date();
    const sid = `CA${randomBytes(16).toString("hex")}`;
    records.unshift({ sid, to, from, status: "queued", date_created: at.toUTCString() });
    records.splice(RECORDS_MAX);
    mailbox.add({ channel: "call", to, subject: null, body, idempotency_key: null, at: at.toISOString() });
    return { status: 201, body: records[0] };
  };
  return {
    provider: "twilio",
    paths: [path],
    faults: TWILIO_FAULTS,
    suffers: ({ method, url }, kind) => url.pathname === path && canSuffer(method, kind),
    answer: async ({ method, url, headers, text }, pause) => {
      if (headers.authorization !== basic) return refusal(20003);
      if (method === "GET") {
        const to = url.searchParams.get("To");
        return { status: 200, body: { calls: records.filter((record) => to === null || record.to === to) } };
      }
      if (method !== "POST") return refusal(20004);
      await pause();
      return place(new URLSearchParams(text));
    },
  };
}
