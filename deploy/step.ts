import { spawn } from "node:child_process";
import { PROJECT_FOLDER } from "../local/start/project.ts";

const SHOWN_CHARACTERS_MAX = 4_000;

/** One thing that a deployment does. `run` tells what came of it: "applied", "created" … */
export type Step = {
  title: string;
  run: () => Promise<string>;
};

/** A program of the platform. It throws with the program's own words where it fails. */
export type RunProgram = (
  program: readonly [string, ...string[]],
  options?: { env?: Record<string, string>; input?: string },
) => Promise<string>;

/** Prints each step and what came of it; a failure ends the deployment there. */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<void> {
  for (const [index, { title, run }] of steps.entries()) {
    const came = await run();
    print(`  ${index + 1}/${steps.length} ${title}: ${came}`);
  }
}

/** Runs it in the project's folder and gives what it printed. */
export const runProgram: RunProgram = ([program, ...args], { env = {}, input } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: PROJECT_FOLDER,
      env: { ...process.env, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    // A program that ends without reading it says so itself.
    child.stdin?.on("error", () => undefined).end(input);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(said);
      else
        reject(
          new Error(`${args.slice(0, 3).join(" ")} failed:\n${said.slice(-SHOWN_CHARACTERS_MAX).trim()}`),
        );
    });
  });
