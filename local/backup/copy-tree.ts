import { chmod, copyFile, lchown, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import path from "node:path";
import { ifThere } from "../processes/whole-files.ts";
import { allSettledOrThrow } from "../start/steps.ts";

/** A cluster is a thousand small files, and copying several at once uses the time that each one waits. */
export const FILES_AT_ONCE = 16;

/**
 * Copies a folder with its permissions and owners, except what `leavesOut` names by its path there. Skips files that
 * disappear meanwhile: a running PostgreSQL removes some, and its log makes up for that when the copy starts.
 */
export async function copyTree(
  from: string,
  to: string,
  leavesOut: (relative: string) => boolean = () => false,
  relative = "",
): Promise<void> {
  const source = path.join(from, relative);
  const found = await ifThere(lstat(source));
  if (found === null || leavesOut(relative)) return;
  const target = path.join(to, relative);
  // The socket of a server, running or not: nobody would listen at a copy.
  if (found.isSocket()) return;
  if (found.isDirectory()) {
    await mkdir(target, { recursive: true, mode: found.mode });
    const names = (await ifThere(readdir(source))) ?? [];
    for (let first = 0; first < names.length; first += FILES_AT_ONCE)
      // Throws only when none is in progress any more, so that a later cleanup meets no writer.
      await allSettledOrThrow(
        names
          .slice(first, first + FILES_AT_ONCE)
          .map((name) => copyTree(from, to, leavesOut, path.join(relative, name))),
      );
  } else if (found.isSymbolicLink()) await symlink(await readlink(source), target);
  else if ((await ifThere(copyFile(source, target).then(() => true))) === null) return;
  if (!found.isSymbolicLink()) await chmod(target, found.mode & 0o777);
  // Only root may give files away, and only root's copies would have another owner.
  if (process.getuid?.() === 0) await lchown(target, found.uid, found.gid);
}
