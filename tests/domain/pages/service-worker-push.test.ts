import { expect, test } from "vitest";
import { showPushed } from "../../../functions/pages/service-worker-push.ts";

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
