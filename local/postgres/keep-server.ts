import type { ChildProcess } from "node:child_process";
import { messageOf } from "../../lib/kernel/text.ts";
import { SECOND_MS } from "../../lib/kernel/time.ts";
import { signal } from "../processes/running-process.ts";

const PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;

interface KeepServerOptions {
  child: ChildProcess;
  /** Starts it once more on the same port, and resolves when it is ready. */
  launch(): Promise<ChildProcess>;
  lastWords(): Promise<string>;
  stop(child: ChildProcess): Promise<void>;
  onLog(line: string): void;
  pauseMs?: number;
}

/**
 * Starts a PostgreSQL that ends without being asked to again, for as long as this process lives. The pauses grow while
 * it does not stay up. Until it is back, requests are refused with a sentence, and a device sends its reading again.
 */
export class KeptServer {
  readonly #options: KeepServerOptions;
  #child: ChildProcess;
  #ends = 0;
  #startedAt = Date.now();
  #isStopping = false;
  #pause: NodeJS.Timeout | undefined;
  #launching: Promise<void> = Promise.resolve();

  constructor(options: KeepServerOptions) {
    this.#options = options;
    this.#child = options.child;
    this.#watch(options.child);
    process.once("exit", this.#endWithUs);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#pause);
    await this.#launching;
    process.off("exit", this.#endWithUs);
    await this.#options.stop(this.#child);
  }

  #watch(child: ChildProcess): void {
    this.#child = child;
    this.#startedAt = Date.now();
    const ended = () => {
      if (!this.#isStopping) void this.#options.lastWords().then((words) => this.#startAgain(words));
    };
    if (child.exitCode === null && child.signalCode === null) child.once("exit", ended);
    else ended();
  }

  #startAgain(words: string): void {
    if (this.#isStopping) return;
    this.#ends = Date.now() - this.#startedAt > PAUSE_MS_MAX ? 1 : this.#ends + 1;
    const { pauseMs = PAUSE_MS, onLog } = this.#options;
    const waitMs = Math.min(pauseMs * 2 ** (this.#ends - 1), PAUSE_MS_MAX);
    onLog(`PostgreSQL ended: ${words} It is started again in ${waitMs / SECOND_MS} s.`);
    this.#pause = setTimeout(() => {
      this.#launching = this.#launch();
    }, waitMs);
  }

  async #launch(): Promise<void> {
    this.#startedAt = Date.now();
    try {
      this.#watch(await this.#options.launch());
      this.#options.onLog("PostgreSQL runs again.");
    } catch (error) {
      this.#startAgain(messageOf(error));
    }
  }

  readonly #endWithUs = (): void => {
    if (this.#child.exitCode === null) signal(this.#child.pid ?? 0, "SIGINT");
  };
}
