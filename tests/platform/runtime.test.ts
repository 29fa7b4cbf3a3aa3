import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRedisRestEndpoint } from "../../local/redis/rest-endpoint.ts";
import { startRedis } from "../../local/redis/start-redis.ts";
import { buildGroups } from "../../local/runtime/build.ts";
import { type Runtime, startRuntime } from "../../local/runtime/runtime.ts";
import { PROJECT_FOLDER, parseWranglerConfig } from "../../local/runtime/wrangler-config.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { inOneWindow } from "../support/redis.ts";

const TOKEN = "a-token";
const CONFIG = `
compatibility_date = "2026-07-30"
[env.ingest]
name = "hearthwatch-ingest"
main = "limited.ts"
routes = ["x.example/api/limited", "x.example/api/limited/*"]
triggers = { crons = ["*/15 * * * *"] }
[env.public]
name = "hearthwatch-public"
main = "public.ts"
routes = ["x.example/*"]
vars = { EDGE = "hello" }
`;
const PUBLIC = `export default {
  fetch: (request, env) => Response.json({ path: new URL(request.url).pathname, greeting: env.EDGE,
    ip: request.headers.get("cf-connecting-ip") }, { status: 404 }),
};`;
const LIMITED = `
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis/cloudflare";
let ticks = [];
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === "/api/limited/ticks") return Response.json(ticks);
    const limiter = () => new Ratelimit({ limiter: Ratelimit.slidingWindow(60, "60 s"), ephemeralCache: false, timeout: 0,
      redis: new Redis({ url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN, retry: false }) });
    const limiters = [limiter(), limiter()];
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => limiters[n % 2].limit(request.url)));
    return Response.json(answers.filter((answer) => answer.success).length);
  },
  async scheduled(event) { ticks.push([event.cron, event.scheduledTime]); },
};`;

let folder: string;
let runtime: Runtime;
let stop: () => Promise<void>;

beforeAll(async () => {
  // Inside the project, so that the bundler finds its packages.
  folder = await mkdtemp(path.join(PROJECT_FOLDER, "node_modules", ".runtime-test-"));
  await writeFile(path.join(folder, "public.ts"), PUBLIC);
  await writeFile(path.join(folder, "limited.ts"), LIMITED);
  const dataDir = await memoryFolder("hearthwatch-runtime-");
  const source = await startRedis({ dataDir });
  const rest = await startRedisRestEndpoint({ source, token: TOKEN });
  const config = parseWranglerConfig(CONFIG, folder);
  const env = { UPSTASH_REDIS_REST_URL: rest.url, UPSTASH_REDIS_REST_TOKEN: TOKEN };
  runtime = await startRuntime({ config, bundles: await buildGroups(config.groups), env });
  stop = async () => {
    await runtime.stop();
    await rest.stop();
    await source.stop();
    await rm(dataDir, { recursive: true });
  };
});
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true });
});

async function get(pathname: string): Promise<unknown> {
  return (await fetch(runtime.url + pathname)).json();
}

test("a path goes to its group, everything else to the fallback, with the client's address", async () => {
  expect(await get("/api/limited/ticks")).toEqual([]);
  for (const pathname of ["/", "/api/limitedx", "/api/other"])
    expect(await get(pathname)).toEqual({ path: pathname, greeting: "hello", ip: "127.0.0.1" });
});

test("two limiters inside the edge runtime let exactly sixty of two hundred through", async () => {
  let device = 0;
  const limited = () => get(`/api/limited/${device++}`);
  expect(await inOneWindow(limited)).toBe(60);
});

test("a cron fires in the groups that have it, and in no other", async () => {
  const at = new Date("2026-02-03T04:15:00Z");
  expect(await runtime.scheduled("*/15 * * * *", at)).toEqual(["ingest"]);
  expect(await runtime.scheduled("0 0 * * *", at)).toEqual([]);
  expect(await get("/api/limited/ticks")).toEqual([["*/15 * * * *", at.getTime()]]);
});

test("a function that cannot be built is one sentence that says where", async () => {
  const main = path.join(folder, "broken.ts");
  await writeFile(main, 'import "./not-there.ts";');
  const [group] = parseWranglerConfig(CONFIG, folder).groups;
  if (group === undefined) throw new Error("There is no group");
  await expect(buildGroups([{ ...group, main }])).rejects.toThrow(
    /^The function "public" cannot be built: .+broken\.ts:1: /,
  );
});
