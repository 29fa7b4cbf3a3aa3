import type { Receipt } from "../../../schema/vocabulary.ts";
import type { SendResult } from "../../messages/delivery/settle.ts";

/** No number that can be called (twilio.com/docs/api/errors). */
const NOT_CALLABLE = [13_223, 13_224, 13_226, 21_201, 21_211, 21_214, 21_217];
/** Our account, our caller id, or where it may call to. */
const CONFIGURATION = [
  10_001, 10_003, 13_227, 20_003, 20_005, 20_404, 21_205, 21_210, 21_212, 21_215, 21_216, 21_219, 21_609,
];
const TOO_MANY = [20_429];

/** What Twilio made of a call that it was asked for. `retryAfter` in seconds; null where it did not say. */
export function classifyCall(status: number, code: number | null, retryAfter: number | null): SendResult {
  const reason = `Twilio: ${code ?? `HTTP ${status}`}`;
  const isOneOf = (codes: readonly number[]) => code !== null && codes.includes(code);
  if (status === 429 || status >= 500 || isOneOf(TOO_MANY))
    return { kind: "retry", reason, ...(retryAfter === null ? {} : { afterSeconds: retryAfter }) };
  if (isOneOf(NOT_CALLABLE)) return { kind: "permanent", reason, recipientGone: "unreachable" };
  const isOurs = status === 401 || status === 403 || status === 404;
  return { kind: isOurs || isOneOf(CONFIGURATION) ? "configuration" : "permanent", reason };
}

const ENDS: Readonly<Record<string, Receipt>> = {
  completed: "delivered",
  busy: "busy",
  "no-answer": "no_answer",
  failed: "failed",
  canceled: "failed",
};

/** How a call ended; an answering machine that took it is nobody. Null for a status in between. */
export function callReceipt(status: string | null, answeredBy: string | null): Receipt | null {
  const receipt = Object.hasOwn(ENDS, status ?? "") ? (ENDS[status ?? ""] ?? null) : null;
  const isMachine = answeredBy !== null && /^(machine|fax)/.test(answeredBy);
  return receipt === "delivered" && isMachine ? "machine" : receipt;
}

/** After which somebody is called again, while nobody has the alert. */
export const isMissed = (receipt: Receipt): boolean =>
  receipt === "busy" || receipt === "no_answer" || receipt === "failed" || receipt === "machine";
