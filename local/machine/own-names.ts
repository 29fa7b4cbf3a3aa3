import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { groupOf } from "../../functions/all/paths.ts";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { codeOf } from "../../lib/kernel/text.ts";

/** Groups that need a secret in the path or a header, which no browser sends on its own: any host will do. */
const BY_THEIR_OWN_SECRETS: readonly string[] = ["ingest", "inbound", "share"];
const HEALTH = /^\/api\/health(\/|$)/;

/** Returns whether this machine answers a request, by its host, its path and its `Authorization`. */
export type AnswersFor = (host: string, pathname: string, authorization: string | undefined) => boolean;

/**
 * Accepts the names of BASE_URL and of this machine, and those that the operator lists. This prevents DNS rebinding: a
 * page under a foreign name that points here would count as ours. IP addresses and requests with a key are accepted,
 * because such a page has a name, and knows no key.
 */
export function ownNames(baseUrl: string, listed: readonly string[]): AnswersFor {
  const machine = hostname().toLowerCase();
  const names = new Set([new URL(baseUrl).hostname, "localhost", machine, `${machine}.local`, ...listed]);
  return (host, pathname, authorization) => {
    const name = host.replace(/^\[|\]$|\.$/g, "");
    if (isIP(name) !== 0 || names.has(name) || authorization !== undefined) return true;
    return BY_THEIR_OWN_SECRETS.includes(groupOf(pathname)) || HEALTH.test(pathname);
  };
}

const ANSWER_MS_MAX = 2_000;
/** The errors that mean for certain that a name has no address: none of this type, or none at all. */
const NO_ADDRESS = ["ENODATA", "ENOTFOUND"];

const resolver = new Resolver({ timeout: ANSWER_MS_MAX, tries: 1 });

/** Asks this machine's own DNS resolver, each time. If one of the two lookups fails, there is no result. */
export const askOwnResolver: ResolveHost = async (host) => {
  try {
    return (await Promise.all([known(resolver.resolve4(host)), known(resolver.resolve6(host))])).flat();
  } catch {
    return [];
  }
};

const known = (asked: Promise<string[]>): Promise<string[]> =>
  asked.catch((error: unknown) => {
    if (NO_ADDRESS.includes(codeOf(error) ?? "")) return [];
    throw error;
  });
