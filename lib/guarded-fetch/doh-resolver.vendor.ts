import type { ResolveHost } from "../kernel/ports.ts";

type DohOptions = {
  /** A resolver's JSON endpoint (`application/dns-json`), such as https://cloudflare-dns.com/dns-query. */
  baseUrl: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs?: number;
};

/** The record types and their numbers (RFC 1035 and 3596). */
const QUESTIONS = { A: 1, AAAA: 28 } as const;
type Question = keyof typeof QUESTIONS;

/** NOERROR and NXDOMAIN: only these answers tell for certain which addresses exist. */
const CERTAIN_STATUSES: readonly unknown[] = [0, 3];

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
    return addressesIn(await response.json(), QUESTIONS[question]);
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

/** @throws Error if the answer isn't certain, or isn't in the JSON form (RFC 8427 and its predecessors) */
function addressesIn(body: unknown, recordType: number): string[] {
  if (!isRecord(body) || !CERTAIN_STATUSES.includes(body.Status)) throw new Error("no certain answer");
  const answers: unknown[] = Array.isArray(body.Answer) ? body.Answer : [];
  return answers.flatMap((answer) =>
    isRecord(answer) && answer.type === recordType && typeof answer.data === "string" ? [answer.data] : [],
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
