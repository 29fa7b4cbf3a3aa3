import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlantedBug } from "./bug.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LEFT_OUT = new Set(["node_modules", ".git", "docs"]);

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
      const target = path.join(folder, file);
      const text = await readFile(target, "utf8");
      // A function: `$` has no meaning in what is planted.
      await writeFile(
        target,
        text.replace(find, () => replace),
      );
      return () => writeFile(target, text);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
