import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

interface MachineProcess {
  pid: number;
  /** Seconds from the start of the process to its first answer over HTTP. */
  seconds: number;
  stop(): Promise<void>;
}

/** Starts one machine as `npm start -- --production` does, on a loopback port. */
export async function startMachine(dataDir: string, port: number): Promise<MachineProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, ["run.mjs", "start", "--production"], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), BASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  while (!(await answers(`http://127.0.0.1:${port}/api/status`))) {
    if (child.exitCode !== null) throw new Error(`It ended: ${said}`);
    await sleep(20);
  }
  const seconds = (performance.now() - began) / 1_000;
  while (!said.includes("Hearthwatch is ready")) await sleep(20);
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  return { pid: child.pid ?? 0, seconds, stop };
}

/** Returns the connection string for the database of a running machine. */
export async function databaseOf(dataDir: string): Promise<string> {
  const password = (await readFile(path.join(dataDir, "postgres.password"), "utf8")).trim();
  const port = (await postmasterFile(dataDir))[3];
  return `postgresql://hearthwatch:${password}@127.0.0.1:${port}/hearthwatch`;
}

export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await postmasterFile(dataDir))[0]);

const postmasterFile = async (dataDir: string): Promise<string[]> =>
  (await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");

export async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    // The machine doesn't listen yet.
    return false;
  }
}
