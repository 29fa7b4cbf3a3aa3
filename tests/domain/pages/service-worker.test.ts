import { afterEach, expect, test, vi } from "vitest";
import {
  fetchOrForget,
  fromNetworkFirst,
  fromNetworkOrHome,
} from "../../../functions/pages/service-worker-pages.ts";
import { showPushed } from "../../../functions/pages/service-worker-push.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser's store of pages that holds `/home`, and a service that gives one answer, or none. */
function holdingHome(answer: Partial<Response> | null) {
  const held = new Map([["/home", "the last look"]]);
  const pathOf = (request: Request | string) =>
    typeof request === "string" ? request : new URL(request.url).pathname;
  const cache = {
    put: async (request: Request) => held.set(pathOf(request), "a new look"),
    match: async (request: Request) => {
      const look = held.get(pathOf(request));
      return look === undefined || pathOf(request) === "/home" ? look : { headers: new Headers() };
    },
    delete: async (request: Request | string) => held.delete(pathOf(request)),
    keys: async () => [...held.keys()],
  };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", async () => {
    if (answer === null) throw new TypeError("no connection");
    return { ok: false, status: 200, type: "basic", redirected: false, clone: () => answer, ...answer };
  });
  return held;
}

const HOME = new Request("https://hearth.example.net/home");

test("the last look at the home is shown without a connection", async () => {
  holdingHome(null);
  expect(await fromNetworkFirst(HOME)).toBe("the last look");
});

test("a new look takes its place", async () => {
  const held = holdingHome({ ok: true });
  await fromNetworkFirst(HOME);
  expect(held.get("/home")).toBe("a new look");
});

test.each([
  ["sends the reader to sign in", { type: "opaqueredirect" as const, status: 0 }],
  ["refuses", { status: 401 }],
  ["knows no home any more", { status: 404 }],
])("it is forgotten once the service %s", async (_, answer) => {
  const held = holdingHome(answer);
  await fromNetworkFirst(HOME);
  expect(held.has("/home")).toBe(false);
});

test("it is forgotten by an open page whose session has ended elsewhere", async () => {
  const held = holdingHome({ ok: true, redirected: true });
  await fetchOrForget(HOME);
  expect(held.has("/home")).toBe(false);
});

test("it is forgotten by whoever any page sends to sign in", async () => {
  const held = holdingHome({ ok: true });
  await fetchOrForget(new Request("https://hearth.example.net/sign-in?next=%2Fdevices"));
  expect(held.has("/home")).toBe(false);
});

test("it is kept by a page of signing in that can't be reached", async () => {
  const held = holdingHome(null);
  await expect(fetchOrForget(new Request("https://hearth.example.net/sign-in"))).rejects.toThrow();
  expect(held.has("/home")).toBe(true);
});

test("the alerts and the emergency card beside it are kept with it, and forgotten with the session", async () => {
  const held = holdingHome({ ok: true });
  await fromNetworkFirst(HOME);
  expect([...held.keys()].toSorted()).toEqual(["/alerts", "/emergency", "/home"]);
  await fetchOrForget(new Request("https://hearth.example.net/sign-in"));
  expect([...held.keys()]).toEqual([]);
});

test("an alert leads to it without a connection, as long as there is one", async () => {
  const held = holdingHome(null);
  const alert = new Request("https://hearth.example.net/alerts/alr_1");
  expect((await fromNetworkOrHome(alert)).headers.get("Location")).toBe(HOME.url);
  held.clear();
  await expect(fromNetworkOrHome(alert)).rejects.toThrow("no connection");
});

test("it is kept through a fault of the service", async () => {
  const held = holdingHome({ status: 503 });
  await fromNetworkFirst(HOME);
  await fetchOrForget(HOME);
  expect(held.get("/home")).toBe("the last look");
});

const ORIGIN = "https://hearth.example.net";

/** What a browser gives a worker of ours, as far as pushing goes; `windows` are open already. */
function openWorker(windows: string[] = []) {
  const heard = new Map<string, (event: object) => void>();
  const done: object[] = [];
  const worker = {
    location: { origin: ORIGIN },
    registration: {
      showNotification: async (
        title: string,
        { body, tag, data, silent, renotify }: NotificationOptions & { renotify?: boolean },
      ) => {
        done.push({ title, body, tag, data, silent, renotify });
      },
    },
    clients: {
      matchAll: async () =>
        windows.map((url) => ({
          url,
          focus: async () => {
            done.push({ focused: url });
          },
        })),
      openWindow: async (path: string) => {
        done.push({ opened: path });
      },
    },
    addEventListener: (name: string, listen: (event: object) => void) => heard.set(name, listen),
  };
  showPushed(worker as unknown as ServiceWorkerGlobalScope);
  const tell = async (name: string, event: object) => {
    let work: Promise<unknown> = Promise.resolve();
    heard.get(name)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => {
        work = promise;
      },
    });
    await work;
    return done;
  };
  return {
    push: (text: string) => tell("push", { data: { json: () => JSON.parse(text) } }),
    press: (data: unknown) => tell("notificationclick", { notification: { data, close: () => {} } }),
  };
}

test("what FCM hands on is shown, with the page that it opens", async () => {
  const message = {
    notification: { title: "Pipes may freeze", body: "Elm Street: check the heating.", tag: "msg_1" },
    data: { url: `${ORIGIN}/a/token` },
    fcmMessageId: "1",
  };
  expect(await openWorker().push(JSON.stringify(message))).toEqual([
    { ...message.notification, data: `${ORIGIN}/a/token`, silent: false, renotify: true },
  ]);
});

test("an end takes the place of its alarm without a sound", async () => {
  const message = { notification: { title: "Warm again", body: "Elm Street", tag: "alr_1", silent: true } };
  expect(await openWorker().push(JSON.stringify(message))).toMatchObject([
    { tag: "alr_1", silent: true, renotify: false },
  ]);
});

test.each([
  ["no JSON", "Hearthwatch"],
  ["null", "Hearthwatch"],
  ["{}", "Hearthwatch"],
  ['{"notification":{"title":"Test"}}', "Test"],
])("what cannot be read is shown all the same: %s", async (text, title) => {
  expect(await openWorker().push(text)).toMatchObject([{ title }]);
});

test.each([
  [`${ORIGIN}/a/token`, "/a/token"],
  [`${ORIGIN}/alerts/alr_1?from=push`, "/alerts/alr_1?from=push"],
  ["https://evil.example/a/token", "/home"],
  ["javascript:alert(1)", "/home"],
  [undefined, "/home"],
])("a press on %s opens %s", async (url, path) => {
  expect(await openWorker().press(url)).toEqual([{ opened: path }]);
});

test("a page that is open comes to the front instead of a second one", async () => {
  const worker = openWorker([`${ORIGIN}/home`, `${ORIGIN}/a/token`]);
  expect(await worker.press(`${ORIGIN}/a/token`)).toEqual([{ focused: `${ORIGIN}/a/token` }]);
});
