import { performance } from "node:perf_hooks";
import { messageOf } from "../../lib/kernel/text.ts";

type Close = () => Promise<void>;

/** Prints each step and its time, and remembers how to undo it. */
export class StartSteps {
  readonly #print: (line: string) => void;
  readonly #closers: { name: string; close: Close }[] = [];
  #interrupted = false;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Runs a step. `work` returns the step's result, and what to print about it. */
  async run<T>(name: string, work: () => Promise<{ made: T; report: string; close?: Close }>): Promise<T> {
    this.throwIfInterrupted();
    const before = performance.now();
    const { made, report, close } = await work();
    if (close !== undefined) this.#closers.push({ name, close });
    const seconds = ((performance.now() - before) / 1000).toFixed(1);
    this.#print(`  ${name.padEnd(12)} ${report} (${seconds} s)`);
    return made;
  }

  /** Registers something that starts at once and isn't worth a line. */
  closeLater(name: string, close: Close): void {
    this.#closers.push({ name, close });
  }

  /** Keeps further steps from beginning. */
  interrupt(): void {
    this.#interrupted = true;
  }

  throwIfInterrupted(): void {
    if (this.#interrupted) throw new Interrupted();
  }

  get anyToClose(): boolean {
    return this.#closers.length > 0;
  }

  /** Closes in reverse order. A failure doesn't keep the others from closing. */
  async closeAll(): Promise<string[]> {
    const failures: string[] = [];
    for (const { name, close } of this.#closers.splice(0).reverse())
      await close().catch((error: unknown) => {
        failures.push(`${name}: ${messageOf(error)}`);
      });
    return failures;
  }
}

export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Waits for all before throwing the first failure, so that each has registered how to undo it. */
export async function allSettledOrThrow<const T extends readonly unknown[]>(
  work: { readonly [K in keyof T]: Promise<T[K]> },
): Promise<void> {
  const settled = await Promise.allSettled(work);
  const failed = settled.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
