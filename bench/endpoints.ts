import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const PROGRAM = path.join(import.meta.dirname, "endpoint-process.ts");

interface Endpoint {
  url: string;
  pid: number;
  /** Returns the number of database calls since the start. */
  calls(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts an endpoint that speaks Neon's HTTP in front of the database. */
export const forkSqlEndpoint = (connectionString: string) => forkEndpoint("sql", connectionString);

/** Starts an endpoint that speaks Upstash's HTTP in front of its own redis-server, or of a stand-in in its process. */
export const forkRedisEndpoint = (token: string) => forkEndpoint("redis", token);

async function forkEndpoint(...args: string[]): Promise<Endpoint> {
  const child = fork(PROGRAM, args);
  const ended = once(child, "exit");
  const url = await Promise.race([
    once(child, "message").then(([message]) => urlOf(message)),
    ended.then(([code]) => {
      throw new Error(`The ${args[0]} endpoint ended with ${code}`);
    }),
  ]);
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended;
  };
  const calls = async () => {
    child.send("calls");
    const [{ calls: made }] = (await once(child, "message")) as [{ calls: number }];
    return made;
  };
  return { url, pid: child.pid ?? 0, calls, stop };
}

function urlOf(message: unknown): string {
  if (typeof message === "object" && message !== null && "url" in message && typeof message.url === "string")
    return message.url;
  throw new Error("The endpoint did not tell its address");
}
