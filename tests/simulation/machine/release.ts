import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { isBuildCurrent } from "../../../local/machine/build/build-marks.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const BUILD = path.join(PROJECT, "local/machine/build/write-build.ts");
const DAY_MS = 86_400_000;

/** A built program in a folder of its own. */
export interface Release {
  number: number;
  folder: string;
}

type Journal = {
  entries: { idx: number; when: number; version: string; tag: string; breakpoints: boolean }[];
};

/**
 * The project as a release would hold it: what is built, and its migrations. Each later one has one migration more than
 * the one before it, and says a later version.
 */
export async function makeRelease(parent: string, number: number): Promise<Release> {
  if (!isBuildCurrent()) build();
  const folder = path.join(parent, `release-${number}`);
  await mkdir(path.join(folder, "dist"), { recursive: true });
  await cp(path.join(PROJECT, "dist", "machine"), path.join(folder, "dist", "machine"), { recursive: true });
  await cp(path.join(PROJECT, "dist", "site"), path.join(folder, "dist", "site"), { recursive: true });
  for (const part of ["drizzle", "schema/sql"])
    await cp(path.join(PROJECT, part), path.join(folder, part), { recursive: true });
  await symlink(path.join(PROJECT, "node_modules"), path.join(folder, "node_modules"));
  await writeFile(
    path.join(folder, "package.json"),
    JSON.stringify({ type: "module", version: `0.1.${number}` }),
  );
  await addMigrations(path.join(folder, "drizzle"), number);
  return { number, folder };
}

function build(): void {
  const { status } = spawnSync(process.execPath, [BUILD], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("The project cannot be built");
}

async function addMigrations(folder: string, count: number): Promise<void> {
  const file = path.join(folder, "meta", "_journal.json");
  const journal: Journal = JSON.parse(await readFile(file, "utf8"));
  const newest = Math.max(...journal.entries.map(({ when }) => when));
  for (let number = 1; number <= count; number += 1) {
    const tag = `9${String(number).padStart(3, "0")}_of_release_${number}`;
    await writeFile(
      path.join(folder, `${tag}.sql`),
      `ALTER TABLE households ADD COLUMN of_release_${number} integer NOT NULL DEFAULT ${number};`,
    );
    const when = newest + number * DAY_MS;
    journal.entries.push({ idx: journal.entries.length, when, version: "7", tag, breakpoints: true });
  }
  await writeFile(file, JSON.stringify(journal));
}
