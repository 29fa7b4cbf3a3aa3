import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chatWebhook, deadManPing } from "../../lib/jobs/operator-webhooks.vendor.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { type LoopbackServer, listenOnLoopback } from "../../local/processes/loopback-server.ts";
import type { Reported } from "../support/services.ts";

type Asked = { method: string | undefined; url: string | undefined; body: string };

let asked: Asked[];
let status: number | null;
let reports: Reported[];
let url: string;
let server: LoopbackServer;

beforeEach(async () => {
  [asked, status, reports] = [[], 200, []];
  server = await listenOnLoopback(
    createServer(async (request, response) => {
      asked.push({ method: request.method, url: request.url, body: await text(request) });
      if (status !== null) response.writeHead(status).end("ok");
    }),
  );
  url = `http://127.0.0.1:${server.port}/hooks/a-secret`;
});
afterEach(() => server.stop());

const report = (event: Reported) => {
  reports.push(event);
};

test("a chat gets the line in the words of Slack and of Discord", async () => {
  await chatWebhook({ url, report })("The clock is silent");
  expect(asked).toEqual([
    {
      method: "POST",
      url: "/hooks/a-secret",
      body: JSON.stringify({ text: "The clock is silent", content: "The clock is silent" }),
    },
  ]);
  expect(reports).toEqual([]);
});

test("a dead man's watcher gets a plain GET", async () => {
  await deadManPing({ url, report })();
  expect(asked).toEqual([{ method: "GET", url: "/hooks/a-secret", body: "" }]);
});

test("one that refuses, hangs or can't be reached fails nobody, and its address is not logged", async () => {
  status = 500;
  await deadManPing({ url, report })();
  status = null;
  await chatWebhook({ url, report, timeoutMs: 50 })("x");
  await deadManPing({ url: url.replace(/:\d+/, `:${await freePort()}`), report })();
  expect(reports).toEqual([
    { level: "warn", event: "dead_man_ping_failed", status: 500 },
    { level: "warn", event: "chat_failed", error: "TimeoutError" },
    { level: "warn", event: "dead_man_ping_failed", error: "TypeError" },
  ]);
  expect(JSON.stringify(reports)).not.toContain("a-secret");
});
