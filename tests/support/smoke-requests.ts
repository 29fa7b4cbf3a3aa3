import type { DemoFile } from "../../local/demo/demo-file.ts";
import { readNamedLines } from "./json-lines.ts";

type SmokeRequest = {
  name: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  /** A part of the answer's text. */
  shows: string;
};

/** One or more requests for every audience, valid ones and refusals. They change nothing that another one reads. */
export const smokeRequests = (demo: DemoFile): SmokeRequest[] =>
  readNamedLines(new URL("smoke-requests.jsonl", import.meta.url), demo);

/** Sends a request; returns null if the answer is as expected, else the answer. */
export async function smokeFault(request: SmokeRequest, base: string): Promise<string | null> {
  const { name, method = "GET", path, headers, body, status, shows } = request;
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const init = { method, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body }) };
  const answer = await askAgain(() => fetch(base + path, init));
  const text = await answer.text();
  if (answer.status === status && text.includes(shows)) return null;
  return `${name}: ${answer.status} ${text.slice(0, 200)}`;
}

/**
 * Repeats a request that wasn't answered: a server may close a connection after a refused, unread body, just when the
 * next request is sent on it.
 */
export const askAgain = (ask: () => Promise<Response>): Promise<Response> =>
  ask().catch((error: unknown) => {
    const { code } = ((error instanceof Error ? error.cause : null) ?? {}) as { code?: string };
    if (!/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code ?? "")) throw error;
    return ask();
  });
