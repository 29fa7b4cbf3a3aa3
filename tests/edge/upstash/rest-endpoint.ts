import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../../lib/kernel/text.ts";
import { listenOnLoopback } from "../../../local/processes/loopback-server.ts";
import { type RedisReply, RedisScripts, type RedisSource } from "./source.ts";

const HTML = "<!doctype html><title>502 Bad Gateway</title>";

export type RedisFault = { kind: "hang" } | { kind: "html" } | { kind: "slow"; ms: number };

interface RedisRestOptions {
  source: RedisSource;
  token: string;
  /** Sees every call before it is executed. A returned fault happens to this call. */
  onCall?: (commands: string[][]) => RedisFault | undefined;
}

export interface RedisRestEndpoint {
  url: string;
  stop(): Promise<void>;
}

type JsonReply = string | number | null | JsonReply[];

/** Serves Upstash's REST dialect in front of any Redis. */
export async function startRedisRestEndpoint(options: RedisRestOptions): Promise<RedisRestEndpoint> {
  const scripts = new RedisScripts(options.source);
  const server = await listenOnLoopback(
    createServer((request, response) => {
      handle(request, response, scripts, options).catch((error: unknown) => {
        sendJson(response, 400, { error: messageOf(error) });
      });
    }),
  );
  return { url: `http://127.0.0.1:${server.port}`, stop: server.stop };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  scripts: RedisScripts,
  options: RedisRestOptions,
): Promise<void> {
  const text = await readText(request);
  if (!isAllowed(request.headers.authorization, options.token))
    return sendJson(response, 401, { error: "Unauthorized" });
  const body = commandsOf(text, request.url ?? "/");
  if (body === undefined) return sendJson(response, 400, { error: "ERR failed to parse the command" });
  const fault = options.onCall?.(body);
  if (fault !== undefined && (await suffer(fault, response))) return;
  if (request.url === "/pipeline") return sendJson(response, 200, await pipeline(body, scripts));
  sendJson(response, 200, { result: asBase64(await scripts.call(body[0] ?? [])) });
}

/** Returns true if the call is already answered, or never will be. */
async function suffer(fault: RedisFault, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case "hang":
      return true;
    case "html":
      response.writeHead(502, { "content-type": "text/html" }).end(HTML);
      return true;
    case "slow":
      await sleep(fault.ms);
      return false;
  }
}

function isAllowed(header: string | undefined, token: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ""), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** One command is a list of words; /pipeline takes a list of commands. */
function commandsOf(text: string, url: string): string[][] | undefined {
  const parsed: unknown = parseJson(text);
  const list: unknown = url === "/" ? [parsed] : parsed;
  if (!["/", "/pipeline"].includes(url) || !Array.isArray(list)) return undefined;
  if (!list.every((command) => Array.isArray(command) && command.length > 0)) return undefined;
  return list.map((command: unknown[]) =>
    command.map((word) => (typeof word === "string" ? word : JSON.stringify(word))),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that isn't JSON isn't a command: the caller gets an error.
    return undefined;
  }
}

function pipeline(commands: string[][], scripts: RedisScripts) {
  return Promise.all(
    commands.map((command) =>
      scripts.call(command).then(
        (reply) => ({ result: asBase64(reply) }),
        (error: unknown) => ({ error: messageOf(error) }),
      ),
    ),
  );
}

/** Upstash doesn't encode "OK". */
function asBase64(reply: RedisReply): JsonReply {
  if (Array.isArray(reply)) return reply.map(asBase64);
  if (reply === null || typeof reply === "number") return reply;
  const bytes = Buffer.from(reply);
  return bytes.equals(Buffer.from("OK")) ? "OK" : bytes.toString("base64");
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
