import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { hashOf } from "./deployed-state.ts";

/** A text that changes whenever a file of the folder does. */
export async function folderHash(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const hashes = await Promise.all(
    files.map(async (file) => `${path.relative(folder, file)} ${hashOf(await readFile(file))}`),
  );
  return hashes.join("\n");
}
