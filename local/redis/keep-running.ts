import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { endProcess, recordProcess } from "../processes/child-processes.ts";
import { markOf, signal } from "../processes/running-process.ts";

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
export async function keepRunning(
  options: KeepRunningOptions,
): Promise<{ stop(): Promise<void> } | undefined> {
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
