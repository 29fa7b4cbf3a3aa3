/// <reference lib="webworker" />

/** What FCM hands on of a message of ours (`lib/channels/push/firebase.vendor.ts`). */
type Pushed = {
  notification?: { title?: string; body?: string; tag?: string; silent?: boolean };
  data?: { url?: string };
};

/** What a browser may be asked of a notification, and TypeScript does not know. */
type Shown = NotificationOptions & { renotify: boolean };

/** Shows what is pushed, and opens what it is about. */
export function showPushed(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => event.waitUntil(show(worker, pushedIn(event))));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(worker, pathOf(event.notification.data, worker.location.origin)));
  });
}

/** A browser takes the right to push away where one is not shown: one that cannot be read is shown, too. */
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

/** A path of ours, whatever was pushed. */
function pathOf(url: unknown, origin: string): string {
  const given = typeof url === "string" && URL.canParse(url, origin) ? new URL(url, origin) : null;
  return given === null || given.origin !== origin ? "/home" : given.pathname + given.search;
}

/** A window that shows it already comes to the front; else one is opened. */
async function open({ clients }: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === path.split("?")[0]);
  await (there === undefined ? clients.openWindow(path) : there.focus());
}
