import { type ChildProcess, spawn } from "node:child_process";

export type Spawned = {
  child: ChildProcess;
  output(): string;
  /** The exit code; null if a signal ended it. */
  exited: Promise<number | null>;
  end(): Promise<void>;
};

/** A third-party program in its own process group, so that its children end with it. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Spawned {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    child,
    output: () => said,
    exited,
    end: async () => {
      endGroup(child.pid ?? 0);
      await exited;
    },
  };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has just ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
