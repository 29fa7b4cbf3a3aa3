import { neonConfig } from "@neondatabase/serverless";
import type { SqlEndpoint } from "../../local/sql/endpoint.ts";
import { LIMITS } from "../../schema/limits.ts";

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

type Posted = { body: string; headers: Record<string, string> };

/** What `openDatabase` has just set posts over the network; half of a test's time went there. */
export function callDirectly(): void {
  const post = neonConfig.fetchFunction as (url: string, init: Posted) => Promise<Response>;
  neonConfig.fetchFunction = (url: string, init: Posted) => {
    const endpoint = endpoints.get(url);
    return endpoint === undefined || endpoint.hasFaults() ? post(url, init) : answered(endpoint, init);
  };
}

async function answered({ answer }: DirectEndpoint, { body, headers }: Posted): Promise<Response> {
  const call = { text: body, headers: lowered(headers) };
  const given = await Promise.race([answer(call), timeUp(AbortSignal.timeout(LIMITS.storeAttemptMs))]);
  if (given === null) throw new TypeError("fetch failed");
  return new Response(given.body, { status: given.status, headers: { "content-type": given.contentType } });
}

const lowered = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const timeUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
