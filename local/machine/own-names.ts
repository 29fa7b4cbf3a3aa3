import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { groupOf } from "../../functions/all/paths.ts";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { codeOf } from "../../lib/kernel/text.ts";

/** What opens by a secret of its own in the address or a header, and no browser sends by itself: every name will do. */
const BY_THEIR_OWN_SECRETS: readonly string[] = ["ingest", "inbound", "share"];
const HEALTH = /^\/api\/health(\/|$)/;

/** True for a request that this machine answers, by its host, its path and its `Authorization`. */
export type AnswersFor = (host: string, pathname: string, authorization: string | undefined) => boolean;

/**
 * The names under which people reach a machine: those of its address and of its own, and what the operator lists. A name
 * that somebody else has pointed here would make their page one of ours. No such page is reached by a number, nor knows a
 * key.
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
/** The answers that say for certain that a name has no address: of this type, or at all. */
const NO_ADDRESS = ["ENODATA", "ENOTFOUND"];

const resolver = new Resolver({ timeout: ANSWER_MS_MAX, tries: 1 });

/** This machine's own DNS resolver, asked each time. Half an answer is none. */
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
