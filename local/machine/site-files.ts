import { readdir } from "node:fs/promises";
import path from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { SITE_HEADERS } from "../site/site-headers.ts";
import { StartError } from "../start/project.ts";

/** Returns a built browser file before any function is called, or null if there is no such file. */
export type SiteFiles = (request: Request) => Promise<Response | null>;

/** Only for Cloudflare's assets. */
const HEADERS_FILE = "/_headers";
const PAGE = ".html";
/** Browsers revalidate each time, unless a rule says otherwise. */
const CACHE_DEFAULT = { "Cache-Control": "public, max-age=0, must-revalidate" };

/**
 * Serves the built site. As with Cloudflare's assets, a page's path has no `.html`.
 * @throws StartError if the site hasn't been built
 */
export async function openSite(root: string): Promise<SiteFiles> {
  const names = await readdir(root, { recursive: true }).catch(() => {
    throw new StartError(`The pages in ${root} have not been built; run "node run.mjs build" first.`);
  });
  const files = new Set(names.map((name) => `/${name.replaceAll(path.sep, "/")}`));
  const rewriteRequestPath = (place: string) => {
    const page = place.replace(/\/$/, "") + PAGE;
    return files.has(page) ? page : place;
  };
  const site = new Hono()
    .use(etag(), async (c, next) => {
      await next();
      const headers = Object.assign({}, CACHE_DEFAULT, ...headersAt(c.req.path));
      for (const [name, value] of Object.entries<string>(headers)) c.header(name, value);
    })
    .get(HEADERS_FILE, (c) => c.notFound())
    .get("*", serveStatic({ root, rewriteRequestPath }));
  return async (request) => {
    const answer = await site.fetch(request);
    return answer.status === 404 ? null : answer;
  };
}

const headersAt = (place: string) =>
  SITE_HEADERS.filter(([at]) => place === at || place.startsWith(`${at}/`)).map(([, headers]) => headers);
