import { randomBytes } from "node:crypto";
import type { Pause, SandboxAnswer, SandboxRequest } from "./exchange.ts";
import type { Mailbox } from "./mailbox.ts";
import { refusal } from "./twilio-refusals.ts";

const E164 = /^\+[1-9]\d{6,14}$/;
const TWIML_CHARACTERS_MAX = 4_000;
const RECORDS_MAX = 1_000;

type CallRecord = { sid: string; to: string; from: string; status: string; date_created: string };

/** Twilio's calls: what would be said is kept as a message, nothing rings (twilio.com/docs/voice/api/call-resource). */
export function twilioCalls(path: string, mailbox: Mailbox) {
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
  const answer = async (request: SandboxRequest, pause: Pause): Promise<SandboxAnswer> => {
    if (request.method === "GET") {
      const to = request.url.searchParams.get("To");
      return { status: 200, body: { calls: records.filter((record) => to === null || record.to === to) } };
    }
    if (request.method !== "POST") return refusal(20004);
    await pause();
    return place(new URLSearchParams(request.text));
  };
  return { path, answer };
}
