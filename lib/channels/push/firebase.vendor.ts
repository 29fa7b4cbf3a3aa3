import { cert, initializeApp } from "firebase-admin/app";
import { getMessaging, type Messaging, type TokenMessage } from "firebase-admin/messaging";
import { FETCH_LIMITS } from "../../guarded-fetch/limits.ts";
import { within } from "../../kernel/runtime.vendor.ts";
import { ACCOUNT_REFUSED, classifyAnswer } from "../answers.ts";
import type { SendResult } from "../content.ts";
import { cutText, isSettling } from "../message-parts.ts";
import type { OutgoingMessage, SendMessage } from "../ports.ts";

const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";
/** FCM's codes for a dead token. INVALID_ARGUMENT is one, unless a BadRequest beside it blames our message. */
const TOKEN_IS_DEAD = {
  code: ["UNREGISTERED", "SENDER_ID_MISMATCH", "INVALID_ARGUMENT"],
  means: { kind: "permanent", recipientGone: "unregistered" },
} as const;

/** The shortest wait between two attempts that FCM asks for. */
const RETRY_SECONDS_MIN = 10;

type Detail = { "@type"?: unknown; errorCode?: unknown };
type HttpAnswer = { status: number; headers?: Record<string, string>; data?: unknown };

type FirebaseOptions = { serviceAccount: string; timeoutMs?: number };

/** FCM accepts 4,096 bytes in all; we cut texts well before. */
const TITLE_CHARACTERS_MAX = 120;
const TEXT_CHARACTERS_MAX = 600;

export function classifyFcm(error: unknown): SendResult {
  const { httpResponse: answer, code } = (error ?? {}) as { httpResponse?: HttpAnswer; code?: unknown };
  const reason = `FCM: ${typeof code === "string" ? code : nameOf(error)}`;
  if (answer === undefined) return withoutAnswer(error, reason);
  const details = detailsOf(answer.data);
  const fcmCode = details.find((detail) => detail["@type"] === FCM_ERROR)?.errorCode;
  const isOurMessage = details.some((detail) => detail["@type"] === BAD_REQUEST);
  const headers = new Headers(answer.headers);
  const said = { status: answer.status, headers, code: isOurMessage ? null : String(fcmCode) };
  const result = classifyAnswer(reason, said, [TOKEN_IS_DEAD, ACCOUNT_REFUSED]);
  if (result.kind !== "retry") return result;
  return { ...result, afterSeconds: Math.max(RETRY_SECONDS_MIN, result.afterSeconds ?? 0) };
}

/** Classifies an error without a response: no access token, a message refused by the package, or a network failure. */
function withoutAnswer(error: unknown, reason: string): SendResult {
  const message = error instanceof Error ? error.message : "";
  if (/invalid_grant|invalid_client|unauthorized_client|invalid_scope/.test(message))
    return { kind: "configuration", reason };
  const isRefused = /messaging\/(invalid|payload)/.test(reason);
  return isRefused ? { kind: "permanent", reason } : { kind: "retry", reason };
}

function detailsOf(data: unknown): Detail[] {
  const { error } = (data ?? {}) as { error?: { details?: unknown } };
  return Array.isArray(error?.details) ? (error.details as Detail[]) : [];
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "unknown");

/**
 * Sends push messages through FCM, one token at a time (several at once would need HTTP/2). FCM has no idempotency
 * key: a repeated message has the same collapse key and tag, so it replaces the first on the screen. Later messages
 * about the same alerts replace it too: a reminder rings again, and the end makes no sound.
 */
export function firebasePush({
  serviceAccount,
  timeoutMs = FETCH_LIMITS.providerTimeoutMs,
}: FirebaseOptions): SendMessage {
  let messaging: Messaging | undefined;
  return async (message) => {
    try {
      messaging ??= openMessaging(serviceAccount);
    } catch {
      // The error's own text could quote the key, so it isn't used.
      return { kind: "configuration", reason: "FCM: FIREBASE_SERVICE_ACCOUNT is not a service account" };
    }
    try {
      return { kind: "sent", providerId: await within(timeoutMs, messaging.send(pushOf(message))) };
    } catch (error) {
      const result = classifyFcm(error);
      // The client may hang on an access token that a finished request was fetching: the next message starts anew.
      if (result.kind === "retry") messaging = undefined;
      return result;
    }
  };
}

function openMessaging(serviceAccount: string): Messaging {
  const credential = cert(JSON.parse(serviceAccount));
  return getMessaging(initializeApp({ credential }, crypto.randomUUID()));
}

export function pushOf({ id, recipient, content }: OutgoingMessage): TokenMessage {
  const { tag = id } = content;
  const isLoud = !isSettling(content);
  return {
    token: recipient,
    notification: {
      title: cutText(content.subject, TITLE_CHARACTERS_MAX),
      body: cutText(content.text, TEXT_CHARACTERS_MAX),
    },
    ...(content.url === undefined ? {} : { data: { url: content.url } }),
    android: {
      collapseKey: tag,
      priority: isLoud ? "high" : "normal",
      notification: { tag, ...(isLoud ? {} : { priority: "low" }) },
    },
    apns: {
      headers: { "apns-collapse-id": tag, "apns-priority": isLoud ? "10" : "5" },
      payload: {
        aps: { threadId: tag, ...(isLoud ? { sound: "default" } : { "interruption-level": "passive" }) },
      },
    },
    webpush: {
      headers: { Urgency: isLoud ? "high" : "normal" },
      // Without `renotify`, a browser replaces a notification with the same tag silently.
      notification: { tag, ...(isLoud ? { renotify: true } : { silent: true }) },
    },
  };
}
