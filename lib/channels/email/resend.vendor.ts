import { Resend } from "resend";
import { LIMITS } from "../../../schema/limits.ts";
import type { SendMessage } from "../../kernel/ports.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";

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
export function resendEmail({ apiKey, from, baseUrl, ...times }: ResendOptions): SendMessage {
  const { timeoutMs = LIMITS.providerTimeoutMs } = times;
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  return async ({ id, recipient, content }) => {
    const { data, error, headers } = await resend.emails.send(
      {
        from,
        to: recipient,
        subject: content.subject,
        text: content.text,
        ...(content.html === undefined ? {} : { html: content.html }),
        ...(content.unsubscribeUrl === undefined
          ? {}
          : { headers: unsubscribeHeaders(content.unsubscribeUrl) }),
      },
      { idempotencyKey: id, signal: AbortSignal.timeout(timeoutMs) },
    );
    if (error === null) return { kind: "sent", providerId: data.id };
    return classify(error, Number(headers?.["retry-after"] ?? Number.NaN));
  };
}

/** RFC 8058: one click in the mail program, no page in between. */
const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

type ResendFailure = { name: string; message: string; statusCode: number | null };

const CONCURRENT_RETRY_SECONDS = 5;

function classify(error: ResendFailure, retryAfter: number): SendResult {
  const reason = `Resend: ${error.name}`;
  if (error.name === "concurrent_idempotent_requests") {
    return { kind: "retry", reason, afterSeconds: CONCURRENT_RETRY_SECONDS };
  }
  if (error.statusCode === 401 || error.statusCode === 403) return { kind: "configuration", reason };
  const status = error.statusCode ?? 500;
  if (status === 429 || status >= 500) {
    return { kind: "retry", reason, ...(Number.isFinite(retryAfter) ? { afterSeconds: retryAfter } : {}) };
  }
  return { kind: "permanent", reason };
}
