import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { PROJECT_FOLDER } from "./processes.ts";

const NAME = "nobody";

/** Returns an ordinary user; null if we aren't root, or if that user may not enter this project. */
export function anotherUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const [, , uid, gid] = lines.map((line) => line.split(":")).find(([name]) => name === NAME) ?? [];
  if (uid === undefined || gid === undefined) return null;
  const user = { uid: Number(uid), gid: Number(gid) };
  const file = path.join(PROJECT_FOLDER, "package.json");
  const tried = spawnSync(process.execPath, ["-e", "require(process.argv[1])", file], { ...user, cwd: "/" });
  return tried.status === 0 ? user : null;
}
