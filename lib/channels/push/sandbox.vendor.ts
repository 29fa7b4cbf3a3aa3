import { randomBytes } from "node:crypto";
import {
  isObject,
  type JsonObject,
  parseObject,
  type SandboxAnswer,
  type SandboxMailbox,
  type SandboxRequest,
  type StandIn,
  textOf,
} from "../sandbox.vendor.ts";

const TOKEN_PATH = "/token";
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

type Account = { projectId: string; clientEmail: string };

/**
 * `messages:send` of FCM's HTTP v1 API, and the token endpoint before it. A repeat under the same collapse key replaces
 * the first.
 */
export function fcmStandIn({ projectId, clientEmail }: Account, mailbox: SandboxMailbox): StandIn {
  const path = `/v1/projects/${projectId}/messages:send`;
  const tokens = new AccessTokens(clientEmail);
  let count = 0;
  return {
    provider: "fcm",
    paths: ["/v1/", TOKEN_PATH],
    faults: FAULTS,
    suffers: ({ method, url }) => method === "POST" && url.pathname === path,
    answer: async (request, pause) => {
      if (request.url.pathname === TOKEN_PATH) return tokens.answer(request);
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

function deliver(mailbox: SandboxMailbox, message: JsonObject): void {
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

const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const AUDIENCE = "https://oauth2.googleapis.com/token";
const SCOPES = ["firebase.messaging", "cloud-platform"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
const LIFETIME_SECONDS = 3_600;
const SKEW_SECONDS = 300;
const TOKENS_MAX = 1_000;

const refusedToken = (status: number, error: string, error_description: string): SandboxAnswer => ({
  status,
  body: { error, error_description },
});

/** Google's token endpoint for service accounts: the assertion's form is checked, its signature is not. */
class AccessTokens {
  readonly #issued = new Map<string, number>();
  readonly #clientEmail: string;

  constructor(clientEmail: string) {
    this.#clientEmail = clientEmail;
  }

  /** True if this Authorization header has one of our unexpired tokens. */
  isIssued(authorization: string | undefined): boolean {
    const until = this.#issued.get(authorization?.replace(/^Bearer /, "") ?? "");
    return until !== undefined && until > Date.now();
  }

  answer({ method, headers, text }: SandboxRequest): SandboxAnswer {
    if (method !== "POST") return refusedToken(405, "invalid_request", "The method must be POST.");
    if (!/^application\/x-www-form-urlencoded/.test(headers["content-type"] ?? ""))
      return refusedToken(400, "invalid_request", "The body must be a form.");
    const form = new URLSearchParams(text);
    if (form.get("grant_type") !== GRANT)
      return refusedToken(400, "unsupported_grant_type", `Invalid grant_type: ${form.get("grant_type")}`);
    const complaint = judgeAssertion(form.get("assertion") ?? "", this.#clientEmail);
    if (complaint !== null) return refusedToken(400, "invalid_grant", complaint);
    return { status: 200, body: this.#issue() };
  }

  #issue(): JsonObject {
    const token = `ya29.${randomBytes(24).toString("base64url")}`;
    this.#issued.set(token, Date.now() + LIFETIME_SECONDS * 1_000);
    const [oldest] = this.#issued.keys();
    if (this.#issued.size > TOKENS_MAX && oldest !== undefined) this.#issued.delete(oldest);
    return { access_token: token, expires_in: LIFETIME_SECONDS - 1, token_type: "Bearer" };
  }
}

function judgeAssertion(assertion: string, clientEmail: string): string | null {
  const [header, claims, signature, ...rest] = assertion.split(".");
  const [head, claim] = [decoded(header), decoded(claims)];
  if (head === undefined || claim === undefined || !signature || rest.length > 0) return "Bad JWT.";
  if (head.alg !== "RS256") return "Invalid JWT: Unsupported signature algorithm.";
  if (claim.iss !== clientEmail) return "Invalid grant: account not found";
  if (claim.aud !== AUDIENCE) return "Invalid JWT: Failed audience check.";
  const scopes = String(claim.scope).split(" ");
  if (!scopes.some((scope) => SCOPES.includes(scope))) return "Invalid OAuth scope.";
  const [issuedAt, expires, now] = [Number(claim.iat), Number(claim.exp), Date.now() / 1_000];
  const isTimely = issuedAt <= now + SKEW_SECONDS && expires > now && expires - issuedAt <= LIFETIME_SECONDS;
  return isTimely
    ? null
    : "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.";
}

const decoded = (part: string | undefined): JsonObject | undefined =>
  parseObject(Buffer.from(part ?? "", "base64url").toString("utf8"));
