import type { SandboxCredentials } from "./credentials.ts";
import {
  isObject,
  type JsonObject,
  parseObject,
  type SandboxAnswer,
  type SandboxRequest,
  type StandIn,
  textOf,
} from "./exchange.ts";
import type { AccessTokens } from "./fcm-token.ts";
import type { Mailbox } from "./mailbox.ts";

const PAYLOAD_BYTES_MAX = 4_096;
const COLLAPSE_ID_BYTES_MAX = 64;
const MESSAGE_FIELDS = [
  "name",
  "token",
  "data",
  "notification",
  "android",
  "apns",
  "webpush",
  "fcm_options",
  "fcmOptions",
];
const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";

function refusal(code: number, status: string, message: string, details?: JsonObject): SandboxAnswer {
  return {
    status: code,
    body: { error: { code, message, status, ...(details === undefined ? {} : { details: [details] }) } },
  };
}
const fcmError = (code: number, status: string, message: string, errorCode: string) =>
  refusal(code, status, message, { "@type": FCM_ERROR, errorCode });
const badRequest = (description: string) =>
  refusal(400, "INVALID_ARGUMENT", description, {
    "@type": BAD_REQUEST,
    fieldViolations: [{ field: "message", description }],
  });
const unauthenticated = () =>
  refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");

const FAULTS = {
  unregistered: () => fcmError(404, "NOT_FOUND", "Requested entity was not found.", "UNREGISTERED"),
  sender_id_mismatch: () => fcmError(403, "PERMISSION_DENIED", "SenderId mismatch", "SENDER_ID_MISMATCH"),
  invalid_token: () =>
    fcmError(
      400,
      "INVALID_ARGUMENT",
      "The registration token is not a valid FCM registration token",
      "INVALID_ARGUMENT",
    ),
  invalid_payload: () => badRequest("Injected: invalid value in the message."),
  "401": () =>
    fcmError(401, "UNAUTHENTICATED", "Auth error from APNS or Web Push Service", "THIRD_PARTY_AUTH_ERROR"),
  "403": () => refusal(403, "PERMISSION_DENIED", "Permission denied on the project."),
  "429": () => fcmError(429, "RESOURCE_EXHAUSTED", "Quota exceeded.", "QUOTA_EXCEEDED"),
  "500": () => fcmError(500, "INTERNAL", "Internal error encountered.", "INTERNAL"),
  "503": () => fcmError(503, "UNAVAILABLE", "The service is currently unavailable.", "UNAVAILABLE"),
};

/** `messages:send` of FCM's HTTP v1 API. A repeat under the same collapse key replaces the first. */
export function fcmStandIn(
  { projectId }: SandboxCredentials,
  tokens: AccessTokens,
  mailbox: Mailbox,
): StandIn {
  const path = `/v1/projects/${projectId}/messages:send`;
  let count = 0;
  return {
    paths: ["/v1/"],
    faults: FAULTS,
    suffers: ({ method, url }) => method === "POST" && url.pathname === path,
    answer: async (request, pause) => {
      if (request.method !== "POST" || !/^\/v1\/projects\/[^/]+\/messages:send$/.test(request.url.pathname))
        return refusal(404, "NOT_FOUND", "Requested entity was not found.");
      if (!tokens.isIssued(request.headers.authorization)) return unauthenticated();
      if (request.url.pathname !== path)
        return refusal(403, "PERMISSION_DENIED", "Permission denied on the project.");
      const body = parseObject(request.text);
      const message = isObject(body?.message) ? body.message : undefined;
      const complaint = judge(request, message);
      if (complaint !== null || message === undefined) return badRequest(complaint ?? "");
      await pause();
      count += 1;
      if (body?.validate_only !== true) deliver(mailbox, message);
      return { status: 200, body: { name: `projects/${projectId}/messages/0:${count}` } };
    },
  };
}

function judge({ text }: SandboxRequest, message: JsonObject | undefined): string | null {
  if (message === undefined) return "Invalid JSON payload received: message is missing.";
  const unknown = Object.keys(message).find((field) => !MESSAGE_FIELDS.includes(field));
  if (unknown !== undefined) return `Invalid JSON payload received. Unknown name "${unknown}" at 'message'.`;
  if (textOf(message.token) === null) return "Recipient of the message is not set.";
  if (Buffer.byteLength(text) > PAYLOAD_BYTES_MAX) return "Message is too big.";
  const { data = {} } = message;
  if (!isObject(data) || !Object.values(data).every((value) => typeof value === "string"))
    return "Invalid value at 'message.data': only texts are allowed.";
  if (Buffer.byteLength(at(message, "apns", "headers", "apns-collapse-id") ?? "") > COLLAPSE_ID_BYTES_MAX)
    return "Invalid value at 'message.apns': apns-collapse-id is longer than 64 bytes.";
  return null;
}

function deliver(mailbox: Mailbox, message: JsonObject): void {
  mailbox.collapse({
    channel: "push",
    to: String(message.token),
    subject: at(message, "notification", "title"),
    body: at(message, "notification", "body") ?? "",
    idempotency_key:
      at(message, "android", "collapse_key") ??
      at(message, "apns", "headers", "apns-collapse-id") ??
      at(message, "webpush", "notification", "tag"),
    at: new Date().toISOString(),
  });
}

/** The text under these names, each within the one before. */
function at(message: JsonObject, ...names: string[]): string | null {
  const found = names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), message);
  return textOf(found);
}
