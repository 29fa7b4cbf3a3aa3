import { randomBytes, randomUUID } from "node:crypto";
import type { Hono } from "hono";
import QuickLRU from "quick-lru";
import { DAY_MS } from "../../lib/kernel/time.ts";
import { isJsonObject, type JsonObject } from "../../lib/readings/json.ts";
import {
  answerWith,
  objectOf,
  type Recorder,
  type Refusal,
  type SandboxCredentials,
  type SandboxEnv,
  textOf,
} from "./recorder.ts";

type Refusals = Readonly<Record<string, Refusal>>;

/** The only addresses that Google's packages use. */
export const GOOGLE_HOSTS: readonly string[] = ["fcm.googleapis.com", "oauth2.googleapis.com"];

const KEYS_MAX = 5_000;

const resendError = (
  status: Refusal["status"],
  name: string,
  message = "Injected by the sandbox.",
): Refusal => ({
  status,
  body: { statusCode: status, name, message },
});
const CONCURRENT = resendError(409, "concurrent_idempotent_requests");

export const RESEND_FAULTS: Refusals = {
  "400": resendError(400, "validation_error"),
  "401": resendError(401, "restricted_api_key"),
  "403": resendError(403, "invalid_api_key"),
  "409": CONCURRENT,
  "422": resendError(422, "invalid_parameter"),
  "429": resendError(429, "rate_limit_exceeded"),
  "500": resendError(500, "internal_server_error"),
  "503": resendError(503, "application_error"),
};

/** Resend's `POST /emails`, with idempotency keys. */
export function resend(app: Hono<SandboxEnv>, recorder: Recorder, { resendApiKey }: SandboxCredentials) {
  const sent = new QuickLRU<string, { text: string; id: string }>({ maxSize: KEYS_MAX, maxAge: DAY_MS });
  const inFlight = new Set<string>();
  app.post(
    "/resend/emails",
    async (c, next) => {
      const key = c.req.header("Idempotency-Key");
      if (key === undefined) return await next();
      if (inFlight.has(key)) return answerWith(c, CONCURRENT);
      inFlight.add(key);
      await next().finally(() => inFlight.delete(key));
      return undefined;
    },
    recorder.suffers("resend", RESEND_FAULTS),
    async (c) => {
      if (c.req.header("Authorization") !== `Bearer ${resendApiKey}`)
        return answerWith(c, resendError(403, "invalid_api_key", "API key is invalid"));
      const text = await c.req.text();
      const { from, to, subject, text: body, html, headers } = objectOf(text);
      if (![from, to, subject].every((field) => [field].flat().some(textOf)))
        return answerWith(c, resendError(422, "missing_required_field"));
      const key = c.req.header("Idempotency-Key") ?? null;
      const earlier = key === null ? undefined : sent.get(key);
      if (earlier !== undefined && earlier.text !== text)
        return answerWith(c, resendError(409, "invalid_idempotent_request"));
      if (earlier !== undefined) return c.json({ id: earlier.id });
      const id = randomUUID();
      if (key !== null) sent.set(key, { text, id });
      recorder.keep({
        channel: "email",
        to: [to].flat().join(", "),
        subject: String(subject),
        body: textOf(body) ?? "",
        idempotency_key: key,
        ...(typeof html === "string" && { html }),
        ...(headers !== undefined && { headers }),
      });
      return c.json({ id });
    },
  );
}

const RECORDS_MAX = 5_000;
const E164 = /^\+[1-9]\d{6,14}$/;
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/;

const twilioError = (code: number, status: Refusal["status"] = 400): Refusal => ({
  status,
  body: {
    code,
    message: "Refused by the sandbox.",
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
});

/** Twilio's errors by number (twilio.com/docs/api/errors): first those of the account, then those of one message. */
export const TWILIO_FAULTS: Refusals = {
  "401": twilioError(20003, 401),
  "429": twilioError(20429, 429),
  "500": twilioError(20500, 500),
  "503": twilioError(20503, 503),
  ...Object.fromEntries(
    [13227, 21211, 21215, 21217, 21610, 21612, 21614, 30003, 30007, 30034].map((code) => [
      String(code),
      twilioError(code),
    ]),
  ),
};

/** The two resources that send: the form's field with the text, its longest length, and the errors about it. */
const RESOURCES = {
  Messages: { channel: "sms", prefix: "SM", text: "Body", charactersMax: 1_600, empty: 21602, long: 21617 },
  Calls: { channel: "call", prefix: "CA", text: "Twiml", charactersMax: 4_000, empty: 21205, long: 21205 },
} as const;

/** Twilio's messages and calls. After an unknown result a sender reads the lists by number. Nothing rings. */
export function twilio(
  app: Hono<SandboxEnv>,
  recorder: Recorder,
  { twilioAccountSid: sid, twilioAuthToken: token }: SandboxCredentials,
): void {
  const basic = `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`;
  const account = `/twilio/2010-04-01/Accounts/${sid}`;
  app.use("/twilio/*", async (c, next) =>
    c.req.header("Authorization") === basic ? await next() : answerWith(c, twilioError(20003, 401)),
  );
  for (const [resource, kind] of Object.entries(RESOURCES)) {
    const records: { to: string }[] = [];
    app.post(`${account}/${resource}.json`, recorder.suffers("twilio", TWILIO_FAULTS), async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const [to, body] = [form.get("To"), form.get(kind.text) ?? ""];
      const from = form.get("From") ?? form.get("MessagingServiceSid") ?? "";
      if (to === null || !E164.test(to)) return answerWith(c, twilioError(21211));
      if (!E164.test(from) && !MESSAGING_SERVICE.test(from)) return answerWith(c, twilioError(21212));
      if (body === "") return answerWith(c, twilioError(kind.empty));
      if (body.length > kind.charactersMax) return answerWith(c, twilioError(kind.long));
      const date_created = new Date().toUTCString().replace("GMT", "+0000");
      const made = { sid: kind.prefix + randomBytes(16).toString("hex"), status: "queued", date_created };
      const record = { ...made, to, from, body };
      records.unshift(record);
      records.splice(RECORDS_MAX);
      recorder.keep({ channel: kind.channel, to, body });
      return c.json(record, 201);
    });
    // A list is never refused for the content of one message.
    const listed = recorder.suffers(
      "twilio",
      TWILIO_FAULTS,
      (fault) => !/^(\d{5}|timeout_after)$/.test(fault),
    );
    app.get(`${account}/${resource}.json`, listed, (c) => {
      const to = c.req.query("To");
      const found = records.filter((record) => to === undefined || record.to === to);
      return c.json({ [resource.toLowerCase()]: found, next_page_uri: null });
    });
  }
}

const PAYLOAD_BYTES_MAX = 4_096;
const COLLAPSE_ID_BYTES_MAX = 64;
const TOKEN_SECONDS = 3_599;
const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";

const googleError = (code: Refusal["status"], status: string, details: JsonObject = {}): Refusal => ({
  status: code,
  body: { error: { code, message: "Refused by the sandbox.", status, details: [details] } },
});
const fcmError = (code: Refusal["status"], status: string, errorCode: string) =>
  googleError(code, status, { "@type": FCM_ERROR, errorCode });
const badMessage = (description: string) =>
  googleError(400, "INVALID_ARGUMENT", {
    "@type": BAD_REQUEST,
    fieldViolations: [{ field: "message", description }],
  });

export const FCM_FAULTS: Refusals = {
  unregistered: fcmError(404, "NOT_FOUND", "UNREGISTERED"),
  sender_id_mismatch: fcmError(403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH"),
  invalid_token: fcmError(400, "INVALID_ARGUMENT", "INVALID_ARGUMENT"),
  invalid_payload: badMessage("Injected: invalid value in the message."),
  "401": fcmError(401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR"),
  "403": googleError(403, "PERMISSION_DENIED"),
  "429": fcmError(429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"),
  "500": fcmError(500, "INTERNAL", "INTERNAL"),
  "503": fcmError(503, "UNAVAILABLE", "UNAVAILABLE"),
};

/** FCM's HTTP v1 `messages:send`, and its token endpoint, which reads the issuer and checks no signature. */
export function fcm(
  app: Hono<SandboxEnv>,
  recorder: Recorder,
  { projectId, clientEmail }: SandboxCredentials,
): void {
  const accessToken = `ya29.${randomBytes(24).toString("base64url")}`;
  let count = 0;
  app.post("/token", async (c) => {
    const [, claims = ""] = (new URLSearchParams(await c.req.text()).get("assertion") ?? "").split(".");
    const { iss } = objectOf(Buffer.from(claims, "base64url").toString("utf8"));
    return iss === clientEmail
      ? c.json({ access_token: accessToken, expires_in: TOKEN_SECONDS, token_type: "Bearer" })
      : c.json({ error: "invalid_grant", error_description: "account not found" }, 400);
  });
  app.post("/v1/*", recorder.suffers("fcm", FCM_FAULTS), async (c) => {
    if (c.req.header("Authorization") !== `Bearer ${accessToken}`)
      return answerWith(c, googleError(401, "UNAUTHENTICATED"));
    if (c.req.path !== `/v1/projects/${projectId}/messages:send`)
      return answerWith(c, googleError(404, "NOT_FOUND"));
    const text = await c.req.text();
    const { message } = objectOf(text);
    const complaint = isJsonObject(message) ? complaintOf(message, text) : "message is missing";
    if (complaint !== null || !isJsonObject(message)) return answerWith(c, badMessage(complaint ?? ""));
    const to = String(message.token);
    const subject = at(message, "notification", "title");
    const body = at(message, "notification", "body") ?? "";
    const key = at(message, "android", "collapse_key");
    // As on a phone, a message replaces an earlier one with the same collapse key.
    const earlier = recorder.messages.find(
      (each) => each.channel === "push" && each.to === to && key !== null && each.idempotency_key === key,
    );
    if (earlier !== undefined) Object.assign(earlier, { subject, body });
    else recorder.keep({ channel: "push", to, subject, body, idempotency_key: key });
    count += 1;
    return c.json({ name: `projects/${projectId}/messages/0:${count}` });
  });
}

function complaintOf(message: JsonObject, text: string): string | null {
  if (textOf(message.token) === null) return "Recipient of the message is not set.";
  if (Buffer.byteLength(text) > PAYLOAD_BYTES_MAX) return "Message is too big.";
  const { data = {} } = message;
  if (!isJsonObject(data) || !Object.values(data).every((value) => typeof value === "string"))
    return "Invalid value at 'message.data': only texts are allowed.";
  return Buffer.byteLength(at(message, "apns", "headers", "apns-collapse-id") ?? "") > COLLAPSE_ID_BYTES_MAX
    ? "Invalid value at 'message.apns': apns-collapse-id is longer than 64 bytes."
    : null;
}

/** Returns the text at a path of names, or null. */
const at = (message: JsonObject, ...names: string[]): string | null =>
  textOf(names.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), message));

export const WEBHOOK_FAULTS: Refusals = {
  "410": { status: 410, body: { error: "Gone" } },
  "429": { status: 429, body: { error: "Too many requests" } },
  "500": { status: 500, body: { error: "Internal error" } },
};

const SIGNED = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** A person's own receiver of webhooks, at any path. Keeps each call with its signature. */
export function webhook(app: Hono<SandboxEnv>, recorder: Recorder): void {
  app.post("/webhook/*", recorder.suffers("webhook", WEBHOOK_FAULTS), async (c) => {
    recorder.keep({
      channel: "webhook",
      to: c.req.path,
      body: await c.req.text(),
      idempotency_key: c.req.header("webhook-id") ?? null,
      headers: Object.fromEntries(SIGNED.map((name) => [name, c.req.header(name)])),
    });
    return c.json({});
  });
}
