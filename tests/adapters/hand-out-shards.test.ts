import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readWranglerConfig } from "../../deploy/wrangler-toml.ts";
import { handOutShards } from "../../functions/_platform/shards.ts";
import { PLATFORM_LIMITS } from "../../functions/_platform/variables.ts";
import { FEED_LEASE_MS } from "../../lib/feeds/poll-feeds.actions.ts";
import { listenOnLoopback } from "../../local/processes/loopback-server.ts";
import type { Reported } from "../support/services.ts";

const CRON_SECRET = "c".repeat(43);
const TICK = new Date("2026-11-20T10:15:00Z");

type Consumer = { max_batch_size: number; retry_delay: number; max_retries: number };
type Answer = (request: IncomingMessage, response: ServerResponse, number: number) => void;

let asked: IncomingMessage[];
let answer: Answer;
let reports: Reported[];
const report = (event: Reported) => void reports.push(event);

const server = await listenOnLoopback(
  createServer((request, response) => answer(request, response, asked.push(request))),
);
afterAll(() => server.stop());
beforeEach(() => {
  [asked, reports] = [[], []];
  answer = (_request, response) => response.end('{"ok":true}');
});

type Asked = Partial<Parameters<typeof handOutShards>[0]>;

const handOutIn = (env: Asked, answerMs?: number) =>
  handOutShards({ CRON_SECRET, BASE_URL: "http://127.0.0.1:9", ...env }, report, answerMs);

const toPoll = (env: Asked, answerMs?: number) => {
  const handOut = handOutIn(env, answerMs);
  if (handOut === null) throw new Error("There is somewhere to hand shards to");
  return (shards: number, tick: Date) => handOut("poll", shards, tick);
};

describe("without a queue", () => {
  const handOut = (answerMs?: number, port = server.port) =>
    toPoll({ BASE_URL: `http://127.0.0.1:${port}` }, answerMs);

  test("every shard is a call of this function with the secret, and the tick that it is for", async () => {
    expect(await handOut()(3, TICK)).toBe(3);
    expect(asked.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual(
      Array(3).fill([
        "POST",
        "/api/cron/poll-shard?tick=2026-11-20T10%3A15%3A00.000Z",
        `Bearer ${CRON_SECRET}`,
      ]),
    );
    expect(reports).toEqual([]);
  });

  test("one of history names its devices, one for each range", async () => {
    const ranges = [
      { after: 7, upTo: 19 },
      { after: 19, upTo: 2 ** 31 - 1 },
    ];
    const byCalls = { BASE_URL: `http://127.0.0.1:${server.port}` };
    expect(await handOutIn(byCalls)?.("history", 2, TICK, ranges)).toBe(2);
    expect(asked.map(({ url }) => url).toSorted()).toEqual([
      "/api/cron/history-shard?after=19&up_to=2147483647",
      "/api/cron/history-shard?after=7&up_to=19",
    ]);
    const bodies: unknown[] = [];
    const sendBatch = async (messages: { body: unknown }[]) => {
      bodies.push(...messages.map(({ body }) => body));
    };
    await handOutIn({ FEED_SHARDS: { sendBatch } })?.("history", 2, TICK, ranges);
    const told = { tick: "2026-11-20T10:15:00.000Z", work: "history" };
    expect(bodies).toEqual(ranges.map((devices) => ({ ...told, devices })));
  });

  test("those that are refused are counted and reported, with the reason", async () => {
    answer = (_request, response, number) => response.writeHead(number <= 2 ? 503 : 200).end();
    expect(await handOut()(5, TICK)).toBe(3);
    expect(reports).toEqual([
      {
        level: "error",
        event: "shards_not_handed_out",
        work: "poll",
        shards: 2,
        of: 5,
        reason: "It answers 503",
      },
    ]);
  });

  test("a function that can't be reached is reported, and throws nothing", async () => {
    const free = await listenOnLoopback(createServer());
    await free.stop();
    expect(await handOut(undefined, free.port)(2, TICK)).toBe(0);
    expect(reports).toMatchObject([{ event: "shards_not_handed_out", shards: 2, of: 2 }]);
  });

  test("no more are under way at a time than a function has room for", async () => {
    const waiting: ServerResponse[] = [];
    answer = (_request, response) => void waiting.push(response);
    const handing = handOut()(PLATFORM_LIMITS.shardCallsMax + 1, TICK);
    await expect.poll(() => waiting.length).toBe(PLATFORM_LIMITS.shardCallsMax);
    waiting.shift()?.end();
    await expect.poll(() => waiting.length).toBe(PLATFORM_LIMITS.shardCallsMax);
    for (const response of waiting) response.end();
    expect(await handing).toBe(PLATFORM_LIMITS.shardCallsMax + 1);
  });
});

describe("with a queue", () => {
  test("shards go into it in batches, and a batch that it refuses keeps back no other", async () => {
    const batches: { body: { tick: string } }[][] = [];
    const sendBatch = async (messages: { body: { tick: string } }[]) => {
      batches.push(messages);
      if (batches.length === 2) throw new Error("Queue sendBatch failed: Too Many Requests");
    };
    expect(await toPoll({ FEED_SHARDS: { sendBatch } })(250, TICK)).toBe(150);
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(batches[2]?.[0]).toEqual({ body: { tick: TICK.toISOString(), work: "poll" } });
    expect(reports).toMatchObject([{ event: "shards_not_handed_out", shards: 100, of: 250 }]);
  });

  test("a shard that failed comes again when the feeds that it had are free, and within its tick", async () => {
    const { env } = await readWranglerConfig();
    const consumers = Object.values(env).flatMap(({ queues }) => (queues?.consumers ?? []) as Consumer[]);
    expect(consumers).toHaveLength(1);
    for (const { max_batch_size: batch, retry_delay: delay, max_retries: retries } of consumers) {
      expect(batch).toBe(1);
      expect(delay * 1_000).toBeGreaterThanOrEqual(FEED_LEASE_MS);
      expect(delay * retries).toBeLessThan(15 * 60);
    }
  });
});
