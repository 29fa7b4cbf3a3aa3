import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

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
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => resolve(code));
  });
  const says = (words: string | RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (typeof words === "string" ? text.includes(words) : words.test(text)) resolve();
      };
      look();
      for (const stream of [child.stdout, child.stderr]) stream.on("data", look);
      void exited.then((code) =>
        reject(new Error(`It ended with ${code} and never said ${words}:\n${text}`)),
      );
    });
  return { child, output: () => text, exited, says };
}
