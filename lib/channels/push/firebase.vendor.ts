import { cert, initializeApp } from "firebase-admin/app";
import { getMessaging, type Messaging, type TokenMessage } from "firebase-admin/messaging";
import type { OutgoingMessage, SendMessage } from "../../kernel/ports.ts";
import { MESSAGE_LIMITS } from "../../messages/limits.ts";
import { cutText } from "../cut-text.ts";
import { within } from "../within.vendor.ts";
import { classifyFcm } from "./fcm-classes.vendor.ts";

type FirebaseOptions = {
  /** The JSON of a service account's key. */
  serviceAccount: string;
  timeoutMs?: number;
};

/** FCM takes 4,096 bytes with everything; texts are cut well before. */
const TITLE_CHARACTERS_MAX = 120;
const TEXT_CHARACTERS_MAX = 600;

/**
 * Push through FCM, a token at a time (several at once would need HTTP/2). FCM knows no idempotency key: a
 * repeat has the same collapse key and tag, so that it replaces the first on the screen.
 */
export function firebasePush({
  serviceAccount,
  timeoutMs = MESSAGE_LIMITS.providerTimeoutMs,
}: FirebaseOptions): SendMessage {
  let messaging: Messaging | undefined;
  return async (message) => {
    try {
      messaging ??= openMessaging(serviceAccount);
    } catch {
      // Its message could quote the key.
      return { kind: "configuration", reason: "FCM: FIREBASE_SERVICE_ACCOUNT is not a service account" };
    }
    try {
      return { kind: "sent", providerId: await within(timeoutMs, messaging.send(pushOf(message))) };
    } catch (error) {
      const result = classifyFcm(error);
      // What hangs may be its access token, fetched in a request that is over: the next message starts anew.
      if (result.kind === "retry") messaging = undefined;
      return result;
    }
  };
}

function openMessaging(serviceAccount: string): Messaging {
  const credential = cert(JSON.parse(serviceAccount));
  return getMessaging(initializeApp({ credential }, crypto.randomUUID()));
}

function pushOf({ id, recipient, content }: OutgoingMessage): TokenMessage {
  return {
    token: recipient,
    notification: {
      title: cutText(content.subject, TITLE_CHARACTERS_MAX),
      body: cutText(content.text, TEXT_CHARACTERS_MAX),
    },
    ...(content.url === undefined ? {} : { data: { url: content.url } }),
    android: { collapseKey: id, priority: "high", notification: { tag: id } },
    apns: {
      headers: { "apns-collapse-id": id, "apns-priority": "10" },
      payload: { aps: { sound: "default" } },
    },
    webpush: { headers: { Urgency: "high" }, notification: { tag: id } },
  };
}
