import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { heardFrom } from "./spawned.ts";

export const PROJECT_FOLDER = path.resolve(import.meta.dirname, "../..");

/** A program of the project, run with the tests' Node, with all its output. */
export interface Spoken {
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  /** Resolves when the output contains this. */
  says(words: string | RegExp): Promise<void>;
}

export function speak(args: string[], env: Record<string, string>): Spoken {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_FOLDER,
    // vitest sets BASE_URL for its own purposes.
    env: { ...process.env, BASE_URL: "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { output, exited } = heardFrom(child);
  const says = (words: string | RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (typeof words === "string" ? output().includes(words) : words.test(output())) resolve();
      };
      look();
      for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
      void exited.then((code) =>
        reject(new Error(`It ended with ${code} and never said ${words}:\n${output()}`)),
      );
    });
  return { child, output, exited, says };
}
