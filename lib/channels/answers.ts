import { SECOND_MS } from "../kernel/time.ts";
import type { CountedBy, RecipientGone, SendResult } from "./content.ts";

export type ProviderAnswer = {
  status: number;
  headers?: Headers;
  /** The beginning of the body; empty if it was not read. */
  body?: string;
  /** The provider's own error code, if it has such codes. */
  code?: string | number | null | undefined;
};

/** The meaning of a provider's response, if its status alone doesn't tell. The first row that matches counts. */
type AnswerRow = {
  status?: number | readonly number[] | "no success";
  /** Text in the body, in lower case; absent for any body. */
  says?: string;
  code?: readonly (string | number)[];
  /** The attempt from which on the row counts; earlier attempts are retried. */
  fromAttempt?: number;
  means:
    | { kind: "permanent"; recipientGone?: RecipientGone }
    | { kind: "retry"; afterSeconds?: number; pauses?: CountedBy }
    | { kind: "configuration" };
};
export type AnswerTable = readonly AnswerRow[];

/** No redirect is followed: our secrets would go with the request. */
export const REDIRECTS = [301, 302, 303, 307, 308] as const;

/** The last row for providers with an account of the operator's: the provider rejects our account, or isn't there. */
export const ACCOUNT_REFUSED = {
  status: [...REDIRECTS, 401, 403],
  means: { kind: "configuration" },
} as const;

const TIMEOUT = 408;
const TOO_EARLY = 425;
const TOO_MANY = 429;
/** The field of Telegram and Discord in the body, in seconds. */
const RETRY_IN_BODY = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/;

/**
 * Classifies a provider's response to one message. 2xx is sent; temporary errors are retried when the provider says;
 * any other response means that it will never accept this message. `reason` goes into the result.
 */
export function classifyAnswer(
  reason: string,
  answer: ProviderAnswer,
  table: AnswerTable,
  attempt = 1,
): SendResult {
  const { status } = answer;
  const row = table.find((each) => fits(each, answer));
  const isEarly = attempt < (row?.fromAttempt ?? 0);
  if (row !== undefined && row.means.kind !== "retry" && !isEarly) return { ...row.means, reason };
  if (row === undefined && isSuccess(status)) return { kind: "sent", providerId: null };
  if (row === undefined && status < 500 && ![TIMEOUT, TOO_EARLY, TOO_MANY].includes(status))
    return { kind: "permanent", reason };
  const afterSeconds = secondsToWait(answer);
  return {
    kind: "retry",
    reason,
    ...(afterSeconds === null ? {} : { afterSeconds }),
    ...(row?.means.kind === "retry" ? row.means : {}),
  };
}

const fits = ({ status, says, code }: AnswerRow, answered: ProviderAnswer): boolean =>
  (status === "no success" ? !isSuccess(answered.status) : isAmong(answered.status, status)) &&
  (says === undefined || (answered.body ?? "").toLowerCase().includes(says)) &&
  (code === undefined || code.some((each) => each === answered.code));

const isAmong = (status: number, known?: number | readonly number[]): boolean =>
  known === undefined || [known].flat().includes(status);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** `Retry-After` is in seconds, or a time by the clock of the provider, which `Date` shows (RFC 9110, 10.2.3). */
function secondsToWait({ headers, body = "" }: ProviderAnswer): number | null {
  const told = headers?.get("Retry-After") ?? RETRY_IN_BODY.exec(body.toLowerCase())?.[1] ?? "";
  const untilMs = Date.parse(told) - Date.parse(headers?.get("Date") ?? "");
  const seconds = /^\d/.test(told) ? Number(told) : untilMs / SECOND_MS;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}

/** Returns parsed JSON of a provider, which may be anything, as an object; empty if it is no object. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
