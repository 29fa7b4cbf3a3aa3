/// <reference lib="webworker" />

import { showPushed } from "./service-worker-push.ts";

declare const self: ServiceWorkerGlobalScope;
/** The built files that every page needs; put in by the build. */
declare const SITE_FILES: string[];

const FILES = "files-1";
const PAGES = "pages-1";
const PAGES_MAX = 20;
/** Pages whose last look is worth having without a connection. */
const KEPT = /^\/(s\/[^/]+(\/sensors\/[^/]+)?|home)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(FILES)
      .then((cache) => cache.addAll(SITE_FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldFiles().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromCacheFirst(request));
  else if (request.mode === "navigate" && KEPT.test(pathname)) event.respondWith(fromNetworkFirst(request));
});

showPushed(self);

/** A file's content stands in its name: what is held is right. */
const fromCacheFirst = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? (await fetch(request));

async function fromNetworkFirst(request: Request): Promise<Response> {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(cache, request, answer.clone());
    // A link that has ended shows nothing any more, here neither.
    else if (answer.status === 404 || answer.status === 401) await cache.delete(request);
    return answer;
  } catch (error) {
    const held = await cache.match(request, { ignoreSearch: true });
    if (held === undefined) throw error;
    return held;
  }
}

async function keep(cache: Cache, request: Request, answer: Response): Promise<void> {
  await cache.put(request, answer);
  const held = await cache.keys();
  await Promise.all(held.slice(0, Math.max(0, held.length - PAGES_MAX)).map((old) => cache.delete(old)));
}

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const held = await cache.keys();
  await Promise.all(
    held.filter(({ url }) => !SITE_FILES.includes(new URL(url).pathname)).map((old) => cache.delete(old)),
  );
}
