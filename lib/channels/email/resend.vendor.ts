import type { SendMessage, VerifyResend } from "../../kernel/ports.ts";
import { SECOND_MS } from "../../kernel/time.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { MESSAGE_LIMITS } from "../../messages/limits.ts";
import { CHANNEL_LIMITS } from "../limits.ts";

const RESEND = "https://api.resend.com";
/** Resend refuses a caller that names itself not (error 1010). */
const USER_AGENT = "Hearthwatch/1.0";

const CONCURRENT_RETRY_SECONDS = 5;

const ALGORITHM = { name: "HMAC", hash: "SHA-256" };
const KEY_PREFIX = "whsec_";
/** `v1,` and an HMAC-SHA-256 in base64. */
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;
const SIGNATURES_MAX = 8;
const SECONDS = /^\d{1,12}$/;

type ResendOptions = {
  apiKey: string;
  /** The sender, such as `Hearthwatch <alerts@your.domain>`. */
  from: string;
  /** Resend's own when absent. */
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

/**
 * Mail through Resend. The message's id is the idempotency key: a retry within 24 h is never a second mail.
 */
export function resendEmail({ apiKey, from, baseUrl = RESEND, ...times }: ResendOptions): SendMessage {
  const { timeoutMs = MESSAGE_LIMITS.providerTimeoutMs } = times;
  return async ({ id, recipient, content }) => {
    const mail = {
      from,
      to: recipient,
      subject: content.subject,
      text: content.text,
      ...(content.html === undefined ? {} : { html: content.html }),
      ...(content.unsubscribeUrl === undefined
        ? {}
        : { headers: unsubscribeHeaders(content.unsubscribeUrl) }),
    };
    try {
      const answer = await fetch(`${baseUrl}/emails`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${apiKey}`,
          "Content-Type": "application/json",
          "User-Agent": USER_AGENT,
          "Idempotency-Key": id,
        },
        body: JSON.stringify(mail),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return classifyResend(answer.status, await answer.text(), answer.headers.get("Retry-After"));
    } catch (error) {
      return {
        kind: "retry",
        reason: `Resend: no answer (${error instanceof Error ? error.name : "unknown"})`,
      };
    }
  };
}

/** RFC 8058: one click in the mail program, no page in between. */
const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** What Resend made of a mail (resend.com/docs/api-reference/errors). */
export function classifyResend(status: number, body: string, retryAfter: string | null): SendResult {
  const said = fieldsOf(body);
  const id = said.id;
  if (status >= 200 && status < 300) return { kind: "sent", providerId: typeof id === "string" ? id : null };
  const reason = `Resend: ${typeof said.name === "string" ? said.name : `HTTP ${status}`}`;
  if (said.name === "concurrent_idempotent_requests")
    return { kind: "retry", reason, afterSeconds: CONCURRENT_RETRY_SECONDS };
  if (status === 401 || status === 403) return { kind: "configuration", reason };
  if (status === 429 || status >= 500) {
    const afterSeconds = Number(retryAfter ?? Number.NaN);
    return { kind: "retry", reason, ...(Number.isFinite(afterSeconds) ? { afterSeconds } : {}) };
  }
  return { kind: "permanent", reason };
}

/** Empty for what is no JSON object: a proxy's page tells by its status alone. */
function fieldsOf(body: string): { readonly [field: string]: unknown } {
  try {
    return { ...(JSON.parse(body) as object) };
  } catch {
    return {};
  }
}

/**
 * Resend signs what it posts as Svix does: the message's id, its time and the body, under the secret of the webhook
 * (docs.svix.com/receiving/verifying-payloads/how-manual). While a secret is being changed there are several
 * signatures. What is older or newer than some minutes may have been recorded, and is refused. Compares in constant time.
 */
export const verifyResend =
  (secret: string): VerifyResend =>
  async ({ id, timestamp, signature }, body, now) => {
    if (id === null || signature === null || !SECONDS.test(timestamp ?? "")) return false;
    const ageMs = Math.abs(now.getTime() - Number(timestamp) * SECOND_MS);
    if (ageMs > CHANNEL_LIMITS.providerEventAgeMs) return false;
    const key = await crypto.subtle.importKey(
      "raw",
      bytesOf(secret.replace(KEY_PREFIX, "")),
      ALGORITHM,
      false,
      ["verify"],
    );
    const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
    for (const each of signature.split(" ").slice(0, SIGNATURES_MAX)) {
      const mac = SIGNATURE.exec(each)?.[1];
      if (mac !== undefined && (await crypto.subtle.verify(ALGORITHM.name, key, bytesOf(mac), text)))
        return true;
    }
    return false;
  };

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
