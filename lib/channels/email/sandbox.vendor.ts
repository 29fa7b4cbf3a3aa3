import { randomUUID } from "node:crypto";
import {
  type JsonObject,
  type Pause,
  parseObject,
  type SandboxAnswer,
  type SandboxMailbox,
  type SandboxMessage,
  type SandboxRequest,
  type StandIn,
  textOf,
} from "../sandbox.vendor.ts";

const PATH = "/resend/emails";
const KEY_CHARACTERS_MAX = 256;
const RECIPIENTS_MAX = 50;
const KEYS_MAX = 5_000;
const KEY_MEMORY_MS = 24 * 3_600_000;
const ADDRESS = /^(?:[^<>\r\n]*<([^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)>|[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+)$/;

const refusal = (statusCode: number, name: string, message: string): SandboxAnswer => ({
  status: statusCode,
  body: { statusCode, name, message },
});

const CONCURRENT = () =>
  refusal(
    409,
    "concurrent_idempotent_requests",
    "Another request with the same idempotency key is in progress.",
  );
const OTHER_BODY = () =>
  refusal(
    409,
    "invalid_idempotent_request",
    "This idempotency key was used within the last 24 hours with a different payload.",
  );

const FAULTS = {
  "400": () => refusal(400, "validation_error", "Injected: the request is not valid."),
  "401": () => refusal(401, "restricted_api_key", "Injected: this API key may not send."),
  "403": () => refusal(403, "invalid_api_key", "API key is invalid"),
  "409": CONCURRENT,
  concurrent_idempotent_requests: CONCURRENT,
  invalid_idempotent_request: OTHER_BODY,
  "422": () => refusal(422, "invalid_parameter", "Injected: a parameter is not valid."),
  "429": () => refusal(429, "rate_limit_exceeded", "Too many requests."),
  "500": () => refusal(500, "internal_server_error", "An unexpected error occurred."),
  "503": () => refusal(503, "application_error", "An unexpected error occurred."),
};

/** `POST /emails` of Resend, with its idempotency keys. */
export function resendStandIn({ resendApiKey }: { resendApiKey: string }, mailbox: SandboxMailbox): StandIn {
  const keys = new ResendKeys();
  return {
    provider: "resend",
    paths: ["/resend/"],
    faults: FAULTS,
    suffers: ({ method, url }) => method === "POST" && url.pathname === PATH,
    answer: async (request, pause) => {
      const body = parseObject(request.text);
      const refused = judge(request, body, resendApiKey);
      if (refused !== null) return refused;
      const key = textOf(request.headers["idempotency-key"]);
      const outcome = await keys.once(key, request.text, pause);
      if (outcome.kind === "in_flight") return CONCURRENT();
      if (outcome.kind === "other_text") return OTHER_BODY();
      if (outcome.kind === "first") mailbox.add(mailOf(body ?? {}, key));
      return { status: 200, body: { id: outcome.id } };
    },
  };
}

const mailOf = (body: JsonObject, key: string | null): SandboxMessage => ({
  channel: "email",
  to: recipients(body.to).join(", "),
  subject: String(body.subject),
  body: textOf(body.text) ?? "",
  idempotency_key: key,
  at: new Date().toISOString(),
  ...(typeof body.html === "string" ? { html: body.html } : {}),
  ...(body.headers === undefined ? {} : { headers: body.headers }),
});

function judge(
  { method, url, headers }: SandboxRequest,
  body: JsonObject | undefined,
  apiKey: string,
): SandboxAnswer | null {
  if (url.pathname !== PATH) return refusal(404, "not_found", "The requested endpoint does not exist");
  if (method !== "POST") return refusal(405, "method_not_allowed", "Method is not allowed for the path.");
  if (headers.authorization === undefined)
    return refusal(401, "missing_api_key", "Missing API Key in the authorization header.");
  if (headers.authorization !== `Bearer ${apiKey}`)
    return refusal(403, "invalid_api_key", "API key is invalid");
  const key = headers["idempotency-key"];
  if (key !== undefined && (key.length === 0 || key.length > KEY_CHARACTERS_MAX))
    return refusal(400, "invalid_idempotency_key", "The key must be between 1-256 chars.");
  if (body === undefined || !/^application\/json/.test(headers["content-type"] ?? ""))
    return refusal(400, "validation_error", "The body must be JSON.");
  return judgeMail(body);
}

function judgeMail(body: JsonObject): SandboxAnswer | null {
  const missing = ["from", "to", "subject"].find((field) => recipients(body[field]).length === 0);
  if (missing !== undefined) return refusal(422, "missing_required_field", `Missing \`${missing}\` field.`);
  if (textOf(body.text) === null && textOf(body.html) === null)
    return refusal(422, "missing_required_field", "Missing `html` or `text` field.");
  if (!ADDRESS.test(String(body.from)))
    return refusal(422, "invalid_from_address", "Invalid `from` field. Use `Name <email@example.com>`.");
  const to = recipients(body.to);
  if (to.length > RECIPIENTS_MAX || !to.every((address) => ADDRESS.test(address)))
    return refusal(422, "validation_error", "Invalid `to` field. Use `email@example.com`.");
  return null;
}

function recipients(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((item): item is string => typeof item === "string" && item !== "");
}

type Remembered = { text: string; id: string; until: number };
type KeyOutcome =
  | { kind: "first" | "again"; id: string }
  /** The same key with another text. */
  | { kind: "other_text" }
  | { kind: "in_flight" };

/** Resend's memory of idempotency keys. */
class ResendKeys {
  readonly #sent = new Map<string, Remembered>();
  readonly #inFlight = new Set<string>();

  /** `first` where nothing was sent under the key in the last 24 hours; without a key it always is. */
  async once(key: string | null, text: string, pause: Pause): Promise<KeyOutcome> {
    const id = randomUUID();
    if (key === null) {
      await pause();
      return { kind: "first", id };
    }
    if (this.#inFlight.has(key)) return { kind: "in_flight" };
    const earlier = this.#sent.get(key);
    if (earlier !== undefined && earlier.until > Date.now())
      return earlier.text === text ? { kind: "again", id: earlier.id } : { kind: "other_text" };
    this.#inFlight.add(key);
    await pause().finally(() => this.#inFlight.delete(key));
    this.#remember(key, { text, id, until: Date.now() + KEY_MEMORY_MS });
    return { kind: "first", id };
  }

  #remember(key: string, entry: Remembered): void {
    this.#sent.delete(key);
    this.#sent.set(key, entry);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > KEYS_MAX && oldest !== undefined) this.#sent.delete(oldest);
  }
}
