import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../local/processes/free-port.ts";
import { isRunning } from "../../local/processes/running-process.ts";
import { memoryFolder } from "../support/memory-folder.ts";
import { prepareData } from "../support/prepared-data.ts";
import { descendantsOf } from "../support/process-family.ts";
import { PROJECT_FOLDER } from "../support/processes.ts";

let folder: string;
beforeEach(async () => {
  folder = await memoryFolder("hearthwatch-signals-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Windows knows no signals, and npm.cmd is a script of its shell.
test.skipIf(process.platform === "win32")("SIGINT to npm alone ends everything that it started", async () => {
  await prepareData(path.join(folder, "data"));
  const port = await freePort();
  const npm = spawn("npm", ["start"], {
    cwd: PROJECT_FOLDER,
    env: {
      ...process.env,
      BASE_URL: "",
      DATA_DIR: path.join(folder, "data"),
      PORT: String(port),
      SEED_DEMO: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  await expect.poll(() => said, { timeout: 90_000 }).toContain("Hearthwatch is ready");
  const family = descendantsOf(npm.pid ?? 0);
  npm.kill("SIGINT");
  await expect.poll(() => said, { timeout: 30_000 }).toContain("Stopped.");
  await expect.poll(() => family.filter(isRunning), { timeout: 60_000 }).toEqual([]);
});
