// npm run bench machine: memory, start times and the CPU of a post of one machine in production
// Measures the whole process tree of `node run.mjs start -- --production`. Memory is the PSS at rest, 30 s after the
// second start. CPU is that of the tree, divided by the number of posts.
// npm run bench machine -- [--posts 4000] [--rest 30]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { freePort } from "../local/processes/free-port.ts";
import { addDevices, type BenchDevice, DEVICES_A_HOME } from "./bench-database.ts";
import { SENSORS } from "./ingest-platform.ts";
import { databaseOf, startMachine } from "./machine-process.ts";
import { cpuOfTree, pssOfTree } from "./process-cpu.ts";
import { formatTable } from "./table.ts";

const WARM_UP_POSTS = 400;
/** Enough devices: each may post 60 times a minute. */
const DEVICES = 400;
const AT_ONCE = 4;

const { values } = parseArgs({ options: { posts: { type: "string" }, rest: { type: "string" } } });
const posts = Number(values.posts ?? 4_000);
const restSeconds = Number(values.rest ?? 30);

const dataDir = await mkdtemp(path.join(tmpdir(), "hearthwatch-bench-"));
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const start = () => startMachine(dataDir, port);
try {
  const first = await start();
  await first.stop();
  const second = await start();
  await sleep(restSeconds * 1_000);
  const rest = pssOfTree(second.pid);
  const devices = await seededDevices();
  await post(devices, WARM_UP_POSTS);
  const before = cpuOfTree(second.pid);
  const statuses = await post(devices, posts);
  const cpuUs = (cpuOfTree(second.pid) - before) / posts;
  const after = pssOfTree(second.pid);
  await second.stop();
  const total = (rows: typeof rest) => rows.reduce((sum, { mb }) => sum + mb, 0).toFixed(0);
  console.log(`answers: ${JSON.stringify(statuses)}`);
  console.log(
    formatTable(
      ["first start s", "second start s", "PSS at rest MB", "PSS after posts MB", "CPU of a post µs"],
      [[first.seconds.toFixed(1), second.seconds.toFixed(1), total(rest), total(after), cpuUs.toFixed(0)]],
    ),
  );
  console.log(
    formatTable(
      ["process", "PSS MB"],
      rest.map(({ name, mb }) => [name, mb.toFixed(0)]),
    ),
  );
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
process.exit();

/** Posts `count` times. Returns the number of posts by status code. */
async function post(devices: BenchDevice[], count: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let sent = 0;
  const one = async () => {
    while (sent < count) {
      sent += 1;
      const key = devices[sent % devices.length]?.ingestKey;
      const body = JSON.stringify({ temp1: 60 + (sent % 7) / 10, humidity1: 48, door1: 0 });
      const answer = await fetch(`${url}/api/ingest/${key}`, { method: "POST", body });
      await answer.arrayBuffer();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return statuses;
}

async function seededDevices(): Promise<BenchDevice[]> {
  const client = new Client({ connectionString: await databaseOf(dataDir) });
  await client.connect();
  try {
    return await addDevices(client, DEVICES, SENSORS, DEVICES_A_HOME);
  } finally {
    await client.end();
  }
}
