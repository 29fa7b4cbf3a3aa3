import type { SendMessage } from "../../kernel/ports.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";
import { MESSAGE_LIMITS } from "../../messages/limits.ts";

const RESEND = "https://api.resend.com";
/** Resend refuses a caller that names itself not (error 1010). */
const USER_AGENT = "Hearthwatch/1.0";

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

const CONCURRENT_RETRY_SECONDS = 5;

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
