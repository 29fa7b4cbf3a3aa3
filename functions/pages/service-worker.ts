/// <reference lib="webworker" />

import { fromNetworkFirst, liveOrForget } from "./service-worker-pages.ts";
import { showPushed } from "./service-worker-push.ts";

declare const self: ServiceWorkerGlobalScope;
/** The built files that every page needs; put in by the build. */
declare const SITE_FILES: string[];

const FILES = "files-1";
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
  else if (pathname === "/home/live") event.respondWith(liveOrForget(request));
});

showPushed(self);

/** A file's content stands in its name: what is held is right. */
const fromCacheFirst = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? (await fetch(request));

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const held = await cache.keys();
  await Promise.all(
    held.filter(({ url }) => !SITE_FILES.includes(new URL(url).pathname)).map((old) => cache.delete(old)),
  );
}
