/// <reference lib="webworker" />

import { fetchOrForget, fromNetworkFirst } from "./service-worker-pages.ts";
import { showPushed } from "./service-worker-push.ts";

declare const self: ServiceWorkerGlobalScope;
/** The built files that every page needs; put in by the build. */
declare const SITE_FILES: string[];

const FILES = "files-1";
/** Pages whose last look is worth having without a connection. */
const KEPT = /^\/(s\/[^/]+(\/sensors\/[^/]+)?|home|alerts|emergency)$/;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(fromCacheFirst(request));
  else if (request.mode === "navigate" && KEPT.test(pathname)) event.respondWith(fromNetworkFirst(request));
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

/** A file's name contains a hash of its content: a stored copy is right. */
const fromCacheFirst = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? (await fetch(request));

/** Pages that were open before there was a worker: the first visit is worth keeping, too. */
async function keepOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: "window" });
  const kept = open.map(({ url }) => new URL(url)).filter(({ pathname }) => KEPT.test(pathname));
  // Whose connection is gone by now has nothing to keep, and that is no reason to have no worker.
  await Promise.allSettled(kept.map((url) => fromNetworkFirst(new Request(url, { redirect: "manual" }))));
}

async function dropOldFiles(): Promise<void> {
  const cache = await caches.open(FILES);
  const held = await cache.keys();
  await Promise.all(
    held.filter(({ url }) => !SITE_FILES.includes(new URL(url).pathname)).map((old) => cache.delete(old)),
  );
}
