import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { promisify } from "node:util";
import { inject } from "vitest";

/** Creates a data folder as after a first start. Its files belong to the account that PostgreSQL runs as. */
export async function prepareData(dataDir: string): Promise<void> {
  const from = inject("preparedData");
  if (process.platform === "win32") await cp(from, dataDir, { recursive: true });
  else await promisify(execFile)("cp", ["-a", from, dataDir]);
}
