import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll } from "vitest";
import { groupOf } from "../../functions/all/paths.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { openSite } from "../../local/machine/site-files.ts";
import { SITE_FOLDER } from "../../local/site/build-site.ts";
import { appsOf, type House, openHouse } from "./house.ts";
import type { TestServices } from "./services.ts";

const KEEP_ALIVE_MS = 10_000;

const site = await openSite(SITE_FOLDER);

export type ServedHouse = House & { url: string; stop(): Promise<void>; asked: string[] };

/**
 * Serves the house on a port for a browser until the file ends, with all groups by path and the built files, over one
 * test database and its clock. `others` replaces apps.
 */
export async function serveHouse(
  start?: string,
  others: (services: TestServices) => { pages?: ReturnType<typeof pagesApp> } = () => ({}),
  /** The browser's name for the host: a passkey needs a name. */
  host = "127.0.0.1",
): Promise<ServedHouse> {
  const house = await openHouse(start);
  // On a busy machine a client's own timer is late, and a server that closes first resets its next request. But a
  // browser that is answered before it has sent a large file waits for the end of the connection.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const services = { ...house.services, baseUrl: url };
  const apps = { ...appsOf(services), pages: pagesApp(services), ...others(services) };
  const asked: string[] = [];
  server.on("request", (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    outgoing.setHeader("Date", house.clock().toUTCString());
    void answer(incoming, outgoing, url, apps);
  });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await house.database.close();
  };
  afterAll(stop);
  return { ...house, services, apps, url, stop, asked };
}

type Apps = Record<string, { fetch(request: Request): Response | Promise<Response> }>;

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  base: string,
  apps: Apps,
): Promise<void> {
  const url = new URL(incoming.url ?? "/", base);
  const request = requestOf(incoming, url);
  const response = (await site(request)) ?? (await apps[groupOf(url.pathname)]?.fetch(request));
  if (response === undefined) throw new Error(`No group answers ${url.pathname}`);
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  outgoing.setHeader("set-cookie", response.headers.getSetCookie());
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function requestOf(incoming: IncomingMessage, url: URL): Request {
  const headers = new Headers({ "CF-Connecting-IP": "203.0.113.9" });
  for (const [name, value] of Object.entries(incoming.headers))
    if (typeof value === "string") headers.set(name, value);
  const { method = "GET" } = incoming;
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  return new Request(url, {
    method,
    headers,
    body: Readable.toWeb(incoming) as ReadableStream,
    duplex: "half",
  } as RequestInit);
}
