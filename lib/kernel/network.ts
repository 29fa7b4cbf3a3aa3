import ipaddr from "ipaddr.js";
import type { RateLimit } from "../../schema/limits.ts";
import { type Outcome, type Problem, refuse } from "./outcome.ts";

const DAY_SECONDS = 86_400;

/**
 * What a limit counts a caller's address as: an IPv6 caller owns a whole /64 and would never run out of
 * addresses. Callers whose address nobody tells share one bucket.
 */
export function ipBucket(ip: string | null): string {
  if (ip === null) return "unknown";
  return isSixOnly(ip) ? prefixOf(ip, 64) : ip;
}

/**
 * The network that guesses of a code are counted by: an IPv4 /24 or an IPv6 /48, which one attacker easily
 * owns whole. Null where nobody tells the caller's address.
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  if (isSixOnly(ip)) return prefixOf(ip, 48);
  const four = ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
  return `${four.split(".").slice(0, 3).join(".")}.0/24`;
}

/** False for an IPv4 address that is written as one of IPv6. */
const isSixOnly = (ip: string): boolean =>
  ipaddr.IPv6.isValid(ip) && !ipaddr.IPv6.parse(ip).isIPv4MappedAddress();

function prefixOf(ip: string, bits: 48 | 64): string {
  const groups = ipaddr.IPv6.parse(ip).parts.slice(0, bits / 16);
  return `${groups.map((group) => group.toString(16)).join(":")}::/${bits}`;
}

/** A limit that the store counts: `name` is the policy's in the answer's headers. */
type CountedLimit = Pick<RateLimit, "name" | "limit" | "windowSeconds">;

export type OverLimit = {
  ok: false;
  problem: Problem;
  /** Null for a wait that is no count in a window. */
  limit: CountedLimit | null;
  retryAfterSeconds: number;
};

export type Limited<T> = Outcome<T> | OverLimit;

/** `resetSeconds` until one more may be done. */
export function overLimit(limit: CountedLimit, resetSeconds: number, what: string): OverLimit {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds));
  const window = limit.windowSeconds === DAY_SECONDS ? "a day" : "an hour";
  const sentence = `Rate limit exceeded: ${limit.limit} ${what} ${window}; try again in ${retryAfterSeconds} s`;
  return { ...refuse("rate_limited", sentence), limit, retryAfterSeconds };
}

/** A network has asked for as many sign-in mails to strangers as it may in a day. */
export function networkMustWait(retryAfterSeconds: number): OverLimit {
  const sentence = `Many people on your network are signing in: try again in ${retryAfterSeconds} s. If you have signed in from here before, a link is on its way to you all the same`;
  return { ...refuse("rate_limited", sentence), limit: null, retryAfterSeconds };
}

/** The mail's link isn't delayed. */
export function codeMustWait(retryAfterSeconds: number): OverLimit {
  const sentence = `Too many wrong codes: use the link in the mail, or try again in ${retryAfterSeconds} s`;
  return { ...refuse("rate_limited", sentence), limit: null, retryAfterSeconds };
}
