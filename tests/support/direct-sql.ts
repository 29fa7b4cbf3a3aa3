import { neonConfig } from "@neondatabase/serverless";
import type { SqlEndpoint } from "../edge/neon/endpoint.ts";

type DirectEndpoint = Pick<SqlEndpoint, "answer"> & {
  url: string;
  /** True if a fault is to happen to a call, which then uses a real connection. */
  hasFaults: () => boolean;
};

const endpoints = new Map<string, DirectEndpoint>();

/** Answers a database's statements in this process from now on, without a socket, which took half of a test's time. */
export function answerDirectly(connectionString: string, endpoint: DirectEndpoint): () => void {
  endpoints.set(placeOf(connectionString), endpoint);
  neonConfig.fetchFunction = sendDirectly;
  return () => {
    endpoints.delete(placeOf(connectionString));
  };
}

/** A statement as Neon's driver posts it. */
type Posted = { method: string; body: string; headers: Record<string, string> };

function sendDirectly(url: string, posted: Posted): Promise<Response> {
  const endpoint = endpoints.get(placeOf(posted.headers["Neon-Connection-String"] ?? ""));
  if (endpoint === undefined || endpoint.hasFaults()) return fetch(endpoint?.url ?? url, posted);
  return answered(endpoint, posted);
}

/** Returns the address without the driver's additions. */
function placeOf(connectionString: string): string {
  const place = new URL(connectionString);
  place.searchParams.delete("application_name");
  return place.href;
}

/**
 * Answers without a timeout: on a busy machine a slow answer would look like a database that doesn't answer, and the
 * caller would repeat statements that are still running.
 */
async function answered({ answer }: DirectEndpoint, { body, headers }: Posted): Promise<Response> {
  const given = await answer({ text: body, headers: lowered(headers) });
  if (given === null) throw new TypeError("fetch failed");
  return new Response(given.body, { status: given.status, headers: { "content-type": given.contentType } });
}

const lowered = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
