/** The last page stays readable without a connection; without a service worker there is just none. */
export function keepSnapshot(): void {
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
