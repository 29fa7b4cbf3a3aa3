import * as z from "zod/mini";
import type { ResolveHost } from "../kernel/ports.ts";
import { readText } from "./read-answer.vendor.ts";

type DohOptions = {
  /** A resolver's JSON endpoint (`application/dns-json`), such as https://cloudflare-dns.com/dns-query. */
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
};

/** The record types and their numbers (RFC 1035 and 3596). */
const QUESTIONS = { A: 1, AAAA: 28 } as const;
type Question = keyof typeof QUESTIONS;

/** The JSON form (RFC 8427 and its predecessors). NOERROR and NXDOMAIN alone tell for certain which addresses exist. */
const Answers = z.object({
  Status: z.literal([0, 3]),
  Answer: z._default(
    z.array(z.catch(z.nullable(z.object({ type: z.number(), data: z.string() })), null)),
    [],
  ),
});

const TIMEOUT_MS = 3_000;

/**
 * Resolves names by DNS over HTTPS, which works in every edge runtime. If one of the two queries fails, the result is
 * empty, since the unknown addresses could be private ones.
 */
export function dohResolver({
  baseUrl,
  fetch = globalThis.fetch,
  timeoutMs = TIMEOUT_MS,
}: DohOptions): ResolveHost {
  const ask = async (host: string, question: Question, signal: AbortSignal): Promise<string[]> => {
    const init: RequestInit = { headers: { Accept: "application/dns-json" }, redirect: "manual", signal };
    const response = await fetch(questionUrl(baseUrl, host, question), init);
    if (!response.ok) throw new Error(`the resolver answered ${response.status}`);
    const { Answer: records } = Answers.parse(JSON.parse(await readText(response, signal)));
    return records.flatMap((record) => (record?.type === QUESTIONS[question] ? [record.data] : []));
  };
  return async (host) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return (await Promise.all([ask(host, "A", signal), ask(host, "AAAA", signal)])).flat();
    } catch {
      return [];
    }
  };
}

function questionUrl(baseUrl: string, host: string, question: Question): string {
  const url = new URL(baseUrl);
  url.searchParams.set("name", host);
  url.searchParams.set("type", question);
  return url.href;
}
