import { Resolver } from "node:dns/promises";
import { createServer } from "node:http";
import { type LoopbackServer, listenOnLoopback } from "../processes/loopback-server.ts";

const TRIES = 1;
const ANSWER_MS_MAX = 2_000;
const RECORD_TYPES = { A: 1, AAAA: 28 } as const;
const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/**
 * This machine's own resolver behind the JSON form of DNS over HTTPS, for the functions: the edge runtime can
 * ask over HTTPS only, and which resolver a home trusts is its own affair.
 */
export async function startDnsEndpoint(): Promise<{ url: string; stop(): Promise<void> }> {
  const resolver = new Resolver({ timeout: ANSWER_MS_MAX, tries: TRIES });
  const server: LoopbackServer = await listenOnLoopback(
    createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "/", "http://localhost");
      const type = searchParams.get("type") === "AAAA" ? "AAAA" : "A";
      answer(resolver, searchParams.get("name") ?? "", type).then((body) => {
        response.writeHead(200, { "Content-Type": "application/dns-json" }).end(JSON.stringify(body));
      });
    }),
  );
  return { url: `http://127.0.0.1:${server.port}/dns-query`, stop: server.stop };
}

async function answer(resolver: Resolver, name: string, type: keyof typeof RECORD_TYPES) {
  try {
    const addresses = type === "A" ? await resolver.resolve4(name) : await resolver.resolve6(name);
    return { Status: NO_ERROR, Answer: addresses.map((data) => ({ name, type: RECORD_TYPES[type], data })) };
  } catch (error) {
    return { Status: statusOf(error) };
  }
}

function statusOf(error: unknown): number {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  // NODATA: the name exists, without an address of this type.
  if (code === "ENODATA") return NO_ERROR;
  return code === "ENOTFOUND" ? NO_SUCH_NAME : SERVER_FAILURE;
}
