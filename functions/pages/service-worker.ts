/// <reference lib="webworker" />

import { fetchOrForget, fromNetworkFirst, fromNetworkOrHome } from "./service-worker-pages.ts";
import { showPushed } from "./service-worker-push.ts";

declare const self: ServiceWorkerGlobalScope;
/** The paths of the built files that every page needs. The build inserts them. */
declare const SITE_FILES: string[];

const FILES = "files-1";
/** Pages to store for reading without a connection. */
const KEPT = /^\/(s\/[^/]+(\/sensors\/[^/]+)?|home|alerts|emergency)$/;
/** Pages that the stored home links to. */
const LINKED = /^\/(alerts|sensors)\/[^/]+$/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromCacheFirst(request));
  else if (request.mode === "navigate" && KEPT.test(pathname)) event.respondWith(fromNetworkFirst(request));
  else if (request.mode === "navigate" && LINKED.test(pathname))
    event.respondWith(fromNetworkOrHome(request));
  else if (pathname === "/home" || (request.mode === "navigate" && pathname === "/sign-in"))
    event.respondWith(fetchOrForget(request));
});

showPushed(self);

async function install(): Promise<void> {
  const cache = await caches.open(FILES);
  await cache.addAll(SITE_FILES);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  await dropOldFiles();
  await self.clients.claim();
  await keepOpenPages();
}

/** A file's name contains a hash of its content, so a stored copy is always current. */
const fromCacheFirst = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? (await fetch(request));

/** Stores the pages that were open before the worker was installed, so that the first visit counts, too. */
async function keepOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: "window" });
  const kept = open.map(({ url }) => new URL(url)).filter(({ pathname }) => KEPT.test(pathname));
  // A lost connection must not prevent the worker from starting.
  await Promise.allSettled(kept.map((url) => fromNetworkFirst(new Request(url, { redirect: "manual" }))));
}

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const held = await cache.keys();
  await Promise.all(
    held.filter(({ url }) => !SITE_FILES.includes(new URL(url).pathname)).map((old) => cache.delete(old)),
  );
}
