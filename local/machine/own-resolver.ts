import { Resolver } from "node:dns/promises";
import type { ResolveHost } from "../../lib/kernel/ports.ts";
import { codeOf } from "../../lib/kernel/text.ts";

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
