import { randomBytes } from "node:crypto";
import {
  isObject,
  type JsonObject,
  type Keep,
  objectOf,
  type Provider,
  type SandboxAnswer,
  textOf,
} from "./provider.ts";

/** Google's packages know no other addresses than these. */
export const GOOGLE_HOSTS: readonly string[] = ["fcm.googleapis.com", "oauth2.googleapis.com"];

const TOKEN_PATH = "/token";
const TOKEN_SECONDS = 3_599;
const PAYLOAD_BYTES_MAX = 4_096;
const COLLAPSE_ID_BYTES_MAX = 64;
const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";

const refusal = (code: number, status: string, details: JsonObject = {}): SandboxAnswer => ({
  status: code,
  body: { error: { code, message: "Refused by the sandbox.", status, details: [details] } },
});
const fcmError = (code: number, status: string, errorCode: string) =>
  refusal(code, status, { "@type": FCM_ERROR, errorCode });
const badRequest = (description: string) =>
  refusal(400, "INVALID_ARGUMENT", {
    "@type": BAD_REQUEST,
    fieldViolations: [{ field: "message", description }],
  });

/**
 * `messages:send` of FCM's HTTP v1 API, and the token endpoint before it, which reads who asks and checks no signature. A
 * repeat under the same collapse key replaces the first.
 */
export function fcm(
  { projectId, clientEmail }: { projectId: string; clientEmail: string },
  keep: Keep,
): Provider {
  const path = `/v1/projects/${projectId}/messages:send`;
  const accessToken = `ya29.${randomBytes(24).toString("base64url")}`;
  let count = 0;
  return {
    path: /^\/(v1\/|token$)/,
    suffers: ({ url }) => url.pathname === path,
    faults: {
      unregistered: fcmError(404, "NOT_FOUND", "UNREGISTERED"),
      sender_id_mismatch: fcmError(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"),
      invalid_token: fcmError(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"),
      invalid_payload: badRequest("Injected: invalid value in the message."),
      "401": fcmError(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR"),
      "403": refusal(403, "PERMISSION_DENIED"),
      "429": fcmError(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
      "500": fcmError(500, "INTERNAL", "INTERNAL"),
      "503": fcmError(503, "UNAVAILABLE", "UNAVAILABLE"),
    },
    answer: async ({ url, headers, text }, pause) => {
      if (url.pathname === TOKEN_PATH) {
        const [, claims = ""] = (new URLSearchParams(text).get("assertion") ?? "").split(".");
        const { iss } = objectOf(Buffer.from(claims, "base64url").toString("utf8"));
        return iss === clientEmail
          ? {
              status: 200,
              body: { access_token: accessToken, expires_in: TOKEN_SECONDS, token_type: "Bearer" },
            }
          : { status: 400, body: { error: "invalid_grant", error_description: "account not found" } };
      }
      if (headers.authorization !== `Bearer ${accessToken}`) return refusal(401, "UNAUTHENTICATED");
      if (url.pathname !== path) return refusal(404, "NOT_FOUND");
      const { message } = objectOf(text);
      const complaint = isObject(message) ? complaintOf(message, text) : "message is missing";
      if (complaint !== null || !isObject(message)) return badRequest(complaint ?? "");
      await pause();
      count += 1;
      keep({
        channel: "push",
        to: String(message.token),
        subject: at(message, "notification", "title"),
        body: at(message, "notification", "body") ?? "",
        idempotency_key: at(message, "android", "collapse_key"),
      });
      return { status: 200, body: { name: `projects/${projectId}/messages/0:${count}` } };
    },
  };
}

function complaintOf(message: JsonObject, text: string): string | null {
  if (textOf(message.token) === null) return "Recipient of the message is not set.";
  if (Buffer.byteLength(text) > PAYLOAD_BYTES_MAX) return "Message is too big.";
  const { data = {} } = message;
  if (!isObject(data) || !Object.values(data).every((value) => typeof value === "string"))
    return "Invalid value at 'message.data': only texts are allowed.";
  return Buffer.byteLength(at(message, "apns", "headers", "apns-collapse-id") ?? "") > COLLAPSE_ID_BYTES_MAX
    ? "Invalid value at 'message.apns': apns-collapse-id is longer than 64 bytes."
    : null;
}

/** The text under these names, each within the one before. */
const at = (message: JsonObject, ...names: string[]): string | null =>
  textOf(names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), message));
