import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { childrenOf } from "../tests/support/process-family.ts";
import {
  addDevices,
  type BenchDevice,
  type BenchServer,
  DEVICES_A_HOME,
  startBenchServer,
} from "./bench-database.ts";
import { type EdgeWorkers, startEdgeWorkers } from "./edge-workers.ts";
import { forkRedisEndpoint, forkSqlEndpoint } from "./endpoints.ts";
import { cpuOf, cpuOfFamily } from "./process-cpu.ts";

/**
 * At 60 posts a minute each, they allow 4,000 posts a second. That is more than the three contenders that post as
 * devices need on a quick machine, since each of the four contenders runs only a quarter of the time.
 */
const DEVICES = 4_000;
export const SENSORS = [
  { key: "temp1", kind: "temperature", unit: "°F", isState: false },
  { key: "humidity1", kind: "humidity", unit: "%", isState: false },
  { key: "door1", kind: "door", unit: null, isState: true },
];
const MAINS = {
  ingest: "functions/ingest/index.ts",
  unlimited: "bench/workers/unlimited-ingest.ts",
  empty: "bench/workers/empty.ts",
};

export const PROCESSES = ["workerd", "sql endpoint", "postgres", "redis", "load"] as const;
export type CpuByProcess = Record<(typeof PROCESSES)[number], number>;

export interface IngestPlatform {
  workers: EdgeWorkers;
  connectionString: string;
  devices: BenchDevice[];
  server: BenchServer;
  /** Returns the bytes of write-ahead log so far. */
  wal(): Promise<number>;
  /** Returns the CPU microseconds so far. */
  cpu(): CpuByProcess;
  stop(): Promise<void>;
}

/** Starts every part as a separate process. This process generates the load. */
export async function startIngestPlatform(deviceCount = DEVICES): Promise<IngestPlatform> {
  const server = await startBenchServer();
  const connectionString = await server.addDatabase("bench");
  const devices = await seededDevices(connectionString, deviceCount);
  const token = randomBytes(16).toString("hex");
  const sql = await forkSqlEndpoint(connectionString);
  const redis = await forkRedisEndpoint(token);
  const workers = await startEdgeWorkers(MAINS, {
    DATABASE_URL: connectionString,
    NEON_FETCH_ENDPOINT: sql.url,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: token,
    SERVER_SECRET: randomBytes(32).toString("base64url"),
    CRON_SECRET: randomBytes(32).toString("base64url"),
    // Nothing listens there: no posted reading causes a message, so nothing has to be woken.
    BASE_URL: "http://127.0.0.1:1",
  });
  const watcher = new Client({ connectionString });
  await watcher.connect();
  const wal = async () => {
    const { rows } = await watcher.query<{ bytes: string }>(
      "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes",
    );
    return Number(rows[0]?.bytes);
  };
  const stop = async () => {
    await watcher.end();
    await workers.stop();
    await redis.stop();
    await sql.stop();
    await server.stop();
  };
  return {
    workers,
    server,
    wal,
    connectionString,
    devices,
    cpu: () => cpuNow(workers, sql.pid, redis.pid, server),
    stop,
  };
}

async function seededDevices(connectionString: string, count: number): Promise<BenchDevice[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await addDevices(client, count, SENSORS, DEVICES_A_HOME);
  } finally {
    await client.end();
  }
}

function cpuNow(workers: EdgeWorkers, sqlPid: number, redisPid: number, server: BenchServer): CpuByProcess {
  const servers = childrenOf(redisPid).reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  return {
    workerd: cpuOf(workers.pid),
    "sql endpoint": cpuOf(sqlPid),
    postgres: cpuOfFamily(server.postmasterPid),
    redis: cpuOf(redisPid) + servers,
    load: cpuOf(process.pid),
  };
}
