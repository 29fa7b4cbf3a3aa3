// npm run bench cold-start: what a fresh runtime needs until its first answer, beside an empty handler
// Measures a fresh workerd until its first answer, for each function and an empty handler, in interleaved rounds. Each
// gets a request that it refuses, so that only loading and starting the code counts, not a database. CPU is that of the
// runtime only, so that a busy machine hardly changes it. npm run bench cold-start -- [--rounds 15]
import { parseArgs } from "node:util";
import { startEdgeWorkers } from "./edge-workers.ts";
import { cpuOf } from "./process-cpu.ts";
import { formatTable } from "./table.ts";

const MAINS = {
  empty: "bench/workers/empty.ts",
  ingest: "functions/ingest/index.ts",
  share: "functions/share/index.ts",
  v1: "functions/v1/index.ts",
} as const;
type Name = keyof typeof MAINS;
const NAMES = Object.keys(MAINS) as Name[];

/** No request reaches any of these services. */
const SECRET = "no secret, but long enough for one of a bench";
const ENVIRONMENT = {
  DATABASE_URL: "postgresql://nobody:nothing@127.0.0.1:1/none",
  UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1",
  UPSTASH_REDIS_REST_TOKEN: "none",
  SERVER_SECRET: SECRET,
  CRON_SECRET: SECRET,
  BASE_URL: "http://127.0.0.1:1",
};

const { values } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(values.rounds ?? 15);
const cpu = new Map<Name, number>(NAMES.map((name) => [name, 0]));
for (let round = 0; round < rounds; round += 1)
  for (const name of NAMES) cpu.set(name, (cpu.get(name) ?? 0) + (await startOf(name)) / rounds);

const floor = cpu.get("empty") ?? 0;
const rows = [...cpu].map(([name, own]) => [name, own.toFixed(0), (own - floor).toFixed(0)]);
console.log(`CPU of a fresh workerd until its first answer, means of ${rounds} rounds, ms`);
console.log(formatTable(["function", "CPU", "over empty"], rows));
process.exit();

/** Returns the CPU milliseconds, in steps of 10, of a runtime that loads only this function and answers once. */
async function startOf(name: Name): Promise<number> {
  const workers = await startEdgeWorkers({ [name]: MAINS[name] }, ENVIRONMENT);
  try {
    await (await fetch(`${workers.url(name)}/nowhere`)).arrayBuffer();
    return cpuOf(workers.pid) / 1_000;
  } finally {
    await workers.stop();
  }
}
