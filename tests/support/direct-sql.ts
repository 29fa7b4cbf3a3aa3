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
type Posted = { method: string; body: string; headers: Record<string, string> };

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

/**
 * It takes as long as it takes: a machine that does other things beside is no database that does not answer, whose statements
 * a caller gives up or asks once more while they are still carried out.
 */
async function answered({ answer }: DirectEndpoint, { body, headers }: Posted): Promise<Response> {
  const given = await answer({ text: body, headers: lowered(headers) });
  if (given === null) throw new TypeError("fetch failed");
  return new Response(given.body, { status: given.status, headers: { "content-type": given.contentType } });
}

const lowered = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
