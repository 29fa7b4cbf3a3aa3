import { randomUUID } from "node:crypto";
import QuickLRU from "quick-lru";
import {
  type Keep,
  objectOf,
  type Provider,
  type SandboxAnswer,
  type SandboxRequest,
  textOf,
} from "./provider.ts";

const PATH = "/resend/emails";
const KEYS_MAX = 5_000;
const KEY_MEMORY_MS = 24 * 3_600_000;

const refusal = (statusCode: number, name: string, message = "Injected by the sandbox."): SandboxAnswer => ({
  status: statusCode,
  body: { statusCode, name, message },
});
const CONCURRENT = refusal(409, "concurrent_idempotent_requests");
const OTHER_BODY = refusal(409, "invalid_idempotent_request");

/** `POST /emails` of Resend, with its idempotency keys. */
export function resend(apiKey: string, keep: Keep): Provider {
  const sent = new QuickLRU<string, { text: string; id: string }>({
    maxSize: KEYS_MAX,
    maxAge: KEY_MEMORY_MS,
  });
  const inFlight = new Set<string>();
  return {
    path: /^\/resend\//,
    suffers: ({ method, url }) => method === "POST" && url.pathname === PATH,
    faults: {
      "400": refusal(400, "validation_error"),
      "401": refusal(401, "restricted_api_key"),
      "403": refusal(403, "invalid_api_key"),
      "409": CONCURRENT,
      concurrent_idempotent_requests: CONCURRENT,
      invalid_idempotent_request: OTHER_BODY,
      "422": refusal(422, "invalid_parameter"),
      "429": refusal(429, "rate_limit_exceeded"),
      "500": refusal(500, "internal_server_error"),
      "503": refusal(503, "application_error"),
    },
    answer: async (request, pause) => {
      const refused = refusalOf(request, apiKey);
      if (refused !== null) return refused;
      const { text, headers } = request;
      const key = textOf(headers["idempotency-key"]);
      const earlier = key === null ? undefined : sent.get(key);
      if (earlier !== undefined)
        return earlier.text === text ? { status: 200, body: { id: earlier.id } } : OTHER_BODY;
      if (key !== null && inFlight.has(key)) return CONCURRENT;
      const id = randomUUID();
      if (key !== null) inFlight.add(key);
      await pause().finally(() => inFlight.delete(key ?? ""));
      if (key !== null) sent.set(key, { text, id });
      const { to, subject, text: body, html, headers: mailHeaders } = objectOf(text);
      keep({
        channel: "email",
        to: [to].flat().join(", "),
        subject: String(subject),
        body: textOf(body) ?? "",
        idempotency_key: key,
        ...(typeof html === "string" ? { html } : {}),
        ...(mailHeaders === undefined ? {} : { headers: mailHeaders }),
      });
      return { status: 200, body: { id } };
    },
  };
}

function refusalOf({ method, url, headers, text }: SandboxRequest, apiKey: string): SandboxAnswer | null {
  if (url.pathname !== PATH) return refusal(404, "not_found", "The requested endpoint does not exist");
  if (method !== "POST") return refusal(405, "method_not_allowed", "Method is not allowed for the path.");
  if (headers.authorization !== `Bearer ${apiKey}`)
    return refusal(403, "invalid_api_key", "API key is invalid");
  const mail = objectOf(text);
  const missing = ["from", "to", "subject"].find((field) =>
    [mail[field]].flat().every((each) => textOf(each) === null),
  );
  return missing === undefined
    ? null
    : refusal(422, "missing_required_field", `Missing \`${missing}\` field.`);
}
