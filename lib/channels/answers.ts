import type { CountedBy, RecipientGone, SendResult } from "./content.ts";

export type ProviderAnswer = {
  status: number;
  /** The header as it came; null for none. */
  retryAfter: string | null;
  /** The beginning of the body; empty where it was not read. */
  body?: string;
  /** The word or number by which the provider names what was wrong, where it has a list of them. */
  code?: string | number | null | undefined;
};

/** What an answer of the provider means where its status alone does not say it. The first row that fits counts. */
type AnswerRow = {
  status?: number | readonly number[] | "no success";
  /** Part of the body, in lower case; any body where it is left out. */
  says?: string;
  code?: readonly (string | number)[];
  /** It means so from this attempt on, and is tried again before. */
  fromAttempt?: number;
  means:
    | { kind: "permanent"; recipientGone?: RecipientGone }
    | { kind: "retry"; afterSeconds?: number; pauses?: CountedBy }
    | { kind: "configuration" };
};
export type AnswerTable = readonly AnswerRow[];

/** The last row of a provider with an account of the operator's: our account is at fault. */
export const ACCOUNT_REFUSED = { status: [401, 403], means: { kind: "configuration" } } as const;

const TIMEOUT = 408;
const TOO_EARLY = 425;
const TOO_MANY = 429;
/** `Retry-After: 1.5` and Telegram's and Discord's own fields. */
const RETRY_IN_BODY = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/;

/**
 * What a provider made of one message: 2xx is sent, what is temporary is repeated when the provider says, and any other
 * answer means that it will never take this message. `reason` is its own word for it.
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

function secondsToWait({ retryAfter, body = "" }: ProviderAnswer): number | null {
  const told = retryAfter ?? RETRY_IN_BODY.exec(body.toLowerCase())?.[1];
  const seconds = told === undefined ? Number.NaN : Number(told);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}

/** Of what a provider sends as JSON, which may be anything. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
