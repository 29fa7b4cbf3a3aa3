/// <reference lib="webworker" />

/** The payload of our push messages as FCM delivers it (sent by `lib/channels/push/firebase.vendor.ts`). */
type Pushed = {
  notification?: { title?: string; body?: string; tag?: string; silent?: boolean };
  data?: { url?: string };
};

/** TypeScript's types lack `renotify`. */
type Shown = NotificationOptions & { renotify: boolean };

/** Shows push messages as notifications, and opens their page on a click. */
export function showPushed(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(worker, pushedIn(event))));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, pathOf(event.notification.data, worker.location.origin)));
  });
}

/** Parses a push message; {} if malformed. It is shown anyway: browsers revoke push from sites that show nothing. */
function pushedIn({ data }: PushEvent): Pushed {
  try {
    return (data?.json() as Pushed | null) ?? {};
  } catch {
    return {};
  }
}

function show({ registration }: ServiceWorkerGlobalScope, { notification = {}, data }: Pushed) {
  const { title = "Hearthwatch", body = "", tag = "" } = notification;
  const silent = notification.silent === true;
  // A notification that replaces another rings again only if that is requested, and a request without a tag is
  // refused.
  const renotify = tag !== "" && !silent;
  const shown: Shown = { body, tag, silent, renotify, icon: "/icon-192.png", data: data?.url };
  return registration.showNotification(title, shown);
}

/** Returns a path of our own site; `/home` for any other URL. */
function pathOf(url: unknown, origin: string): string {
  const given = typeof url === "string" && URL.canParse(url, origin) ? new URL(url, origin) : null;
  return given === null || given.origin !== origin ? "/home" : given.pathname + given.search;
}

/** Brings a window with the page to the front, or opens a new one. */
async function open({ clients }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path.split("?")[0]);
  await (there === undefined ? clients.openWindow(path) : there.focus());
}
