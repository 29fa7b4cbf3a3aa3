import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isOnPath } from "../../support/programs.ts";
import { inOneWindow } from "../../support/redis.ts";
import { type RedisFault, type RedisRestEndpoint, startRedisRestEndpoint } from "./rest-endpoint.ts";
import type { RedisSource } from "./source.ts";
import { startRedis } from "./start-redis.ts";

const TOKEN = "a-token";
const HAS_SERVER = isOnPath("redis-server");
if (!HAS_SERVER) console.warn("SKIPPED: there is no redis-server on the PATH, only the stand-in is tested");

const SOURCES = [
  { name: "redis-server", inMemory: false, skip: !HAS_SERVER },
  { name: "the stand-in in memory", inMemory: true, skip: false },
];

describe.each(SOURCES.filter((source) => !source.skip))("in front of $name", ({ inMemory }) => {
  let source: RedisSource;
  let endpoint: RedisRestEndpoint;
  let redis: Redis;
  const faults: RedisFault[] = [];

  beforeAll(async () => {
    source = await startRedis({ inMemory });
    endpoint = await startRedisRestEndpoint({ source, token: TOKEN, onCall: () => faults.shift() });
    redis = client();
  });
  afterAll(async () => {
    await endpoint.stop();
    await source.stop();
  });
  beforeEach(async () => {
    await redis.flushdb();
  });

  const client = () => new Redis({ url: endpoint.url, token: TOKEN, retry: false, enableTelemetry: false });
  const limiter = (name: string) =>
    new Ratelimit({
      redis: client(),
      limiter: Ratelimit.slidingWindow(60, "60 s"),
      ephemeralCache: false,
      // On a busy machine it would let through whoever waits for long.
      timeout: 0,
      prefix: name,
    });

  test("values come back as they were set", async () => {
    await redis.set("text", "häuschen 🏠");
    await redis.set("json", { a: [1, null] });
    await redis.hset("hash", { one: 1, two: "zwei" });
    expect(await redis.get("text")).toBe("häuschen 🏠");
    expect(await redis.get("json")).toEqual({ a: [1, null] });
    expect(await redis.hgetall("hash")).toEqual({ one: 1, two: "zwei" });
    expect(await redis.get("missing")).toBeNull();
    expect(await redis.incrby("count", 5)).toBe(5);
  });

  test("a pipeline and a transaction answer in order", async () => {
    expect(await redis.pipeline().set("a", 1).incr("a").get("a").exec()).toEqual(["OK", 2, 2]);
    expect(await redis.multi().set("b", 1).incr("b").get("b").exec()).toEqual(["OK", 2, 2]);
  });

  test("a script is refused by its hash until its text has been seen", async () => {
    const script = `#!lua flags=allow-key-locking\nreturn ARGV[1] .. '${String(inMemory)}'`;
    const hash = createHash("sha1").update(script).digest("hex");
    await expect(redis.evalsha(hash, [], ["x"])).rejects.toThrow("NOSCRIPT");
    expect(await redis.eval(script, [], ["x"])).toBe(`x${inMemory}`);
    expect(await redis.evalsha(hash, [], ["y"])).toBe(`y${inMemory}`);
    expect(await redis.scriptLoad(script)).toBe(hash);
  });

  test("a refusal of Redis and a missing token are reported as Upstash reports them", async () => {
    await expect(redis.exec(["NOSUCH"])).rejects.toThrow(/unknown command/);
    for (const path of ["/", "/pipeline", "/multi-exec"]) {
      const answer = await fetch(endpoint.url + path, { method: "POST", body: '["PING"]' });
      expect([answer.status, await answer.json()]).toEqual([401, { error: "Unauthorized" }]);
    }
  });

  test("two limiters let exactly sixty of two hundred simultaneous calls through", async () => {
    const limiters = [limiter("ingest"), limiter("ingest")];
    const answers = await inOneWindow(async () => {
      await redis.flushdb();
      return Promise.all(Array.from({ length: 200 }, (_, n) => limiters[n % 2]?.limit("device")));
    }, 60_000);
    expect(answers.filter((answer) => answer?.success).length).toBe(60);
    expect(answers.every((answer) => answer?.reason === undefined)).toBe(true);
  });

  test("a broken connection is an error after the one retry that the client insists on", async () => {
    faults.push({ kind: "refuse" }, { kind: "refuse" });
    await expect(redis.ping()).rejects.toThrow(/fetch failed/);
    expect(await redis.ping()).toBe("PONG");
  });

  const FAULTS: [RedisFault, RegExp][] = [
    [{ kind: "server_error" }, /internal server error/],
    [{ kind: "html" }, /./],
  ];
  test.each(FAULTS)("the fault %o is seen by the caller once", async (fault, message) => {
    faults.push(fault);
    await expect(redis.ping()).rejects.toThrow(message);
    expect(await redis.ping()).toBe("PONG");
  });

  test("a hanging Redis answers nobody, a slow one late", async () => {
    faults.push({ kind: "hang" }, { kind: "slow", ms: 120 });
    const impatient = new Redis({
      url: endpoint.url,
      token: TOKEN,
      retry: false,
      signal: () => AbortSignal.timeout(100),
    });
    await expect(impatient.ping()).rejects.toThrow(/abort|timeout/i);
    const before = performance.now();
    expect(await redis.ping()).toBe("PONG");
    expect(performance.now() - before).toBeGreaterThan(110);
  });
});

/** Windows of 60 s are cut by the clock: not across the cut. */
