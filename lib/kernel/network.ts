import ipaddr from "ipaddr.js";
import type { RateLimit } from "../../schema/limits.ts";
import { type Outcome, type Problem, refuse } from "./outcome.ts";

const DAY_SECONDS = 86_400;

/**
 * The subject that rate limits count a caller's address under. It is a whole /64 for IPv6, since a caller with a /64
 * never runs out of addresses. Callers without a known address share one bucket.
 */
export function ipBucket(ip: string | null): string {
  if (ip === null) return "unknown";
  return isSixOnly(ip) ? prefixOf(ip, 64) : ip;
}

/**
 * The network that code guesses are counted by: an IPv4 /24 or an IPv6 /48, since one attacker easily owns a whole
 * one. Null if the caller's address is unknown.
 */
export function networkOf(ip: string | null): string | null {
  if (ip === null) return null;
  if (isSixOnly(ip)) return prefixOf(ip, 48);
  const four = ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip;
  return `${four.split(".").slice(0, 3).join(".")}.0/24`;
}

/** Tells if an address is IPv6. An IPv4-mapped address (`::ffff:…`) counts as IPv4. */
const isSixOnly = (ip: string): boolean =>
  ipaddr.IPv6.isValid(ip) && !ipaddr.IPv6.parse(ip).isIPv4MappedAddress();

function prefixOf(ip: string, bits: 48 | 64): string {
  const groups = ipaddr.IPv6.parse(ip).parts.slice(0, bits / 16);
  return `${groups.map((group) => group.toString(16)).join(":")}::/${bits}`;
}

/** A limit counted in the database. `name` is the policy's name in the response headers. */
type CountedLimit = Pick<RateLimit, "name" | "limit" | "windowSeconds">;

export type OverLimit = {
  ok: false;
  problem: Problem;
  /** Null if the wait doesn't come from a count within a window. */
  limit: CountedLimit | null;
  retryAfterSeconds: number;
};

export type Limited<T> = Outcome<T> | OverLimit;

/** Refuses a request over its limit. `resetSeconds` is the time until one more is allowed; `what` is a plural noun. */
export function overLimit(limit: CountedLimit, resetSeconds: number, what: string): OverLimit {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds));
  const window = limit.windowSeconds === DAY_SECONDS ? "a day" : "an hour";
  const sentence = `Rate limit exceeded: ${limit.limit} ${what} ${window}; try again in ${retryAfterSeconds} s`;
  return { ...refuse("rate_limited", sentence), limit, retryAfterSeconds };
}

/** Refuses a sign-in request of a network whose daily sign-in mails to newcomers are used up. */
export function networkMustWait(retryAfterSeconds: number): OverLimit {
  const sentence = `Many people on your network are signing in: try again in ${retryAfterSeconds} s. If you have signed in from here before, a link is on its way to you all the same`;
  return { ...refuse("rate_limited", sentence), limit: null, retryAfterSeconds };
}

/** Refuses a sign-in code after too many wrong ones. The link in the mail still works. */
export function codeMustWait(retryAfterSeconds: number): OverLimit {
  const sentence = `Too many wrong codes: use the link in the mail, or try again in ${retryAfterSeconds} s`;
  return { ...refuse("rate_limited", sentence), limit: null, retryAfterSeconds };
}
