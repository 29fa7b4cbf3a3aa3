import type { RecipientGone, SendResult } from "./content.ts";

/** What Twilio answered to what it did not take. */
export type TwilioRefusal = {
  status: number;
  /** Of its own list of errors (twilio.com/docs/api/errors); null where it is none. */
  code: number | null;
  /** Seconds; null where Twilio did not say. */
  retryAfter: number | null;
};

/** What some of its codes mean; any other is a message that it will never take. */
export type TwilioCodes = {
  gone: readonly { because: RecipientGone; codes: readonly number[] }[];
  /** The handset is off or its carrier has trouble: gone only if that stays so. */
  unreachableNow?: readonly number[];
  /** Our account, our number or where it may send to. */
  configuration: readonly number[];
};

const TOO_MANY = 20_429;
const UNREACHABLE_ATTEMPTS_MAX = 3;

/** What Twilio made of a text or call; `attempt` is the one that it refused. */
export function classifyTwilio(
  { status, code, retryAfter }: TwilioRefusal,
  { gone, unreachableNow = [], configuration }: TwilioCodes,
  attempt: number,
): SendResult {
  const reason = `Twilio: ${code ?? `HTTP ${status}`}`;
  const isAmong = (codes: readonly number[]) => code !== null && codes.includes(code);
  if (status === 429 || status >= 500 || code === TOO_MANY)
    return { kind: "retry", reason, afterSeconds: retryAfter };
  const isOff = isAmong(unreachableNow);
  if (isOff && attempt < UNREACHABLE_ATTEMPTS_MAX) return { kind: "retry", reason };
  const recipientGone = isOff ? "unreachable" : gone.find(({ codes }) => isAmong(codes))?.because;
  if (recipientGone !== undefined) return { kind: "permanent", reason, recipientGone };
  const isOurs = status === 401 || status === 403 || status === 404;
  return { kind: isOurs || isAmong(configuration) ? "configuration" : "permanent", reason };
}
