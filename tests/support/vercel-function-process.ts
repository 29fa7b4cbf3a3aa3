// Runs one function of a Build Output folder in a separate process, as Vercel's launcher for Node does: the working
// directory is the function's folder, the handler answers web requests, and the request context takes work for after
// the answer. Counts the requests that are answered and have no work left.
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

type Handler = { fetch(request: Request): Response | Promise<Response> };

const REQUEST_CONTEXT = Symbol.for("@vercel/request-context");
const HOP_BY_HOP = new Set(["connection", "transfer-encoding", "expect", "keep-alive", "host"]);

const folder = process.argv[2] ?? "";
process.chdir(folder);
const { handler } = JSON.parse(readFileSync(".vc-config.json", "utf8")) as { handler: string };

const work = new AsyncLocalStorage<Promise<unknown>[]>();
Object.defineProperty(globalThis, REQUEST_CONTEXT, {
  value: { get: () => ({ waitUntil: (promise: Promise<unknown>) => work.getStore()?.push(promise) }) },
});

const before = performance.now();
const loaded = (await import(pathToFileURL(path.resolve(handler)).href)) as { default: Handler };
const importMs = performance.now() - before;

let done = 0;
const server = createServer((request, response) => {
  const left: Promise<unknown>[] = [];
  void work.run(left, async () => {
    await answer(request, response);
    await Promise.allSettled(left);
    done += 1;
    process.send?.({ done });
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port, importMs });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const answered = await loaded.default.fetch(webRequest(request));
    response.statusCode = answered.status;
    for (const [name, value] of answered.headers) response.appendHeader(name, value);
    if (answered.body !== null) for await (const chunk of answered.body) response.write(chunk);
  } catch (error) {
    console.error(error);
    response.statusCode = 500;
    response.write("FUNCTION_INVOCATION_FAILED");
  }
  await new Promise<void>((resolve) => response.end(resolve));
}

function webRequest(request: IncomingMessage): Request {
  const { method = "GET", url = "/", headers } = request;
  const kept = Object.entries(headers)
    .filter(([name]) => !HOP_BY_HOP.has(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each] as [string, string]));
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: kept,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream, duplex: "half" } : {}),
  });
}
