import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_FOLDER } from "../../start/project.ts";

/** The sources of the build. The lockfile stands for the packages. */
const SOURCES = ["docs", "drizzle", "functions", "lib", "local", "schema", "package-lock.json"];
const MARKS_FILE = path.join(PROJECT_FOLDER, "dist", "machine", "built-from.txt");

/** True if dist/machine was built from the current sources. */
export const isBuildCurrent = (): boolean =>
  existsSync(MARKS_FILE) && readFileSync(MARKS_FILE, "utf8") === sourceMarks();

/** Returns one hash of each file's path, size and modification time. */
export function sourceMarks(): string {
  const hash = createHash("sha256");
  const add = (place: string): void => {
    const found = statSync(path.join(PROJECT_FOLDER, place), { throwIfNoEntry: false });
    if (found?.isDirectory() === true)
      for (const name of readdirSync(path.join(PROJECT_FOLDER, place)).toSorted())
        add(path.join(place, name));
    else if (found !== undefined) hash.update(`${place} ${found.size} ${found.mtimeMs}\n`);
  };
  for (const source of SOURCES) add(source);
  return hash.digest("hex");
}

/** Writes the marks taken before the build, so that a file which changes meanwhile makes the next start build again. */
export const writeMarks = (marks: string): void => writeFileSync(MARKS_FILE, marks);
