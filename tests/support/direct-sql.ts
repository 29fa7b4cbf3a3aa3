import { KERNEL_LIMITS } from "../../lib/kernel/limits.ts";
import type { SendSql } from "../../lib/kernel/sql-over-http.queries.ts";
import type { SqlEndpoint } from "../../local/sql/endpoint.ts";

type DirectEndpoint = Pick<SqlEndpoint, "answer"> & {
  /** Whether something is to happen to a call, which is left to a real connection. */
  hasFaults: () => boolean;
};

const endpoints = new Map<string, DirectEndpoint>();

/**
 * The endpoint at `url` stands in this process: its callers' statements take no way over a socket from now
 * on.
 */
export function answerDirectly(url: string, endpoint: DirectEndpoint): () => void {
  endpoints.set(url, endpoint);
  return () => {
    endpoints.delete(url);
  };
}

type Posted = Parameters<SendSql>[1];

/** No way over the network where the endpoint stands in this process; half of a test's time went there. */
export const sendDirectly: SendSql = (url, init) => {
  const endpoint = endpoints.get(url);
  if (endpoint !== undefined && !endpoint.hasFaults()) return answered(endpoint, init);
  return fetch(url, { ...init, signal: AbortSignal.timeout(KERNEL_LIMITS.storeAttemptMs) });
};

async function answered({ answer }: DirectEndpoint, { body, headers }: Posted): Promise<Response> {
  const call = { text: body, headers: lowered(headers) };
  const given = await Promise.race([answer(call), timeUp(AbortSignal.timeout(KERNEL_LIMITS.storeAttemptMs))]);
  if (given === null) throw new TypeError("fetch failed");
  return new Response(given.body, { status: given.status, headers: { "content-type": given.contentType } });
}

const lowered = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const timeUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
