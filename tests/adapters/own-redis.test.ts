import { afterAll, expect, test } from "vitest";
import { upstashLimiter, upstashSharedLimiter } from "../../lib/kernel/limiter.vendor.ts";
import type { LimitPolicy } from "../../lib/kernel/ports.ts";
import { ownRedis } from "../../local/machine/own-redis.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";
import { inOneWindow } from "../support/redis.ts";
import { cryptoRandom } from "../support/services.ts";
import { type Spawned, spawnProgram } from "../support/spawned.ts";

const POLICY: LimitPolicy = { name: "posts", limit: 12, windowSeconds: 60 };
const hasServer = isOnPath("redis-server");
if (!hasServer) console.warn("SKIPPED: needs redis-server");

const started: Spawned[] = [];
const closed: (() => void)[] = [];
afterAll(async () => {
  for (const close of closed) close();
  for (const server of started) await server.end();
});

async function start(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const cwd = await memoryFolder("hearthwatch-redis-");
  const server = spawnProgram("redis-server", ["--port", String(port), "--save", ""], { cwd });
  started.push(server);
  return { url: `redis://127.0.0.1:${port}`, stop: server.end };
}

async function machineAt(url: string) {
  const logged: string[] = [];
  const { redis, close } = ownRedis(url, (line) => logged.push(line));
  closed.push(close);
  await expect.poll(() => redis.get("connected")).toBeNull();
  const options = { redis, random: cryptoRandom, clock: () => new Date(), report: () => undefined };
  return { limiter: upstashLimiter(options), shared: upstashSharedLimiter(options), logged };
}

test.skipIf(!hasServer)("two machines count together, and each alone while Redis is away", async () => {
  const { url, stop } = await start();
  const [one, other] = [await machineAt(url), await machineAt(url)];
  let subject = 0;
  const allowed = await inOneWindow(async () => {
    subject += 1;
    let passed = 0;
    for (let asked = 0; asked < 10; asked += 1)
      for (const { limiter } of [one, other])
        if ((await limiter(POLICY, `device ${subject}`)).allowed) passed += 1;
    return passed;
  });
  expect(allowed).toBe(POLICY.limit);
  await stop();
  const { limiter, shared, logged } = one;
  expect((await limiter(POLICY, "another")).allowed).toBe(true);
  expect(await shared(POLICY, "another")).toBeNull();
  await expect.poll(() => logged.length).toBeGreaterThan(0);
});
