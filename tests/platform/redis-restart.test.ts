import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isRunning, type ProcessMark } from "../../local/processes/running-process.ts";
import { type RunningRedis, startRedis } from "../../local/redis/start-redis.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { isOnPath } from "../support/programs.ts";

let dataDir: string;
let redis: RunningRedis;
let lines: string[];
beforeEach(async () => {
  dataDir = await memoryFolder("hearthwatch-redis-");
  lines = [];
  redis = await startRedis({ dataDir, onLog: (line) => void lines.push(line) });
});
afterEach(async () => {
  await redis.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const mark = async (): Promise<ProcessMark> =>
  JSON.parse(await readFile(path.join(dataDir, "redis.json"), "utf8")) as ProcessMark;

test.skipIf(!isOnPath("redis-server"))(
  "a redis-server that is killed is started again, and stops when asked to",
  async () => {
    await redis.call(["SET", "k", "1"]);
    const first = await mark();
    process.kill(first.pid, "SIGKILL");
    await expect.poll(async () => (await mark()).pid, { timeout: 60_000 }).not.toBe(first.pid);
    expect(String(await redis.call(["SET", "k", "2"]))).toBe("OK");
    expect(String(await redis.call(["GET", "k"]))).toBe("2");
    expect(lines).toEqual([expect.stringContaining("redis-server ended (SIGKILL)")]);

    const second = await mark();
    await redis.stop();
    expect(isRunning(second)).toBe(false);
    expect(lines).toHaveLength(1);
  },
);
