import { spawnSync } from "node:child_process";
import { chmod, open } from "node:fs/promises";
import path from "node:path";
import { isOnPath } from "../../support/programs.ts";

const BYTES = 8;

/** The clock of all processes of a machine, PostgreSQL's too. */
export interface Clock {
  /** What a process is started with. */
  env: Record<string, string>;
  set(wrongBySeconds: number): Promise<void>;
}

/** Null where there is no C compiler, or no Linux: the clock is then always right. */
export async function openClock(folder: string): Promise<Clock | null> {
  if (process.platform !== "linux" || !isOnPath("cc")) return null;
  const library = path.join(folder, "clock.so");
  const source = path.join(import.meta.dirname, "clock.c");
  const { status, stderr } = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]);
  if (status !== 0) throw new Error(`clock.c does not compile: ${stderr}`);
  const file = path.join(folder, "clock");
  const set = async (wrongBySeconds: number) => {
    const held = await open(file, "a+");
    await held.close();
    const written = Buffer.alloc(BYTES);
    written.writeBigInt64LE(BigInt(wrongBySeconds));
    const handle = await open(file, "r+");
    await handle.write(written, 0, BYTES, 0);
    await handle.close();
  };
  await set(0);
  for (const each of [library, file]) await chmod(each, 0o755);
  return { env: { LD_PRELOAD: library, SIMULATED_CLOCK: file }, set };
}
