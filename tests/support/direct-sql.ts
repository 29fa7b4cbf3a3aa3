import { neonConfig } from "@neondatabase/serverless";
import type { SqlEndpoint } from "../edge/neon/endpoint.ts";

type DirectEndpoint = Pick<SqlEndpoint, "answer"> & {
  url: string;
  /** Whether something is to happen to a call, which is left to a real connection. */
  hasFaults: () => boolean;
};

const endpoints = new Map<string, DirectEndpoint>();

/**
 * The endpoint of a database stands in this process: its callers' statements take no way over a socket from now on, where
 * half of a test's time went.
 */
export function answerDirectly(connectionString: string, endpoint: DirectEndpoint): () => void {
  endpoints.set(placeOf(connectionString), endpoint);
  neonConfig.fetchFunction = sendDirectly;
  return () => {
    endpoints.delete(placeOf(connectionString));
  };
}

/** As Neon's driver posts a statement. */
type Posted = { method: string; body: string; headers: Record<string, string>; signal: AbortSignal };

function sendDirectly(url: string, posted: Posted): Promise<Response> {
  const endpoint = endpoints.get(placeOf(posted.headers["Neon-Connection-String"] ?? ""));
  if (endpoint === undefined || endpoint.hasFaults()) return fetch(endpoint?.url ?? url, posted);
  return answered(endpoint, posted);
}

/** Without what the driver adds. */
function placeOf(connectionString: string): string {
  const place = new URL(connectionString);
  place.searchParams.delete("application_name");
  return place.href;
}

async function answered({ answer }: DirectEndpoint, { body, headers, signal }: Posted): Promise<Response> {
  const call = { text: body, headers: lowered(headers) };
  const given = await Promise.race([answer(call), timeUp(signal)]);
  if (given === null) throw new TypeError("fetch failed");
  return new Response(given.body, { status: given.status, headers: { "content-type": given.contentType } });
}

const lowered = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const timeUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
