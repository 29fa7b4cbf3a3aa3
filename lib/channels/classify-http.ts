import type { CountedBy, RecipientGone, SendResult } from "../messages/delivery/settle.ts";

type HttpAnswer = {
  status: number;
  /** The header as it came. */
  retryAfter: string | null;
  /** The beginning of the body; empty where it was not read. */
  body: string;
};

/** What an answer of the provider means where its status alone does not say it. The first row that fits counts. */
type AnswerRow = {
  status: number | readonly number[];
  /** Part of the body, in lower case; any body where it is left out. */
  says?: string;
  means:
    | { kind: "permanent"; recipientGone?: RecipientGone }
    | { kind: "retry"; afterSeconds?: number; pauses?: CountedBy }
    | { kind: "configuration" };
};
export type AnswerTable = readonly AnswerRow[];

const TIMEOUT = 408;
const TOO_EARLY = 425;
const TOO_MANY = 429;
/** `Retry-After: 1.5` and Telegram's and Discord's own fields. */
const RETRY_IN_BODY = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/;

/**
 * What a provider made of one HTTP call: 2xx is sent, what is temporary is repeated when the provider says, 429
 * keeps everything else from that address until then, and any other answer means that it will never take this message.
 */
export function classifyHttp(name: string, answer: HttpAnswer, table: AnswerTable): SendResult {
  const { status } = answer;
  const reason = `${name}: HTTP ${status}`;
  const body = answer.body.toLowerCase();
  const row = table.find((each) => fits(each, status, body));
  if (row !== undefined && row.means.kind !== "retry") return { ...row.means, reason };
  if (row === undefined && status >= 200 && status < 300) return { kind: "sent", providerId: null };
  if (row === undefined && status < 500 && ![TIMEOUT, TOO_EARLY, TOO_MANY].includes(status))
    return { kind: "permanent", reason };
  const afterSeconds = secondsToWait(answer);
  return {
    ...{ kind: "retry", reason },
    ...(afterSeconds === null ? {} : { afterSeconds }),
    ...(status === TOO_MANY ? { pauses: "address" } : {}),
    ...row?.means,
  };
}

const fits = ({ status, says }: AnswerRow, answered: number, body: string): boolean =>
  [status].flat().includes(answered) && (says === undefined || body.includes(says));

function secondsToWait({ retryAfter, body }: HttpAnswer): number | null {
  const told = retryAfter ?? RETRY_IN_BODY.exec(body)?.[1];
  const seconds = told === undefined ? Number.NaN : Number(told);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : null;
}
