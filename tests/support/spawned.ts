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
  const heard = heardFrom(child);
  const end = async () => {
    endGroup(child.pid ?? 0);
    await heard.exited;
  };
  return { ...heard, end };
}

/** Listens to a program from now on. */
export function heardFrom<Child extends ChildProcess>(child: Child) {
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => (said += text));
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { child, output: () => said, exited };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has just ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
