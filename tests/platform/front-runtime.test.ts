import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { buildGroups } from "../../local/runtime/build.ts";
import { startFront } from "../../local/runtime/front.ts";
import { startRuntime } from "../../local/runtime/runtime.ts";
import { PROJECT_FOLDER, parseWranglerConfig } from "../../local/runtime/wrangler-config.ts";

/** The front before the real edge runtime, with a function that answers some requests before it reads their body. */

const CONFIG = `
compatibility_date = "2026-07-30"
[env.public]
name = "hearthwatch-public"
main = "public.ts"
routes = ["x.example/*"]
`;
const PUBLIC = `export default {
  fetch: async (request) => new URL(request.url).pathname === "/refused"
    ? Response.json({ error: "Invalid device key" }, { status: 401 })
    : Response.json({ bytes: (await request.arrayBuffer()).byteLength }),
};`;
const ROUNDS = 100;

let url: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(path.join(PROJECT_FOLDER, "node_modules", ".front-test-"));
  closing.push(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "public.ts"), PUBLIC);
  const config = parseWranglerConfig(CONFIG, folder);
  const runtime = await startRuntime({ config, bundles: await buildGroups(config.groups), env: {} });
  closing.unshift(runtime.stop);
  const port = await freePort("127.0.0.1");
  const place = { host: "127.0.0.1", port, upstream: runtime.url, keepsCallerHeader: false };
  const front = await startFront({ ...place, onLog: () => undefined });
  closing.unshift(front.stop);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const close of closing) await close();
});

const post = async (pathname: string, bytes: number) => {
  const answer = await fetch(url + pathname, { method: "POST", body: "x".repeat(bytes) });
  await answer.arrayBuffer();
  return answer.status;
};

/** How often each status was answered. */
const tally = (statuses: number[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );

test.each([40, 60_000, 250_000])(
  "requests refused before their %i bytes are read break no other request",
  async (bytes) => {
    const refused: number[] = [];
    const good: number[] = [];
    const beside = async () => {
      for (let round = 0; round < ROUNDS; round++) refused.push(await post("/refused", bytes));
    };
    const readings = async () => {
      for (let round = 0; round < ROUNDS; round++) good.push(await post("/", 40));
    };
    await Promise.all([beside(), beside(), readings(), readings()]);
    expect({ good: tally(good), refused: tally(refused) }).toEqual({
      good: { 200: 2 * ROUNDS },
      refused: { 401: 2 * ROUNDS },
    });
  },
);
