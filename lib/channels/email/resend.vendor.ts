import { type ErrorResponse, Resend } from "resend";
import { FETCH_LIMITS } from "../../guarded-fetch/limits.ts";
import { ACCOUNT_REFUSED, classifyAnswer } from "../answers.ts";
import type { SendResult } from "../content.ts";
import type { SendMessage } from "../ports.ts";
import { unsubscribeHeaders } from "./rules.ts";

const CONCURRENT_RETRY_SECONDS = 5;
/** The package hands its options to fetch, but doesn't know this one. */
const FETCHED = { redirect: "manual" } as const;

type ResendOptions = {
  apiKey: string;
  /** The sender, such as `Hearthwatch <alerts@your.domain>`. */
  from: string;
  baseUrl?: string | undefined;
  timeoutMs?: number;
};

/** Sends mail through Resend. The message's id is the idempotency key: a retry within 24 hours sends no second mail. */
export function resendEmail({ apiKey, from, baseUrl, ...times }: ResendOptions): SendMessage {
  const { timeoutMs = FETCH_LIMITS.providerTimeoutMs } = times;
  const resend = new Resend(apiKey, baseUrl === undefined ? {} : { baseUrl });
  return async ({ id, recipient, content }) => {
    const { data, error, headers } = await resend.emails.send(
      {
        from,
        to: recipient,
        subject: content.subject,
        text: content.text,
        ...(content.html === undefined ? {} : { html: content.html }),
        headers: unsubscribeHeaders(content.unsubscribeUrl),
      },
      { idempotencyKey: id, signal: AbortSignal.timeout(timeoutMs), ...FETCHED },
    );
    if (error === null) return { kind: "sent", providerId: data.id };
    return classifyResend(error, new Headers(headers ?? {}));
  };
}

/** An error of the package. It has no status if there was no response, or if a gateway responded with its own JSON. */
type ResendFailure = Pick<ErrorResponse, "name"> & { statusCode?: number | null };

/** Classifies an error of Resend (resend.com/docs/api-reference/errors). */
export function classifyResend(
  { name, statusCode: status = null }: ResendFailure,
  headers = new Headers(),
): SendResult {
  if (status === null) return { kind: "retry", reason: "Resend: no answer" };
  return classifyAnswer(`Resend: ${name ?? `HTTP ${status}`}`, { status, headers, code: name }, [
    {
      code: ["concurrent_idempotent_requests"],
      means: { kind: "retry", afterSeconds: CONCURRENT_RETRY_SECONDS },
    },
    ACCOUNT_REFUSED,
  ]);
}
