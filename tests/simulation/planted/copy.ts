import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlantedBug } from "./bug.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LEFT_OUT = new Set(["node_modules", ".git", ".local"]);

export type Copy = {
  folder: string;
  plant(bug: PlantedBug): Promise<() => Promise<void>>;
  remove(): Promise<void>;
};

/** The project in a folder of its own, in which bugs may be planted; it shares what is installed. */
export async function copyProject(): Promise<Copy> {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-planted-"));
  const filter = (source: string) => !LEFT_OUT.has(path.relative(ROOT, source));
  await cp(ROOT, folder, { recursive: true, filter });
  await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  return {
    folder,
    plant: async ({ file, find, replace }) => {
      const text = await readFile(path.join(folder, file), "utf8");
      // A function: `$` has no meaning in what is planted.
      const planted = text.replace(find, () => replace);
      return await write(folder, file, planted);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Answers what gives the file back as it was. */
async function write(folder: string, file: string, text: string): Promise<() => Promise<void>> {
  const target = path.join(folder, file);
  const before = await readFile(target, "utf8");
  await writeFile(target, text);
  return () => writeFile(target, before);
}
