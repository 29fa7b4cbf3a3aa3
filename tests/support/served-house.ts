import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll } from "vitest";
import { groupOf } from "../../functions/all/paths.ts";
import { pagesApp } from "../../functions/pages/app.ts";
import { DOCS_HEADERS, SITE_FOLDER } from "../../local/site/build-site.ts";
import { appsOf, type House, openHouse } from "./house.ts";
import type { TestServices } from "./services.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain",
};

/** Their content stands in their names, and so platforms have browsers keep them. */
const ASSET_HEADERS = { "Cache-Control": "public, max-age=31536000, immutable" };

const KEEP_ALIVE_MS = 10_000;

export type ServedHouse = House & { url: string; stop(): Promise<void>; asked: string[] };

/** The house on a port for a browser until the file is through, but for its `others`: all groups by path and the built files, over one test database and its clock. */
export async function serveHouse(
  start?: string,
  others: (services: TestServices) => { pages?: ReturnType<typeof pagesApp> } = () => ({}),
  /** As the browser calls it: a passkey needs a name. */
  host = "127.0.0.1",
): Promise<ServedHouse> {
  const house = await openHouse(start);
  // On a busy machine a client's own timer is late: a server that hangs up first resets its next request. But a browser that is
  // answered before it has sent a large file waits for the end of the connection.
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const services = { ...house.services, baseUrl: url };
  const apps = { ...appsOf(services), pages: pagesApp(services), ...others(services) };
  const asked: string[] = [];
  server.on("request", (incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
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
  const file = siteFileAt(url.pathname);
  if (file !== undefined) {
    outgoing.setHeaders(new Map(Object.entries(headersOf(file, url.pathname))));
    outgoing.writeHead(200, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(outgoing);
    return;
  }
  const response = await apps[groupOf(url.pathname)]?.fetch(requestOf(incoming, url));
  if (response === undefined) throw new Error(`No group answers ${url.pathname}`);
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== "set-cookie") outgoing.setHeader(name, value);
  outgoing.setHeader("set-cookie", response.headers.getSetCookie());
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function headersOf(file: string, pathname: string): Record<string, string> {
  if (pathname.startsWith("/assets/")) return ASSET_HEADERS;
  return file.endsWith(".html") ? DOCS_HEADERS : {};
}

/** As both platforms do: a page answers without `.html`. */
function siteFileAt(pathname: string): string | undefined {
  const file = path.join(SITE_FOLDER, pathname);
  if (!file.startsWith(SITE_FOLDER)) return undefined;
  return [file, `${file}.html`].find((each) => existsSync(each) && statSync(each).isFile());
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
