import { type ChildProcess, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, request as outgoing, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

type LaunchedFunctions = {
  url: string;
  /** Milliseconds to load a function's module, by group. */
  importMs: Record<string, number>;
  /** How often functions were frozen after their answers. */
  frozen(): number;
  stop(): Promise<void>;
};

type Launched = {
  group: string;
  child: ChildProcess;
  port: number;
  importMs: number;
  open: number;
  /**
   * Requests passed to the function, and those without work left. The report of the last may come after the next one.
   */
  handed: number;
  done: number;
};
type Route = { src?: string; dest?: string };
type Config = { routes: Route[]; overrides: Record<string, { path: string }> };

const FUNCTION_PROCESS = path.join(import.meta.dirname, "vercel-function-process.ts");
/** The platform's headers about the caller, which replace the caller's own. */
const CALLER = { "x-vercel-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9" };

/**
 * Serves the functions of a Build Output folder on one port. As on the platform, a function is frozen after its answer
 * and its work for `waitUntil`, until its next request.
 */
export async function launchBuildOutput(
  folder: string,
  env: (url: string) => Record<string, string>,
): Promise<LaunchedFunctions> {
  const { routes, overrides } = JSON.parse(readFileSync(path.join(folder, "config.json"), "utf8")) as Config;
  const launched = new Map<string, Launched>();
  let frozen = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const target = launched.get(groupOf(routes, pathname));
    const page = Object.entries(overrides).find(([, at]) => `/${at.path}` === pathname)?.[0];
    if (page !== undefined) response.end(readFileSync(path.join(folder, "static", page)));
    else if (target === undefined) response.writeHead(404).end("NOT_FOUND");
    else forward(target, request, response, freeze);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const groups = readdirSync(path.join(folder, "functions")).map((name) => name.replace(/\.func$/, ""));
  const freeze = (target: Launched) => {
    if (target.open > 0 || target.done < target.handed) return;
    frozen += 1;
    target.child.kill("SIGSTOP");
  };
  const all = await Promise.all(groups.map((group) => launch(folder, group, env(url), freeze)));
  for (const one of all) launched.set(one.group, one);
  return {
    url,
    importMs: Object.fromEntries(all.map(({ group, importMs }) => [group, importMs])),
    frozen: () => frozen,
    stop: async () => {
      for (const { child } of all) child.kill("SIGKILL");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function launch(
  folder: string,
  group: string,
  env: Record<string, string>,
  freeze: (target: Launched) => void,
): Promise<Launched> {
  const child = fork(FUNCTION_PROCESS, [path.join(folder, "functions", `${group}.func`)], {
    env: { PATH: process.env.PATH, VERCEL: "1", EDGE: "vercel", NODE_ENV: "production", ...env },
  });
  return new Promise((resolve, reject) => {
    let target: Launched | undefined;
    child.on("message", (notified: { port: number; importMs: number } | { done: number }) => {
      if ("port" in notified) {
        target = { group, child, open: 0, handed: 0, done: 0, ...notified };
        resolve(target);
      } else if (target !== undefined) {
        target.done = notified.done;
        freeze(target);
      }
    });
    child.once("exit", (code) => reject(new Error(`The function ${group} ended with ${code}`)));
  });
}

function forward(
  target: Launched,
  request: IncomingMessage,
  response: ServerResponse,
  freeze: (target: Launched) => void,
): void {
  target.open += 1;
  target.handed += 1;
  target.child.kill("SIGCONT");
  const { method, url, headers } = request;
  const upstream = outgoing({
    host: "127.0.0.1",
    port: target.port,
    method,
    path: url,
    headers: { ...headers, ...CALLER },
  });
  const closed = () => {
    target.open -= 1;
    freeze(target);
  };
  upstream.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.once("end", closed).pipe(response);
  });
  upstream.once("error", (error) => {
    closed();
    response.writeHead(502).end(String(error));
  });
  request.pipe(upstream);
}

/** A route without a destination only adds headers, and the next ones are tried. */
function groupOf(routes: readonly Route[], pathname: string): string {
  const route = routes.find(({ src, dest }) => src && dest && new RegExp(src).test(pathname));
  return route?.dest?.slice(1) ?? "";
}
