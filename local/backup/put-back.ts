import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { clusterIn } from "../postgres/cluster.ts";
import { StartError, systemErrorCode } from "../start/start-error.ts";
import { copyTree } from "./copy-tree.ts";

/**
 * Puts a backup back into a data folder that is empty or not there.
 * @throws StartError where the folder holds something, or the copy is none
 */
export async function putBack(folder: string, dataDir: string): Promise<void> {
  const version = path.join(clusterIn(folder).folder, "PG_VERSION");
  if (!(await stat(version).catch(() => null))?.isFile())
    throw new StartError(`${folder} is no copy that npm run backup made.`);
  if ((await entries(dataDir)).length > 0)
    throw new StartError(`${dataDir} is not empty; move it away first, or set DATA_DIR to another folder.`);
  await copyTree(folder, dataDir);
}

const entries = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (systemErrorCode(error) === "ENOENT") return [];
    throw error;
  });
