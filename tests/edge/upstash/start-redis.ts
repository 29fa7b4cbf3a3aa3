import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Redis } from "ioredis";
import { freePort } from "../../../local/processes/free-port.ts";
import { isOnPath } from "../../support/programs.ts";
import { memoryRedis, type RedisSource, serverRedis } from "./source.ts";

/** Starts a redis-server if the program is installed, else one in memory. */
export async function startRedis({ inMemory = false }: { inMemory?: boolean } = {}): Promise<RedisSource> {
  if (inMemory || !isOnPath("redis-server")) return memoryRedis();
  const port = await freePort();
  const password = randomBytes(16).toString("hex");
  const server = launch(port, password);
  const redis = new Redis({
    host: "127.0.0.1",
    port,
    password,
    retryStrategy: (attempt) => Math.min(attempt * 20, 1_000),
    // The first attempts may come before the server listens.
    maxRetriesPerRequest: null,
  });
  redis.on("error", () => undefined);
  await redis.ping();
  const source = serverRedis(redis);
  const stop = async () => {
    await source.stop();
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  return { ...source, stop };
}

/** Passes settings by stdin, because the password must not be in the list of processes. */
function launch(port: number, password: string): ChildProcess {
  const server = spawn("redis-server", ["-"], { stdio: ["pipe", "ignore", "ignore"] });
  server.stdin.end(`bind 127.0.0.1\nport ${port}\nrequirepass ${password}\nsave ""\nappendonly no\n`);
  const endWithUs = () => server.kill("SIGKILL");
  process.once("exit", endWithUs);
  server.once("exit", () => process.off("exit", endWithUs));
  return server;
}
