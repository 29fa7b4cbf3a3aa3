import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { PROJECT_FOLDER } from "./processes.ts";

/** Inside the project, so that its packages are found; git ignores it. */
const RELEASES = path.join(PROJECT_FOLDER, ".local", "releases");

/** The newest release before this commit, by its tag (`v1.2.0`); null where there is none, or no git. */
export function lastReleaseTag(): string | null {
  const asked = ["tag", "--list", "v*", "--sort=-v:refname", "--merged", "HEAD", "--no-contains", "HEAD"];
  const { status, stdout } = spawnSync("git", asked, { cwd: PROJECT_FOLDER, encoding: "utf8" });
  const [newest = ""] = status === 0 ? stdout.split("\n") : [];
  return newest === "" ? null : newest;
}

/** The release's files with what browsers load built; the folder is kept for the next run. */
export async function unpackRelease(tag: string): Promise<string> {
  const folder = path.join(RELEASES, run("git", ["rev-parse", `${tag}^{commit}`], PROJECT_FOLDER).trim());
  if (existsSync(folder)) return folder;
  await mkdir(RELEASES, { recursive: true });
  const draft = await mkdtemp(path.join(RELEASES, "draft-"));
  const archive = path.join(draft, "release.tar");
  run("git", ["archive", `--output=${archive}`, tag], PROJECT_FOLDER);
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
