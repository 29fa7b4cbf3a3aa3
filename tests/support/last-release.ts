import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { PROJECT_FOLDER } from "./processes.ts";

/** Inside the project, so that its packages are found; git ignores it. */
const RELEASES = path.join(PROJECT_FOLDER, ".local", "releases");

/** A released version, and its commit. */
export type Release = { version: string; commit: string };

/** Returns the newest release before this commit; null if there is none, or no git. */
export function lastRelease(): Release | null {
  const asked = ["log", "--format=%H %s", "--skip=1"];
  const { status, stdout } = spawnSync("git", asked, { cwd: PROJECT_FOLDER, encoding: "utf8" });
  if (status !== 0) return null;
  return newestRelease(stdout, readFileSync(path.join(PROJECT_FOLDER, "CHANGELOG.md"), "utf8"));
}

/**
 * Finds a release in a log of commits, newest first, with hash and subject in each line. A clone may lack tags, so it
 * uses the subject that `npm version` writes, and the changelog must have the version.
 */
export function newestRelease(log: string, changelog: string): Release | null {
  for (const [, commit = "", version = ""] of log.matchAll(/^([0-9a-f]+) Release (\d+\.\d+\.\d+)$/gm))
    if (changelog.includes(`\n## ${version} - `)) return { version, commit };
  return null;
}

/** Unpacks the release's files and builds its browser files; the folder is kept for the next run. */
export async function unpackRelease({ commit }: Release): Promise<string> {
  const folder = path.join(RELEASES, commit);
  if (existsSync(folder)) return folder;
  await mkdir(RELEASES, { recursive: true });
  const draft = await mkdtemp(path.join(RELEASES, "draft-"));
  const archive = path.join(draft, "release.tar");
  run("git", ["archive", `--output=${archive}`, commit], PROJECT_FOLDER);
  run("tar", ["-xf", archive], draft);
  await rm(archive);
  run(process.execPath, ["local/write-site.ts"], draft);
  try {
    await rename(draft, folder);
  } catch (error) {
    // Another file's test has unpacked the same release meanwhile.
    if (!existsSync(folder)) throw error;
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout;
}
