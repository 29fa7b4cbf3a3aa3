import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Redis } from "ioredis";
import { messageOf } from "../../lib/kernel/text.ts";
import { freePort } from "../processes/free-port.ts";
import { endProcess, markOf, recordProcess, signal, stopRecorded } from "../processes/running-process.ts";
import { StartError, systemErrorCode } from "../start/start-error.ts";
import { memoryRedis, type RedisSource, serverRedis } from "./source.ts";

const CONNECT_MS_MAX = 10_000;

interface RedisOptions {
  dataDir: string;
  /** REDIS_URL: somebody else's server. */
  url?: string | undefined;
  /** For tests: the stand-in even where the program is installed. */
  inMemory?: boolean;
  onLog?: (line: string) => void;
}

export interface RunningRedis extends RedisSource {
  description: string;
}

/** The given server, else a redis-server of our own, else one in memory. */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  if (options.url !== undefined) {
    const source = serverRedis(await connected(new Redis(options.url, { lazyConnect: true })));
    return { ...source, description: "the server of REDIS_URL" };
  }
  await mkdir(options.dataDir, { recursive: true });
  const pidFile = path.join(options.dataDir, "redis.json");
  await stopRecorded(pidFile);
  const own =
    options.inMemory === true ? undefined : await startOwnServer(pidFile, options.onLog ?? console.error);
  if (own !== undefined) return own;
  return { ...memoryRedis(), description: "in memory: no redis-server on the PATH" };
}

async function startOwnServer(
  pidFile: string,
  onLog: (line: string) => void,
): Promise<RunningRedis | undefined> {
  const port = await freePort();
  const password = randomBytes(16).toString("hex");
  const server = await keepRunning({ launch: () => launch(port, password), pidFile, onLog });
  if (server === undefined) return undefined;
  const source = serverRedis(
    await connected(new Redis({ host: "127.0.0.1", port, password, lazyConnect: true })),
  );
  const stop = async () => {
    await source.stop();
    await server.stop();
  };
  return { ...source, stop, description: "redis-server of our own" };
}

/**
 * Settings by stdin: the password must not stand in the list of processes. Its own session, as with Postgres.
 */
function launch(port: number, password: string): Promise<ChildProcess | undefined> {
  const child = spawn("redis-server", ["-"], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => undefined);
  child.stdin.end(
    `bind 127.0.0.1\nport ${port}\nrequirepass ${password}\nsave ""\nappendonly no\nmaxmemory 256mb\n`,
  );
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child));
    child.once("error", (error) => {
      if (systemErrorCode(error) === "ENOENT") resolve(undefined);
      else reject(new StartError(`redis-server cannot be started: ${messageOf(error)}.`));
    });
  });
}

/** Retries while the server starts, and gives up in one sentence. */
async function connected(redis: Redis): Promise<Redis> {
  let last = "no answer";
  redis.on("error", (error) => {
    last = messageOf(error);
  });
  redis.options.retryStrategy = (attempt) => Math.min(attempt * 20, 1_000);
  const timeout = AbortSignal.timeout(CONNECT_MS_MAX);
  const tooLate = new Promise<never>((_, reject) => {
    timeout.addEventListener("abort", () => reject(new StartError(`Redis cannot be reached: ${last}.`)));
  });
  // The first attempt may be refused; the client goes on trying, and ping waits for it.
  void redis.connect().catch((error: unknown) => {
    last = messageOf(error);
  });
  try {
    await Promise.race([redis.ping(), tooLate]);
    return redis;
  } catch (error) {
    redis.disconnect();
    throw error instanceof StartError ? error : new StartError(refusalSentence(error, last));
  }
}

/**
 * `last` is what the connection itself failed with; the client's own error only says that it stopped trying.
 */
function refusalSentence(error: unknown, last: string): string {
  const gaveUp = error instanceof Error && error.name === "MaxRetriesPerRequestError";
  return gaveUp ? `Redis cannot be reached: ${last}.` : `Redis refuses the connection: ${messageOf(error)}.`;
}

interface KeepRunningOptions {
  /** Undefined where the program is not installed. */
  launch: () => Promise<ChildProcess | undefined>;
  /** The file that names the process for the next start of the platform. */
  pidFile: string;
  onLog: (line: string) => void;
}

/** Doubled with every end in a row, up to the longest; one that has run for that long is a new beginning. */
const PAUSE_MS = 250;
const PAUSE_MS_MAX = 30_000;

/**
 * A server that is started again whenever it ends without being asked to; undefined where it can't be started
 * once.
 */
async function keepRunning(options: KeepRunningOptions): Promise<{ stop(): Promise<void> } | undefined> {
  const server = new KeptServer(options);
  return (await server.start()) ? server : undefined;
}

class KeptServer {
  readonly #options: KeepRunningOptions;
  #child: ChildProcess | undefined;
  #pause: NodeJS.Timeout | undefined;
  #ends = 0;
  #isStopping = false;

  constructor(options: KeepRunningOptions) {
    this.#options = options;
  }

  async start(): Promise<boolean> {
    const child = await this.#options.launch();
    if (child === undefined) return false;
    if (this.#child === undefined) process.once("exit", this.#endWithUs);
    this.#child = child;
    const startedAt = Date.now();
    child.once("exit", (code, by) => {
      if (!this.#isStopping) this.#startAgain(`${by ?? code}`, Date.now() - startedAt);
    });
    await recordProcess(this.#options.pidFile, markOf(child.pid ?? 0));
    return true;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    process.off("exit", this.#endWithUs);
    const mark = markOf(this.#child?.pid ?? 0);
    if (mark !== undefined) await endProcess(mark);
    await rm(this.#options.pidFile, { force: true });
  }

  #startAgain(how: string, ranMs: number): void {
    this.#ends = ranMs > PAUSE_MS_MAX ? 1 : this.#ends + 1;
    const pauseMs = Math.min(PAUSE_MS * 2 ** (this.#ends - 1), PAUSE_MS_MAX);
    this.#options.onLog(`redis-server ended (${how}): limits count in each function until it is back.`);
    this.#pause = setTimeout(() => {
      this.start().catch((error: unknown) => this.#startAgain(String(error), 0));
    }, pauseMs);
    this.#pause.unref();
  }

  readonly #endWithUs = (): void => {
    if (this.#child?.exitCode === null) signal(this.#child.pid ?? 0, "SIGKILL");
  };
}
