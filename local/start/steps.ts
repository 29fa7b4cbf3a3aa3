import { performance } from "node:perf_hooks";
import { messageOf } from "../../lib/kernel/text.ts";

type Close = () => Promise<void>;

/** Tells each step and its time, and remembers how to undo it. */
export class StartSteps {
  readonly #print: (line: string) => void;
  readonly #closers: { name: string; close: Close }[] = [];
  #interrupted = false;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** `work` gives what the step made, and what to say about it. */
  async run<T>(name: string, work: () => Promise<{ made: T; report: string; close?: Close }>): Promise<T> {
    this.throwIfInterrupted();
    const before = performance.now();
    const { made, report, close } = await work();
    if (close !== undefined) this.#closers.push({ name, close });
    const seconds = ((performance.now() - before) / 1000).toFixed(1);
    this.#print(`  ${name.padEnd(12)} ${report} (${seconds} s)`);
    return made;
  }

  /** For what starts at once and is not worth a line. */
  closeLater(name: string, close: Close): void {
    this.#closers.push({ name, close });
  }

  /** No further step begins. */
  interrupt(): void {
    this.#interrupted = true;
  }

  throwIfInterrupted(): void {
    if (this.#interrupted) throw new Interrupted();
  }

  get anyToClose(): boolean {
    return this.#closers.length > 0;
  }

  /** Last started, first stopped; one that fails does not keep the others running. */
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

/** All of them settle before the first failure is thrown, so that each has registered how to undo it. */
export async function allSettledOrThrow<const T extends readonly unknown[]>(
  work: { readonly [K in keyof T]: Promise<T[K]> },
): Promise<void> {
  const settled = await Promise.allSettled(work);
  const failed = settled.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
