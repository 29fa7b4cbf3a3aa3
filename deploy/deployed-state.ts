import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { textIfThere } from "../local/processes/whole-files.ts";

/** What was deployed last, as a hash by the name of the function: a second run deploys only what differs. */
export interface DeployedState {
  isUnchanged(name: string, hash: string): boolean;
  remember(name: string, hash: string): Promise<void>;
}

export async function openState(file: string): Promise<DeployedState> {
  const hashes: Record<string, string> = JSON.parse((await textIfThere(file)) ?? "{}");
  return {
    isUnchanged: (name, hash) => hashes[name] === hash,
    remember: async (name, hash) => {
      hashes[name] = hash;
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, `${JSON.stringify(hashes, null, 2)}\n`);
    },
  };
}

/** A hash of everything that a function is made of; its secrets go in as well, and cannot be read from it. */
export function hashOf(...parts: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(createHash("sha256").update(part).digest());
  return hash.digest("hex");
}

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
