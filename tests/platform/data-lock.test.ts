import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataFolder } from "../../local/start/data-lock.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { type Spoken, speak } from "../support/processes.ts";

const START = path.join(import.meta.dirname, "../../local/start");
const TAKES = `import { lockDataFolder } from ${JSON.stringify(path.join(START, "data-lock.ts"))};
await lockDataFolder(process.env.DATA_DIR, 100).then(() => {
  console.log("holds it");
  setInterval(() => {}, 1_000);
}, (error) => { console.log(error.message); });`;

let folder: string;
let script: string;
let started: Spoken[];
beforeEach(async () => {
  folder = await memoryFolder("hearthwatch-lock-");
  script = path.join(folder, "take.ts");
  await writeFile(script, TAKES);
  started = [];
});
afterEach(async () => {
  for (const { child, exited } of started) {
    child.kill("SIGKILL");
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
});

const take = (): Spoken => {
  const spoken = speak([script], { DATA_DIR: path.join(folder, "data") });
  started.push(spoken);
  return spoken;
};
const word = (spoken: Spoken) => (spoken.output().includes("holds it") ? "holds" : "refused");
const settled = (spoken: Spoken) => Promise.race([spoken.says("holds it"), spoken.exited]);

test("exactly one of three starts at once on the lock of a killed one wins, and again", async () => {
  let holder = take();
  await holder.says("holds it");
  for (let round = 0; round < 2; round += 1) {
    holder.child.kill("SIGKILL");
    await holder.exited;
    const three = [take(), take(), take()];
    await Promise.all(three.map(settled));
    expect(three.map(word).sort()).toEqual(["holds", "refused", "refused"]);
    const winner = three.find((spoken) => word(spoken) === "holds");
    if (winner === undefined) throw new Error("nobody holds it");
    holder = winner;
  }
}, 120_000);

test("a start that is refused hears who holds it, and has it as soon as that one gives it back", async () => {
  const dataDir = path.join(folder, "data");
  const release = await lockDataFolder(dataDir);
  const refused = take();
  await refused.exited;
  expect(refused.output()).toContain(`already runs on ${dataDir} (process ${process.pid})`);
  await release();
  const next = take();
  await next.says("holds it");
});

test("a folder that cannot be written is one sentence", async () => {
  await expect(lockDataFolder(path.join(script, "data"))).rejects.toThrow(
    /^The data folder .* cannot be made/,
  );
  const dataDir = path.join(folder, "stuck");
  await mkdir(path.join(dataDir, "data.lock.json"), { recursive: true });
  await expect(lockDataFolder(dataDir)).rejects.toThrow(/^The data folder cannot be written: EISDIR/);
  await writeFile(path.join(dataDir, "data.lock"), "what another program wrote".repeat(40));
  await expect(lockDataFolder(dataDir)).rejects.toThrow(
    /data\.lock cannot be locked: file is not a database/,
  );
});

test.skipIf(!existsSync("/dev/full"))("a log on a full disk ends nothing", async () => {
  const full = openSync("/dev/full", "w");
  const file = path.join(folder, "write.ts");
  await writeFile(
    file,
    `import { ignoreLostOutput } from ${JSON.stringify(path.join(START, "main.ts"))};
    ignoreLostOutput();
    process.stdout.write("a line\\n");
    console.error("another");
    setTimeout(() => process.exit(7), 100);`,
  );
  const child = spawn(process.execPath, [file], { stdio: ["ignore", full, full] });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  closeSync(full);
  expect(code).toBe(7);
});
