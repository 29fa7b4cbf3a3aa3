// npm run bench callers: whether the memory of one machine levels off under ever new callers of every kind of route
// Starts `npm start` as it is and asks it from a loopback address of its own for each request, so that nothing that is
// kept for each caller goes unseen. npm run bench callers -- [--requests 200000]. Linux alone.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { newSecret } from "../lib/kernel/secret.ts";
import type { DemoFile } from "../local/demo/demo-file.ts";
import { freePort } from "../local/processes/free-port.ts";
import { childrenOf, commandLineOf } from "../local/processes/running-process.ts";
import { SECRET_TYPES } from "../schema/vocabulary.ts";

const CONCURRENCY = 32;
const SAMPLES = 10;
const REST_MS = 20_000;
/** Below 127.0.0.0/8 every address is this machine's. */
const ADDRESSES = 254 * 254 * 254;
const NOT_OURS = /postgres|redis-server/;

const { values } = parseArgs({ options: { requests: { type: "string" } } });
const requests = Number(values.requests ?? 200_000);
const dataDir = await mkdtemp(path.join(tmpdir(), "hearthwatch-callers-"));
const port = await freePort("127.0.0.1");
const started = spawn(process.execPath, ["local/start/start.ts"], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), SEED_HISTORY: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
// Whoever breaks the measurement off does not leave the service behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    started.once("exit", () => process.exit(1));
    started.kill("SIGTERM");
  });
const statuses: Record<string, number> = {};
try {
  await isReady();
  const demo = JSON.parse(await readFile(path.join(dataDir, "demo.json"), "utf8")) as DemoFile;
  await sleep(REST_MS);
  console.log(`${(await megabytes()).toFixed(0)} MB at rest`);
  const begun = performance.now();
  for (let sample = 1; sample <= SAMPLES; sample += 1) {
    await askMany(
      demo,
      Math.round(((sample - 1) * requests) / SAMPLES),
      Math.round((sample * requests) / SAMPLES),
    );
    console.log(`${(await megabytes()).toFixed(0)} MB after ${Math.round((sample * requests) / SAMPLES)}`);
  }
  const seconds = (performance.now() - begun) / 1_000;
  await sleep(REST_MS);
  console.log(`${(await megabytes()).toFixed(0)} MB at rest again`);
  console.log(
    `\n${Math.round(requests / seconds)} requests a second; answers by status: ${JSON.stringify(statuses)}`,
  );
} finally {
  started.kill("SIGTERM");
  await new Promise((resolve) => started.once("exit", resolve));
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();

async function isReady(): Promise<void> {
  for await (const chunk of started.stdout) if (String(chunk).includes("Hearthwatch is ready")) break;
  started.stdout.resume();
}

/** Every kind of route, refusals among them. */
function routeOf(
  demo: DemoFile,
  index: number,
): { method?: string; path: string; key?: string; body?: string } {
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const routes = [
    () => ({ path: "/sign-in" }),
    () => ({ method: "POST", path: `/api/ingest/${demo.push_device.ingest_key}`, body: '{"temp1":61}' }),
    () => ({ method: "POST", path: `/api/ingest/${newSecret(SECRET_TYPES.ingestKey, random)}`, body: "{}" }),
    () => ({ path: `/api/share/${demo.share_token}/latest` }),
    () => ({ path: "/api/v1/devices", key: demo.api_key }),
    () => ({ path: "/api/status" }),
    () => ({ path: `/s/${demo.share_token}` }),
    () => ({ path: "/home" }),
    () => ({ method: "POST", path: "/api/v1/devices", body: "{}" }),
    () => ({ path: `/api/nothing/${index}` }),
  ];
  return routes[index % routes.length]?.() ?? { path: "/" };
}

async function askMany(demo: DemoFile, from: number, to: number): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < to) await ask(demo, next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

function ask(demo: DemoFile, index: number): Promise<void> {
  const { method = "GET", path: at, key, body } = routeOf(demo, index);
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  return new Promise((resolve) => {
    const done = (status: string) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      resolve();
    };
    const place = { host: "127.0.0.1", port, localAddress: addressOf(index), agent: false };
    const asked = request({ ...place, method, path: at, headers }, (answer) => {
      answer.resume().once("close", () => done(String(answer.statusCode)));
    });
    asked.once("error", (error) => done(error.message));
    asked.end(body);
  });
}

function addressOf(index: number): string {
  const host = index % ADDRESSES;
  return `127.${1 + (Math.floor(host / 64_516) % 254)}.${1 + (Math.floor(host / 254) % 254)}.${1 + (host % 254)}`;
}

/** Of the whole service but its database and Redis. */
async function megabytes(): Promise<number> {
  const family = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap((child) => family(child.pid))];
  const ours = family(started.pid ?? 0).filter((pid) => !NOT_OURS.test(commandLineOf(pid)));
  const sizes = await Promise.all(
    ours.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1_024;
}
